import type { Words } from '../../shared/languages/words.ts';
import type { Box, ServiceShown } from '../../shared/service.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Key } from '../host/host.ts';
import type { PinAttempts } from './attempts.ts';
import { isIn, padBox, stacked } from './panel.ts';

export interface MenuNeeds {
  readonly words: Words;
  readonly rotation: ServiceShown['rotation'];
  /** Null: none is asked for. */
  readonly pin: string | null;
  readonly attempts: Pick<PinAttempts, 'waitMs' | 'wrong' | 'right'>;
  /** What the menu says about this player. */
  readonly lines: readonly string[];
  readonly offers: readonly Offer[];
  /** It looks different now. */
  changed(): void;
  /** It ends. */
  closed(): void;
}

export interface Offer {
  readonly label: string;
  /** Asked for before it is done. */
  readonly ask: string | null;
  run(): Promise<unknown>;
}

interface Button {
  readonly label: string;
  readonly box: Box;
  readonly isMain?: boolean;
  press(): void;
}

const longestPin = 12;

/** The service menu at the screen: its PIN, and what it offers. It ends with what was chosen. */
export class ServiceMenu {
  readonly #needs: MenuNeeds;
  #isOpen: boolean;
  #typed = '';
  #notice: string | null = null;
  #asked: Offer | null = null;
  #isBusy = false;
  #active = 0;

  constructor(needs: MenuNeeds) {
    this.#needs = needs;
    this.#isOpen = needs.pin === null;
  }

  get shown(): ServiceShown {
    const { words, rotation, lines } = this.#needs;
    const asked = this.#asked;
    return {
      language: words.language,
      rotation,
      title: asked?.label ?? words.say('service.title'),
      lines: this.#isOpen ? (asked ? [asked.ask ?? ''] : lines) : [words.say('service.pin')],
      notice: this.#isBusy ? words.say('service.busy') : this.#notice,
      digits: this.#isOpen ? null : this.#typed.length,
      buttons: this.#buttons.map(({ label, box, isMain = false }, index) => ({
        label,
        box,
        isMain,
        isActive: this.#isOpen && index === this.#active,
      })),
    };
  }

  /** A touch of the panel, in thousandths. */
  touch(point: readonly [number, number]): void {
    const index = this.#buttons.findIndex(({ box }) => isIn(box, point));
    if (index >= 0) this.#press(index);
  }

  key(key: Key): void {
    if ('text' in key) {
      if (/^\d$/.test(key.text)) this.#digit(key.text);
      return;
    }
    const count = this.#buttons.length;
    const step = { Down: 1, Right: 1, Tab: 1, Up: -1, Left: -1, BackTab: -1 }[key.name as string];
    if (key.name === 'Escape') this.#back();
    else if (!this.#isOpen) {
      if (key.name === 'Backspace') this.#delete();
      if (key.name === 'Enter') this.#enter();
    } else if (key.name === 'Enter') this.#press(this.#active);
    else if (step !== undefined && !this.#isBusy) {
      this.#active = (this.#active + step + count) % count;
      this.#needs.changed();
    }
  }

  get #buttons(): readonly Button[] {
    if (this.#isBusy) return [];
    const { say } = this.#needs.words;
    const cancel = { label: say('service.cancel'), press: () => this.#back() };
    if (!this.#isOpen) return this.#pad(cancel);
    const asked = this.#asked;
    const offers =
      asked === null
        ? this.#needs.offers.map((offer) => ({ label: offer.label, press: () => this.#choose(offer) }))
        : [{ label: say('service.yes'), isMain: true, press: () => void this.#run(asked) }];
    const all = [...offers, cancel];
    const boxes = stacked(all.length);
    return all.map((button, index) => ({ ...button, box: boxes[index] ?? [0, 0, 0, 0] }));
  }

  #pad(cancel: Omit<Button, 'box'>): readonly Button[] {
    const digit = (text: string, row: number, column: number): Button => ({
      label: text,
      box: padBox(row, column),
      press: () => this.#digit(text),
    });
    return [
      ...[...'123456789'].map((text, at) => digit(text, Math.floor(at / 3), at % 3)),
      digit('0', 3, 1),
      { label: '⌫', box: padBox(0, 3), press: () => this.#delete() },
      { ...cancel, box: padBox(1, 3) },
      { label: 'OK', box: padBox(3, 3), isMain: true, press: () => this.#enter() },
    ];
  }

  #press(index: number): void {
    this.#notice = null;
    this.#buttons[index]?.press();
  }

  #digit(text: string): void {
    if (this.#isOpen || this.#typed.length >= longestPin) return;
    this.#notice = null;
    this.#typed += text;
    this.#needs.changed();
  }

  #delete(): void {
    this.#typed = this.#typed.slice(0, -1);
    this.#needs.changed();
  }

  #enter(): void {
    const { attempts, pin, words, changed } = this.#needs;
    const typed = this.#typed;
    this.#typed = '';
    const { waitMs } = attempts;
    if (waitMs > 0) {
      this.#notice = words.say('service.wait', { count: Math.ceil(waitMs / 60_000) });
    } else if (typed === pin) {
      attempts.right();
      this.#isOpen = true;
      this.#notice = null;
    } else if (typed !== '') {
      attempts.wrong();
      this.#notice = words.say('service.wrong');
    }
    changed();
  }

  #choose(offer: Offer): void {
    if (offer.ask === null) {
      void this.#run(offer);
      return;
    }
    this.#asked = offer;
    this.#active = 0;
    this.#needs.changed();
  }

  #back(): void {
    if (this.#isBusy) return;
    if (this.#asked === null) {
      this.#needs.closed();
      return;
    }
    this.#asked = null;
    this.#active = 0;
    this.#needs.changed();
  }

  async #run(offer: Offer): Promise<void> {
    const { words, changed, closed } = this.#needs;
    this.#isBusy = true;
    changed();
    try {
      await offer.run();
      closed();
    } catch (error) {
      this.#isBusy = false;
      this.#asked = null;
      this.#active = 0;
      this.#notice = words.message(asVitrineError(error).sentence);
      changed();
    }
  }
}
