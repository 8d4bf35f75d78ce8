import { stageWordsOf } from '../../shared/languages/stage-words.ts';
import type { Words } from '../../shared/languages/words.ts';
import type { Identification } from '../../shared/messages.ts';
import { element } from './element.ts';
import { Tones } from './tones.ts';

/** Shown over everything for a while: the screen's number and name, or a test picture with sound. */
export class IdentifyBoard {
  readonly element = element('section', 'identify');
  readonly #seen: (visible: boolean) => void;
  readonly #tones = new Tones();
  #timer = 0;
  #frame = 0;

  constructor(seen: (visible: boolean) => void) {
    this.#seen = seen;
    this.element.hidden = true;
  }

  show(shown: Identification, forMs: number): void {
    this.#end();
    const words = stageWordsOf(shown.language);
    this.element.lang = shown.language;
    this.element.dataset.kind = shown.kind;
    this.element.style.setProperty('--own', shown.colour);
    // Pixels are written without group separators.
    const pixels = (one: number): string => String(Math.round(one * window.devicePixelRatio));
    const [width, height] = [pixels(window.innerWidth), pixels(window.innerHeight)];
    const size = words.say('stage.identify.connected', { width, height });
    this.element.replaceChildren(
      ...(shown.kind === 'test' ? this.#testPicture(words) : []),
      element('div', 'who', [
        element('strong', '', [String(shown.number)]),
        element('p', 'name', [shown.name]),
        element('p', 'size', [size]),
      ]),
    );
    this.element.hidden = false;
    this.#seen(true);
    if (shown.kind === 'test') this.#tones.play();
    this.#timer = window.setTimeout(() => this.#end(), forMs);
  }

  #end(): void {
    window.clearTimeout(this.#timer);
    window.cancelAnimationFrame(this.#frame);
    this.#tones.stop();
    if (this.element.hidden !== false) return;
    this.element.hidden = true;
    this.element.replaceChildren();
    this.#seen(false);
  }

  #testPicture({ say }: Words): readonly HTMLElement[] {
    const bars = ['#fff', '#ff0', '#0ff', '#0f0', '#f0f', '#f00', '#00f', '#000'].map((colour) => {
      const bar = element('i', '');
      bar.style.background = colour;
      return bar;
    });
    const counter = element('output', '', ['0']);
    let frames = 0;
    const count = (): void => {
      frames++;
      counter.textContent = String(frames);
      this.#frame = window.requestAnimationFrame(count);
    };
    this.#frame = window.requestAnimationFrame(count);
    return [
      element('div', 'grid'),
      element('div', 'circle'),
      ...['top left', 'top right', 'bottom left', 'bottom right'].map((corner) => element('b', corner)),
      element('div', 'colours', bars),
      element('div', 'sides', [
        element('p', '', [`◀ ${say('stage.identify.left')}`]),
        element('p', '', [`${say('stage.identify.frames')} `, counter]),
        element('p', '', [`${say('stage.identify.right')} ▶`]),
      ]),
      element('p', 'hint', [say('stage.identify.circle')]),
    ];
  }
}
