import type { Programme } from '../shared/programme.ts';

/** The same programme without cues: the running item ends, and nothing is loaded or decoded. */
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

/** Makes the surface black. Content reappears only once it is painted and correct. */
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
    // `display: none` also stops layout and animations.
    this.#surface.style.display = 'none';
    document.body.style.background = 'black';
  }

  /** The surface stays invisible until `whenTrue` calls back. */
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
