import type { InteractiveMissed, InteractiveShown } from '../../shared/interactive.ts';
import type { Field } from '../../shared/keyboard.ts';
import { stageWordsOf } from '../../shared/languages/stage-words.ts';
import type { Words } from '../../shared/languages/words.ts';
import { OnScreenKeyboard } from '../keyboard/keyboard.ts';
import { element } from '../screens/element.ts';

export type Report = { readonly type: 'show' } | { readonly type: 'typed'; readonly typed: unknown };

const noticeMs = 6_000;
/** The bar is of use even if the page does not load. */
const loadWaitMs = 4_000;

/** An interactive page with what the player adds to it: bar, keyboard, count-down and notices. */
export class InteractiveFrame {
  readonly element = element('main', 'interactive');
  readonly #shown: InteractiveShown;
  readonly #words: Words;
  readonly #place = element('div', 'place');
  readonly #keyboard: OnScreenKeyboard;
  readonly #count = element('p', 'notice');
  readonly #notice = element('p', 'notice');
  readonly #said = element('p', 'notice');
  #hides = 0;
  #hasLoaded = false;

  constructor(shown: InteractiveShown, report: (report: Report) => void) {
    const { language, rotation, hasBar } = shown;
    this.#shown = shown;
    this.#words = stageWordsOf(language);
    const { say } = this.#words;
    this.#keyboard = new OnScreenKeyboard({
      language,
      typed: (typed) => report({ type: 'typed', typed }),
      hidden: () => undefined,
    });
    this.element.dataset.rotation = String(rotation);
    const bar = element('nav', 'bar', [
      button(say('stage.interactive.back'), () => history.back()),
      button(say('stage.interactive.home'), () => this.#home()),
      button(say('stage.interactive.show'), () => report({ type: 'show' })),
    ]);
    for (const one of [this.#said, this.#notice, this.#count]) one.hidden = true;
    const notices = element('div', 'notices', [this.#said, this.#notice, this.#count]);
    this.element.append(this.#place, notices, this.#keyboard.element, ...(hasBar ? [bar] : []));
    this.#home();
  }

  /** Resolves when the page has loaded, or after some time, and its first frames are on the display. */
  async painted(): Promise<void> {
    const since = performance.now();
    while (!this.#hasLoaded && performance.now() - since < loadWaitMs) await nextFrame();
    for (let frames = 0; frames < 3; frames++) await nextFrame();
  }

  field(field: Field | null): void {
    this.#keyboard.show(field);
  }

  countDown(seconds: number | null): void {
    this.#count.hidden = seconds === null;
    this.#count.textContent = this.#words.say('stage.interactive.count', { count: seconds ?? 0 });
  }

  /** What the player says to whoever looks after it; null: nothing. */
  say(text: string | null): void {
    this.#said.hidden = text === null;
    this.#said.textContent = text;
  }

  missed({ why, isEmpty }: InteractiveMissed): void {
    const { say } = this.#words;
    if (isEmpty) {
      this.#hasLoaded = true;
      this.#place.replaceChildren(element('p', 'sentence', [say('stage.interactive.failed')]));
      return;
    }
    this.#notice.textContent = say(`stage.interactive.${why}`);
    this.#notice.hidden = false;
    clearTimeout(this.#hides);
    this.#hides = setTimeout(() => {
      this.#notice.hidden = true;
    }, noticeMs);
  }

  /** A fresh frame: the old one may hang. */
  #home(): void {
    this.#keyboard.show(null);
    const frame = document.createElement('iframe');
    // The sandbox leaves out top navigation, new windows, dialogs, downloads, pointer lock and printing.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    // A picture in a window above all others is the one that frames may have by default.
    frame.setAttribute('allow', "picture-in-picture 'none'");
    frame.referrerPolicy = 'no-referrer';
    frame.src = this.#shown.address;
    frame.addEventListener('load', () => {
      this.#hasLoaded = true;
    });
    this.#place.replaceChildren(frame);
  }
}

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Takes no focus from the page. */
function button(label: string, press: () => void): HTMLElement {
  const made = element('button', '', [label]);
  made.type = 'button';
  made.tabIndex = -1;
  made.addEventListener('mousedown', (event) => event.preventDefault());
  made.addEventListener('click', press);
  return made;
}
