import type { Words } from '../../../shared/languages/words.ts';
import type { FormRow } from '../../../shared/messages.ts';
import type { Key } from '../../host/host.ts';

/** A row that can have the focus. `press` returns whether it used the key. */
export interface Row {
  readonly takesKeys: boolean;
  press(key: Key): boolean;
  drawn(isActive: boolean): readonly FormRow[];
}

/** The length of the longest token. */
const mostLetters = 16 * 1024;
/** The dots end here; the number of characters follows them. */
const mostDots = 24;
const mostSeen = 60;

/** A field. A secret is never drawn: onlookers see only its length. */
export class TextRow implements Row {
  readonly takesKeys = true;
  readonly #words: Words;
  readonly #label: string;
  readonly #hint: string;
  readonly #isSecret: boolean;
  value: string;

  constructor(
    words: Words,
    {
      label,
      hint = '',
      value = '',
      isSecret = false,
    }: { label: string; hint?: string; value?: string; isSecret?: boolean },
  ) {
    this.#words = words;
    this.#label = label;
    this.#hint = hint;
    this.#isSecret = isSecret;
    this.value = value;
  }

  press(key: Key): boolean {
    if ('text' in key) {
      // Nobody types a space at either end on purpose.
      if (this.value.length < mostLetters && !(key.text === ' ' && this.value === '')) this.value += key.text;
      return true;
    }
    if (key.name !== 'Backspace') return false;
    this.value = [...this.value].slice(0, -1).join('');
    return true;
  }

  drawn(isActive: boolean): readonly FormRow[] {
    return [
      { kind: 'text', label: this.#label, value: this.#shown(), hint: isActive ? this.#hint : '', isActive },
    ];
  }

  #shown(): string {
    const letters = [...this.value];
    if (!this.#isSecret)
      return letters.length > mostSeen ? `…${letters.slice(-mostSeen).join('')}` : this.value;
    if (letters.length === 0) return '';
    const dots = '•'.repeat(Math.min(letters.length, mostDots));
    return `${dots}  ${this.#words.say('setup.keys.characters', { count: letters.length })}`;
  }
}

export interface Option<Value> {
  readonly label: string;
  readonly value: Value;
}

/** One of a few values; Left and Right change it. */
export class PickRow<Value> implements Row {
  readonly takesKeys = true;
  readonly #label: string;
  readonly #options: readonly Option<Value>[];
  readonly #changed: (value: Value) => void;
  #at: number;

  constructor(
    label: string,
    options: readonly Option<Value>[],
    chosen: Value,
    changed: (value: Value) => void = () => undefined,
  ) {
    this.#label = label;
    this.#options = options;
    this.#changed = changed;
    this.#at = Math.max(
      0,
      options.findIndex(({ value }) => value === chosen),
    );
  }

  /** Undefined if there is nothing to choose. */
  get value(): Value | undefined {
    return this.#options[this.#at]?.value;
  }

  press(key: Key): boolean {
    if ('text' in key) return this.#jump(key.text);
    if (key.name !== 'Left' && key.name !== 'Right') return false;
    const count = this.#options.length;
    if (count > 0) this.#choose((this.#at + (key.name === 'Right' ? 1 : count - 1)) % count);
    return true;
  }

  drawn(isActive: boolean): readonly FormRow[] {
    const value = this.#options[this.#at]?.label ?? '';
    return [
      { kind: 'pick', label: this.#label, value: isActive ? `◀ ${value} ▶` : value, hint: '', isActive },
    ];
  }

  /** Moves to the next option with a word that begins with these letters: there are hundreds of time zones. */
  #jump(text: string): boolean {
    const wanted = text.toLowerCase();
    const begins = ({ label }: Option<Value>): boolean =>
      label
        .toLowerCase()
        .split(/[\s/]+/)
        .some((word) => word.startsWith(wanted));
    const after = this.#options.findIndex((option, index) => index > this.#at && begins(option));
    const found = after === -1 ? this.#options.findIndex(begins) : after;
    if (found !== -1) this.#choose(found);
    return true;
  }

  #choose(at: number): void {
    this.#at = at;
    const { value } = this;
    if (value !== undefined) this.#changed(value);
  }
}

const linesSeen = 6;

/** One line of a list of any length: typing searches in it. */
export class ListRow<Value> implements Row {
  readonly takesKeys = true;
  readonly #words: Words;
  readonly #options: readonly (Option<Value> & { readonly group: string })[];
  #search = '';
  #at = 0;

  constructor(words: Words, options: readonly (Option<Value> & { readonly group: string })[]) {
    this.#words = words;
    this.#options = options;
  }

  get value(): Value | undefined {
    return this.#found[this.#at]?.value;
  }

  get #found(): readonly (Option<Value> & { readonly group: string })[] {
    const wanted = this.#search.toLowerCase();
    return this.#options.filter(({ label }) => label.toLowerCase().includes(wanted));
  }

  press(key: Key): boolean {
    const last = this.#found.length - 1;
    if ('text' in key) {
      if (this.#search.length < mostSeen) this.#search += key.text;
    } else if (key.name === 'Backspace') this.#search = [...this.#search].slice(0, -1).join('');
    else if (key.name === 'Down' || key.name === 'Tab') {
      this.#at = Math.min(this.#at + 1, Math.max(last, 0));
      return true;
    } else if (key.name === 'Up' || key.name === 'BackTab') {
      this.#at = Math.max(this.#at - 1, 0);
      return true;
    } else return false;
    this.#at = 0;
    return true;
  }

  drawn(): readonly FormRow[] {
    const { say } = this.#words;
    const found = this.#found;
    const first = Math.max(0, Math.min(this.#at - 2, found.length - linesSeen));
    const lines = found.slice(first, first + linesSeen).map(
      ({ label, group }, index): FormRow => ({
        kind: 'line',
        label: group,
        value: label,
        hint: '',
        isActive: first + index === this.#at,
      }),
    );
    const hint = found.length === 0 ? say('setup.keys.none') : `${this.#at + 1} / ${found.length}`;
    return [
      { kind: 'text', label: say('setup.what.search'), value: this.#search, hint, isActive: false },
      ...lines,
    ];
  }
}

/** A finding of doctor. */
export class ToldRow implements Row {
  readonly takesKeys = false;
  readonly #drawn: FormRow;

  constructor(label: string, text: string) {
    this.#drawn = { kind: 'note', label, value: text, hint: '', isActive: false };
  }

  press(): boolean {
    return false;
  }

  drawn(): readonly FormRow[] {
    return [this.#drawn];
  }
}
