import type { Key } from './keys.ts';

interface KeyPressNeeds {
  /** The key writes this, or acts. */
  wrote(key: Key, text: string | null): void;
  /** What a long press offers; an empty list: nothing (any more). */
  offered(key: Key, texts: readonly string[]): void;
  /** The one that is written if the finger leaves now. */
  chose(index: number): void;
}

const longPressMs = 450;
const repeatMs = 70;
/** A stuck panel must not delete for ever. */
const mostRepeats = 300;

/** One finger on one key, from its press to its release. */
export class KeyPress {
  readonly key: Key;
  readonly #needs: KeyPressNeeds;
  #timer = 0;
  #repeats = 0;
  #chosen: number | null = null;
  #isOver = false;

  constructor(key: Key, needs: KeyPressNeeds) {
    this.key = key;
    this.#needs = needs;
    // What acts does so at once; a letter may become another one by a long press.
    if (key.act !== null) {
      needs.wrote(key, null);
      if (key.act === 'backspace') this.#timer = window.setTimeout(() => this.#repeat(), longPressMs);
    } else if (key.more.length > 0) this.#timer = window.setTimeout(() => this.#offer(), longPressMs);
  }

  get isOffering(): boolean {
    return this.#chosen !== null;
  }

  /** The finger is over that one of the offered texts. */
  choose(index: number): void {
    if (this.#chosen === null || this.#chosen === index) return;
    this.#chosen = index;
    this.#needs.chose(index);
  }

  /** `isWanted`: the finger left the key normally; otherwise nothing is written. */
  release(isWanted: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    window.clearTimeout(this.#timer);
    const { key } = this;
    const text = this.#chosen === null ? key.text : (key.more[this.#chosen] ?? key.text);
    if (this.#chosen !== null) this.#needs.offered(key, []);
    if (isWanted && key.act === null && text !== null) this.#needs.wrote(key, text);
  }

  #offer(): void {
    this.#chosen = 0;
    this.#needs.offered(this.key, this.key.more);
    this.#needs.chose(0);
  }

  #repeat(): void {
    if (++this.#repeats > mostRepeats) return;
    this.#needs.wrote(this.key, null);
    this.#timer = window.setTimeout(() => this.#repeat(), repeatMs);
  }
}
