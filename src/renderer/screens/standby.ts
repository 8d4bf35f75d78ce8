import type { Standby } from '../../shared/messages.ts';
import { element } from './element.ts';
import { setupForm } from './form.ts';
import { invitation } from './invitation.ts';

/**
 * The glow moves at this interval against burn-in: there and back in an hour. Without a GPU each new frame costs, and
 * a shop may be closed for most of the day.
 */
const stepMs = 30_000;
const stepsAcross = 60;

/** Shown when no cue plays: never black, and almost without motion so that it costs nothing. */
export class StandbyScreen {
  readonly element = element('section', 'standby');
  readonly #glow = element('div', 'glow');
  readonly #name = element('header', 'name');
  readonly #words = element('div', 'words');
  readonly #small = element('aside', 'small');
  #step = 0;
  #timer = 0;

  constructor() {
    const foot = element('footer', 'foot', [this.#small, element('p', 'mark', ['Vitrine'])]);
    this.element.append(this.#glow, this.#name, this.#words, foot);
    this.#place();
    this.cover(false);
  }

  show(standby: Standby): void {
    const { kind, language, name, small } = standby;
    this.element.dataset.kind = kind;
    this.element.lang = language;
    const { form } = standby;
    const isInviting = standby.invitation !== undefined || form !== undefined;
    this.element.classList.toggle('inviting', isInviting);
    this.element.classList.toggle('in-front', standby.inFront === true);
    this.#name.textContent = name;
    this.#small.replaceChildren(...small.map((line) => element('p', '', [line])));
    this.#words.replaceChildren(...(form ? setupForm(form) : announcement(standby)));
  }

  /** Stops the animation while an item covers it. */
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

function announcement({ title, lines, invitation: invited, since }: Standby): readonly HTMLElement[] {
  return [
    element('div', 'breath'),
    element('h1', '', [title]),
    ...lines.map((line) => element('p', 'line', [line])),
    ...(invited ? [invitation(invited)] : []),
    ...(since === null ? [] : [element('p', 'since', [since])]),
  ];
}

/** Without text, because the language is unknown until main sends a message. */
export const starting: Standby = {
  kind: 'starting',
  language: 'en',
  name: '',
  title: '',
  resting: '',
  lines: [],
  since: null,
  small: [],
};

/** There is a programme, but nothing of it is due. */
export function resting(standby: Standby): Standby {
  return { ...standby, kind: 'idle', title: standby.resting, lines: [] };
}
