import type { Programme } from '../shared/programme.ts';

/** A programme in which nothing plays: what is on the stage ends, and nothing is loaded or decoded. */
export function emptied(programme: Programme): Programme {
  const sequence = { seed: null, members: [] };
  return {
    ...programme,
    id: `${programme.id} off`,
    cues: [],
    segments: [{ from: 0, anchor: 0, sequence }],
    inStep: false,
  };
}

/** Makes the surface black. It comes back only when there is something true on it. */
export class Blackout {
  readonly #surface: HTMLElement;
  #isOn = false;

  constructor(surface: HTMLElement) {
    this.#surface = surface;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  on(): void {
    this.#isOn = true;
    // Not only unseen: what is not laid out does not move either.
    this.#surface.style.display = 'none';
    document.body.style.background = 'black';
  }

  /** `whenTrue` calls back as soon as what is on the surface may be seen. */
  off(whenTrue: (show: () => void) => void): void {
    this.#isOn = false;
    this.#surface.style.display = '';
    this.#surface.style.opacity = '0';
    whenTrue(() => {
      if (this.#isOn) return;
      this.#surface.style.opacity = '';
      document.body.style.background = '';
    });
  }
}
