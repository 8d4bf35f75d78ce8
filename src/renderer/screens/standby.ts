import type { Standby } from '../../shared/messages.ts';

/**
 * The glow is somewhere else this often, so that nothing burns in: there and back in an hour. Without a graphics chip
 * each new picture costs, and a shop may be closed for most of the day.
 */
const stepMs = 30_000;
const stepsAcross = 60;

/** What is seen when no cue plays: calm, never black, and moving so seldom that it costs nothing. */
export class StandbyScreen {
  readonly element = document.createElement('section');
  readonly #glow = document.createElement('div');
  readonly #title = document.createElement('h1');
  readonly #lines = document.createElement('div');
  readonly #small = document.createElement('aside');
  #step = 0;
  #timer = 0;

  constructor() {
    this.element.className = 'standby';
    this.#glow.className = 'glow';
    const text = document.createElement('div');
    text.className = 'text';
    const breath = document.createElement('div');
    breath.className = 'breath';
    text.append(breath, this.#title, this.#lines, this.#small);
    const mark = document.createElement('footer');
    mark.textContent = 'Vitrine';
    this.element.append(this.#glow, text, mark);
    this.#place();
    this.cover(false);
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
    window.clearInterval(this.#timer);
    if (!covered) this.#timer = window.setInterval(() => this.#drift(), stepMs);
  }

  #drift(): void {
    this.#step = (this.#step + 1) % (2 * stepsAcross);
    this.#place();
  }

  #place(): void {
    // From -1 at the left to 1 at the right, and back.
    const across = 1 - 2 * Math.abs(1 - this.#step / stepsAcross);
    this.#glow.style.transform = `translate(${34 * across}cqw, ${8 * across}cqmin)`;
  }
}

export const starting: Standby = { kind: 'starting', title: 'Starting', lines: [], small: [] };
export const idle: Standby = { kind: 'idle', title: 'Nothing to show right now', lines: [], small: [] };

function paragraph(line: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = line;
  return made;
}
