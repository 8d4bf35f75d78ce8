import './keyboard.css';
import type { Field, Typed } from '../../shared/keyboard.ts';
import { type Language, languageNames } from '../../shared/languages/language.ts';
import { stageWordsOf } from '../../shared/languages/stage-words.ts';
import { element } from '../screens/element.ts';
import { hasIcon, icon } from './icons.ts';
import { KeyPress } from './key-press.ts';
import { isNumeric, type Key, type Keys, keysFor, press, rowsOf } from './keys.ts';

interface KeyboardNeeds {
  readonly language: Language;
  typed(typed: Typed): void;
  /** A person has put the keyboard away. */
  hidden(): void;
}

const actWords = ['shift', 'backspace', 'hide', 'symbols', 'symbols-more', 'letters', 'layout'] as const;

/**
 * The on-screen keyboard of interactive pages. It belongs to a document of the player, beside the frame of the page: the page
 * cannot read, cover, restyle or press it. Pressing a key does not move the focus.
 */
export class OnScreenKeyboard {
  readonly element = element('section', 'keyboard');
  readonly #needs: KeyboardNeeds;
  /** The layout that was chosen last. */
  #language: Language;
  #keys: Keys | null = null;
  readonly #offer = element('ol', 'offer');
  readonly #drawn = new Map<HTMLElement, Key>();
  /** By pointer. */
  readonly #presses = new Map<number, { readonly press: KeyPress; readonly drawn: HTMLElement }>();

  constructor(needs: KeyboardNeeds) {
    this.#needs = needs;
    this.#language = needs.language;
    const { element: whole } = this;
    whole.hidden = true;
    whole.lang = needs.language;
    whole.setAttribute('aria-label', stageWordsOf(needs.language).say('stage.keyboard'));
    whole.addEventListener('pointerdown', (event) => this.#down(event));
    whole.addEventListener('pointermove', (event) => this.#move(event));
    whole.addEventListener('pointerup', (event) => this.#up(event.pointerId, true));
    whole.addEventListener('pointercancel', (event) => this.#up(event.pointerId, false));
    // Each of these would move the focus out of the page's field, or open a menu.
    for (const name of ['mousedown', 'touchstart', 'contextmenu'])
      whole.addEventListener(name, (event) => event.preventDefault(), { passive: false });
  }

  /** Null: no field has the focus. */
  show(field: Field | null): void {
    this.#letGo();
    this.#keys = field && keysFor(field, this.#language);
    this.element.hidden = field === null;
    this.#draw();
  }

  #down(event: PointerEvent): void {
    event.preventDefault();
    const drawn = (event.target as Element).closest<HTMLElement>('.key');
    const key = drawn && this.#drawn.get(drawn);
    if (!drawn || !key || event.button !== 0) return;
    // Who types with two thumbs presses the next key before the last one is released.
    for (const pointer of [...this.#presses.keys()]) this.#up(pointer, true);
    // Not by the key, which may be drawn anew while it is pressed.
    this.element.setPointerCapture(event.pointerId);
    if (this.#keys?.field.isSecret === false) drawn.dataset.pressed = '';
    const made = new KeyPress(key, {
      wrote: (pressed, text) => this.#wrote(pressed, text),
      offered: (_, texts) => this.#offered(drawn, texts),
      chose: (index) => this.#chose(index),
    });
    this.#presses.set(event.pointerId, { press: made, drawn });
  }

  #move({ pointerId, clientX }: PointerEvent): void {
    const { press: made } = this.#presses.get(pointerId) ?? {};
    if (!made?.isOffering) return;
    const distances = [...this.#offer.children].map((one) => {
      const { left, width } = one.getBoundingClientRect();
      return Math.abs(left + width / 2 - clientX);
    });
    made.choose(distances.indexOf(Math.min(...distances)));
  }

  #up(pointerId: number, isWanted: boolean): void {
    const { press: made, drawn } = this.#presses.get(pointerId) ?? {};
    this.#presses.delete(pointerId);
    if (drawn) delete drawn.dataset.pressed;
    made?.release(isWanted);
  }

  #letGo(): void {
    for (const pointer of [...this.#presses.keys()]) this.#up(pointer, false);
  }

  #wrote({ act }: Key, text: string | null): void {
    const before = this.#keys;
    if (before === null) return;
    const { keys, typed, hides } = press(before, act, text);
    this.#keys = keys;
    this.#language = keys.language;
    if (keys !== before) this.#draw();
    if (typed) this.#needs.typed(typed);
    if (!hides) return;
    this.show(null);
    this.#needs.hidden();
  }

  #offered(drawn: HTMLElement, texts: readonly string[]): void {
    this.#offer.replaceChildren(...texts.map((text) => element('li', '', [text])));
    this.#offer.hidden = texts.length === 0;
    if (texts.length === 0) return;
    const [whole, key, offer] = [this.element, drawn, this.#offer].map((one) => one.getBoundingClientRect());
    if (!whole || !key || !offer) return;
    // The first one lies above the finger, which would otherwise choose another one by its least movement.
    const middle = key.left + key.width / 2;
    const isRight = middle > whole.left + whole.width / 2;
    const half = offer.width / texts.length / 2;
    this.#offer.style.flexDirection = isRight ? 'row-reverse' : 'row';
    this.#offer.style.left = `${(isRight ? middle + half - offer.width : middle - half) - whole.left}px`;
    this.#offer.style.top = `${key.top - whole.top - offer.height}px`;
  }

  #chose(index: number): void {
    // Onlookers must not see which one it is.
    if (this.#keys?.field.isSecret !== false) return;
    for (const [at, one] of [...this.#offer.children].entries()) one.ariaCurrent = String(at === index);
  }

  #draw(): void {
    const keys = this.#keys;
    this.#drawn.clear();
    this.#offer.hidden = true;
    if (keys === null) {
      this.element.replaceChildren();
      return;
    }
    const rows = rowsOf(keys).map((row) =>
      element(
        'div',
        'keys',
        row.map((key) => this.#key(key, keys)),
      ),
    );
    this.element.dataset.kind = isNumeric(keys) ? 'numeric' : 'letters';
    this.element.replaceChildren(...rows, this.#offer);
  }

  #key(key: Key, keys: Keys): HTMLElement {
    const { say } = stageWordsOf(this.#needs.language);
    const made = element('button', 'key', [this.#face(key, keys)]);
    // No key takes the focus.
    made.type = 'button';
    made.tabIndex = -1;
    made.style.setProperty('--width', String(key.width));
    const { act } = key;
    if (act === null && key.text === null) made.classList.add('blank');
    if (act !== null) made.dataset.act = act;
    if (act === 'shift') {
      made.dataset.shift = keys.shift;
      made.ariaPressed = String(keys.shift !== 'off');
    }
    const word = actWords.find((one) => one === act);
    if (word)
      made.ariaLabel = say(
        word === 'shift' && keys.shift === 'locked'
          ? 'stage.keyboard.shift.locked'
          : `stage.keyboard.${word}`,
      );
    if (key.text === ' ') made.ariaLabel = say('stage.keyboard.space');
    this.#drawn.set(made, key);
    return made;
  }

  #face({ text, act }: Key, { language, field }: Keys): Node | string {
    const { say } = stageWordsOf(this.#needs.language);
    if (text === ' ') return languageNames[language];
    if (text !== null) return text;
    if (act === 'enter' && field.enter !== 'enter' && field.enter !== 'newline')
      return say(`stage.keyboard.${field.enter}`);
    if (hasIcon(act)) return icon(act);
    const faces = { letters: 'ABC', symbols: '?123', 'symbols-more': '[ ]', layout: language.toUpperCase() };
    return act !== null && act in faces ? faces[act as keyof typeof faces] : '';
  }
}
