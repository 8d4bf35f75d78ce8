import type { Words } from '../../shared/languages/words.ts';
import {
  type Choice,
  meaningOf,
  type SetupFinding,
  type SetupLists,
  type SetupLook,
  setupSteps,
} from '../../shared/setup.ts';
import { type Channel, Incomplete, Refused, TurnedAway } from './channel.ts';
import { element } from './element.ts';

/** One page of setup: its fields, and what happens when it is sent. */
export interface Step {
  /** Number of the step from 1; null: not counted. */
  readonly number: number | null;
  readonly title: string;
  readonly content: readonly (Node | null)[];
  /** The label of the button; null: no button. */
  readonly action: string | null;
  /** Returns the next step. */
  readonly go: () => Promise<Step | null>;
  readonly back?: () => Step;
  /** Called once it is shown. */
  readonly seen?: () => void;
}

/** Any step may lead to any other one, so none imports another. */
export interface Steps {
  cms(guide: Guide): Step;
  login(guide: Guide): Step;
  what(guide: Guide): Step;
  how(guide: Guide): Step;
  check(guide: Guide, findings: readonly SetupFinding[]): Step;
  done(guide: Guide): Step;
}

/** All values entered so far, for going back. */
export interface Entries {
  look: SetupLook;
  url: string;
  token: string;
  lists: SetupLists | null;
  choice: Choice | null;
  /** Description of the fleet to join; empty: none. */
  fleet: string;
}

/** Keep-alive interval: the player closes a silent session. */
const aliveMs = 10_000;

/** Shows one step after the other, and reports errors. */
export class Guide {
  readonly words: Words;
  readonly steps: Steps;
  readonly #root: HTMLElement;
  #channel: Channel | null = null;
  #alive = 0;
  entries: Entries = {
    look: { name: '', url: '', timeZone: 'UTC', redirectUri: '', isAgain: false },
    url: '',
    token: '',
    lists: null,
    choice: null,
    fleet: '',
  };

  constructor(root: HTMLElement, words: Words, steps: Steps) {
    this.#root = root;
    this.steps = steps;
    this.words = words;
  }

  get channel(): Channel {
    if (this.#channel) return this.#channel;
    throw new TurnedAway('closed');
  }

  /** The first message to the player. It fails with a wrong PIN, and with a code of an earlier start. */
  async enter(channel: Channel): Promise<Step> {
    const look = await channel.ask({ act: 'look' });
    this.#channel = channel;
    this.entries = { ...this.entries, look, url: look.url };
    window.clearInterval(this.#alive);
    this.#alive = window.setInterval(() => void channel.ask({ act: 'look' }).catch(() => undefined), aliveMs);
    return this.steps.cms(this);
  }

  /** Of a page that was loaded before. False: the player does not know this phone any more. */
  async resume(channel: Channel): Promise<boolean> {
    try {
      this.show(await this.enter(channel));
      return true;
    } catch (error) {
      if (error instanceof TurnedAway || error instanceof Refused) return false;
      throw error;
    }
  }

  async begin(channel: Channel): Promise<void> {
    try {
      this.show(await this.enter(channel));
    } catch (error) {
      const again = element(
        'button',
        { class: 'primary', type: 'button' },
        this.words.say('setup.again.try'),
      );
      again.addEventListener('click', () => void this.begin(channel));
      this.#root.replaceChildren(
        element(
          'div',
          { class: 'stack' },
          element('h1', {}, this.words.say('setup.title')),
          this.notice(error),
          again,
        ),
      );
    }
  }

  show(step: Step): void {
    const { say } = this.words;
    const mistake = element('div', { role: 'alert' });
    const button = step.action && element('button', { class: 'primary', type: 'submit' }, step.action);
    const back = step.back && element('button', { class: 'quiet', type: 'button' }, say('setup.back'));
    const title = element('h1', { tabindex: '-1' }, step.title);
    const form = element(
      'form',
      { novalidate: true },
      element('header', {}, ...this.#dots(step.number), title),
      ...step.content,
      mistake,
      element('div', { class: 'actions' }, back ?? null, button || null),
      this.#channel &&
        element('p', { class: 'soft small' }, say('setup.compare', { check: this.#channel.check })),
    );
    back?.addEventListener('click', () => step.back && this.show(step.back()));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#go(step, form, mistake);
    });
    this.#root.replaceChildren(form);
    window.scrollTo(0, 0);
    const first = form.querySelector<HTMLElement>('[data-first]');
    (first ?? title).focus({ preventScroll: first === null });
    step.seen?.();
  }

  async #go(step: Step, form: HTMLFormElement, mistake: HTMLElement): Promise<void> {
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (button?.disabled) return;
    mistake.replaceChildren();
    if (button) {
      button.disabled = true;
      button.textContent = this.words.say('setup.wait');
    }
    try {
      const next = await step.go();
      if (next) return this.show(next);
    } catch (error) {
      mistake.replaceChildren(this.notice(error));
    }
    if (button) {
      button.disabled = false;
      button.textContent = step.action;
    }
  }

  #dots(number: number | null): readonly HTMLElement[] {
    if (number === null) return [];
    const label = this.words.say('setup.step', { step: number, count: setupSteps });
    const dots = Array.from({ length: setupSteps }, (_, index) =>
      element(
        'li',
        index + 1 < number ? { class: 'done' } : { 'aria-current': index + 1 === number && 'step' },
      ),
    );
    return [
      element('p', { class: 'soft small' }, label),
      element('ol', { class: 'steps', 'aria-hidden': 'true' }, ...dots),
    ];
  }

  /** The address that was probably meant, and on. */
  #cure(address: string): HTMLElement {
    const button = element('button', { type: 'button' }, this.words.say('setup.refused.use', { address }));
    button.addEventListener('click', () => {
      const form = button.closest('form');
      const field = form?.querySelector<HTMLInputElement>('input[name=url]');
      if (!form || !field) return;
      field.value = address;
      form.requestSubmit();
    });
    return element('div', {}, button);
  }

  /** One sentence for the person, and the original error for an expert. */
  notice(error: unknown): HTMLElement {
    const { say } = this.words;
    if (error instanceof Incomplete) return element('p', { class: 'notice dark' }, say(error.key));
    if (error instanceof TurnedAway)
      return element('p', { class: 'notice dark' }, say(`setup.turned.${error.why}`));
    if (!(error instanceof Refused)) throw error;
    const { code, message, remedy, cure = null } = error.refusal;
    const details = element(
      'details',
      { class: 'small' },
      element('summary', {}, say('setup.check.details')),
      element('p', {}, joined(message, remedy)),
    );
    return element(
      'div',
      { class: 'notice dark' },
      element('div', {}, say(meaningOf(code)), cure === null ? null : this.#cure(cure), details),
    );
  }
}

/** Joins texts of the player; the channel has translated them. */
export const joined = (...texts: readonly unknown[]): string =>
  texts.filter((text) => typeof text === 'string').join(' ');
