import type { Standby } from '../../shared/messages.ts';

/** What is seen when no cue plays: calm, never black, and always moving a little so that frames are painted. */
export class StandbyScreen {
  readonly element = document.createElement('section');
  readonly #title = document.createElement('h1');
  readonly #lines = document.createElement('div');
  readonly #small = document.createElement('aside');

  constructor() {
    this.element.className = 'standby';
    const glow = document.createElement('div');
    glow.className = 'glow';
    const text = document.createElement('div');
    text.className = 'text';
    const breath = document.createElement('div');
    breath.className = 'breath';
    text.append(breath, this.#title, this.#lines, this.#small);
    const mark = document.createElement('footer');
    mark.textContent = 'Vitrine';
    this.element.append(glow, text, mark);
  }

  show(standby: Standby): void {
    this.element.dataset.kind = standby.kind;
    this.#title.textContent = standby.title;
    this.#lines.replaceChildren(...standby.lines.map(paragraph));
    this.#small.replaceChildren(...standby.small.map(paragraph));
  }

  /** Covered by an item it rests, so that it costs nothing. */
  cover(covered: boolean): void {
    this.element.classList.toggle('covered', covered);
  }
}

export const starting: Standby = { kind: 'starting', title: 'Starting', lines: [], small: [] };
export const idle: Standby = { kind: 'idle', title: 'Nothing to show right now', lines: [], small: [] };

function paragraph(line: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = line;
  return made;
}
