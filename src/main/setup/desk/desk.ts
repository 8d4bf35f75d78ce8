import { wordsOf } from '../../../shared/languages/catalogues.ts';
import { languageNames, languages } from '../../../shared/languages/language.ts';

import type { Words } from '../../../shared/languages/words.ts';
import type { FormNotice, SetupForm } from '../../../shared/messages.ts';
import { meaningOf, type SetupAnswers, type SetupRequest, setupSteps } from '../../../shared/setup.ts';
import type { Clock } from '../../ground/clock.ts';
import { asVitrineError } from '../../ground/errors.ts';
import type { Key } from '../../host/host.ts';
import type { Wifi } from '../wifi.ts';
import { cmsPage, type DeskEntries, type DeskStep, type DeskTalk } from './steps.ts';
import { wifiPage } from './wifi-steps.ts';

interface DeskNeeds {
  readonly words: Words;
  readonly clock: Clock;
  readonly ask: (ask: SetupRequest) => Promise<unknown>;
  /** Null: there is a network already, or no radio. */
  readonly wifi: Wifi | null;
  /** The current rotation in degrees. */
  readonly rotation: DeskEntries['rotation'];
  /** Switches the keyboard layout. */
  readonly arrange: (layout: string) => Promise<boolean>;
  /** The form changed or closed. */
  readonly changed: () => void;
}

/** An idle form closes after so long: a screen in a shop must not show its contents. */
const goneMs = 180_000;
const lookEveryMs = 2_000;
const layouts = ['us', 'gb', 'de', 'fr', 'es'] as const;

/** The setup form at the screen. Closing discards its contents. */
export class Desk {
  readonly #needs: DeskNeeds;
  readonly #entries: DeskEntries;
  #words: Words;
  #step: DeskStep | null = null;
  #active = 0;
  #notice: FormNotice | null = null;
  #isBusy = false;
  #isOpen = true;
  #layout: number | null = null;
  #cancelGone: () => void = () => undefined;
  #cancelLook: () => void = () => undefined;

  static async open(needs: DeskNeeds): Promise<Desk> {
    const look = (await needs.ask({ act: 'look' })) as SetupAnswers['look'];
    return new Desk(needs, look);
  }

  private constructor(needs: DeskNeeds, { url, timeZone }: SetupAnswers['look']) {
    this.#needs = needs;
    this.#words = needs.words;
    const { language } = needs.words;
    const { rotation } = needs;
    this.#entries = {
      isByLogin: false,
      clientId: '',
      clientSecret: '',
      url,
      token: '',
      rotation,
      timeZone,
      language,
      lists: null,
      what: null,
      volume: 100,
    };
    this.#show(needs.wifi === null ? cmsPage(this.#talk) : wifiPage(this.#talk, needs.wifi));
    this.#stillThere();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get rotation(): DeskEntries['rotation'] {
    return this.#entries.rotation;
  }

  get form(): SetupForm | null {
    const step = this.#step;
    if (step === null) return null;
    const { say } = this.#words;
    const does = (key: string, effect: string): string => say('setup.keys.does', { key, effect });
    const hasRows = step.rows.filter(({ takesKeys }) => takesKeys).length > 1;
    const other = this.#otherLanguage;
    const layout =
      this.#layout === null
        ? say('setup.keys.layout')
        : `${say('setup.keys.layout')} (${layouts[this.#layout]?.toUpperCase()})`;
    return {
      step: say('setup.step', { step: step.number, count: setupSteps }),
      title: step.title,
      code: step.code ?? null,
      rows: step.rows.flatMap((row, index) => row.drawn(index === this.#active && !this.#isBusy)),
      notice: this.#isBusy
        ? { tone: 'busy', text: say('setup.wait'), detail: '' }
        : (this.#notice ?? step.notice),
      keys: [
        does(say('setup.keys.enter'), say(step.number === setupSteps ? 'setup.check.go' : 'setup.next')),
        does(say('setup.keys.escape'), say(step.back === null ? 'setup.keys.close' : 'setup.back')),
        ...(hasRows ? [does('↑ ↓', say('setup.keys.move'))] : []),
        ...[does('F2', layout), does('F3', languageNames[other]), does('F4', say('setup.keys.turn'))],
      ],
    };
  }

  press(key: Key): void {
    if (!this.#isOpen) return;
    this.#stillThere();
    // The request takes some seconds. Keys pressed until then were not meant for the next page.
    if (this.#isBusy || this.#step === null) return;
    this.#notice = null;
    if (!this.#step.rows[this.#active]?.press(key) && 'name' in key) this.#command(key.name, this.#step);
    this.#needs.changed();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelGone();
    this.#cancelLook();
    this.#step = null;
    this.#entries.token = '';
    this.#entries.clientSecret = '';
    this.#entries.lists = null;
    this.#needs.changed();
  }

  get #talk(): DeskTalk {
    return {
      words: this.#words,
      entries: this.#entries,
      ask: <Act extends SetupRequest['act']>(ask: Extract<SetupRequest, { readonly act: Act }>) =>
        this.#needs.ask(ask) as Promise<SetupAnswers[Act]>,
    };
  }

  get #otherLanguage() {
    const next = (languages.indexOf(this.#words.language) + 1) % languages.length;
    return languages[next] ?? 'en';
  }

  #command(name: Extract<Key, { readonly name: unknown }>['name'], step: DeskStep): void {
    const last = step.rows.findLastIndex(({ takesKeys }) => takesKeys);
    switch (name) {
      case 'Enter':
        if (this.#active < last) this.#active++;
        else void this.#go(step);
        return;
      case 'Escape':
        if (step.back === null) this.close();
        else this.#show(step.back());
        return;
      case 'Down':
      case 'Tab':
        this.#active = Math.min(this.#active + 1, Math.max(last, 0));
        return;
      case 'Up':
      case 'BackTab':
        this.#active = Math.max(this.#active - 1, 0);
        return;
      case 'F2':
        void this.#otherKeyboard();
        return;
      case 'F3':
        this.#words = wordsOf(this.#otherLanguage);
        this.#entries.language = this.#words.language;
        this.#step = step.again(this.#talk);
        return;
      case 'F4':
        this.#entries.rotation = ([90, 180, 270, 0] as const)[this.#entries.rotation / 90] ?? 0;
        this.#step = step.again(this.#talk);
    }
  }

  async #go(step: DeskStep): Promise<void> {
    this.#isBusy = true;
    try {
      const next = await step.go();
      this.#isBusy = false;
      if (!this.#isOpen) return;
      if (next === null) return this.close();
      if (next !== 'stay') this.#show(next);
      else this.#active = 0;
    } catch (thrown) {
      this.#isBusy = false;
      if (!this.#isOpen) return;
      this.#fail(thrown);
      this.#active = 0;
    }
    this.#stillThere();
    this.#needs.changed();
  }

  async #otherKeyboard(): Promise<void> {
    const next = ((this.#layout ?? -1) + 1) % layouts.length;
    if (await this.#needs.arrange(layouts[next] ?? 'us')) this.#layout = next;
    if (this.#isOpen) this.#needs.changed();
  }

  #show(step: DeskStep): void {
    this.#step = step;
    this.#active = 0;
    this.#notice = null;
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancelLook();
    if (this.#step?.look) this.#cancelLook = this.#needs.clock.after(lookEveryMs, () => void this.#look());
  }

  /** The user may be approving a login on a phone; without approval the form closes after its usual idle time. */
  async #look(): Promise<void> {
    const step = this.#step;
    if (!step?.look || !this.#isOpen) return;
    try {
      const next = await step.look();
      // The same page with another text requests again.
      if (this.#step !== step) return this.#lookLater();
      this.#notice = null;
      if (next !== null) this.#show(next);
      else this.#lookLater();
    } catch (thrown) {
      if (this.#step !== step) return this.#lookLater();
      this.#fail(thrown);
      if (asVitrineError(thrown).retryable) this.#lookLater();
    }
    this.#needs.changed();
  }

  #fail(thrown: unknown): void {
    const { code, sentence, remedy } = asVitrineError(thrown);
    const detail = [sentence, ...(remedy === null ? [] : [remedy])]
      .map((one) => this.#words.message(one))
      .join(' ');
    this.#notice = { tone: 'dark', text: this.#words.say(meaningOf(code)), detail };
  }

  #stillThere(): void {
    this.#cancelGone();
    this.#cancelGone = this.#needs.clock.after(goneMs, () => this.close());
  }
}
