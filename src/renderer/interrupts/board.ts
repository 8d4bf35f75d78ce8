import {
  chimeOnly,
  longestReason,
  mediumLoading,
  type Severity,
  type StageInterrupt,
  soundLoading,
  textOnly,
} from '../../shared/interrupts.ts';
import { stageWordsOf } from '../../shared/languages/stage-words.ts';
import { defaultScreenSettings, type ScreenSettings } from '../../shared/programme.ts';
import { element } from '../screens/element.ts';
import { reasonOf } from '../slots/slot.ts';
import { fitWords } from './fit.ts';
import { type LoadedMedium, Medium } from './medium.ts';

/** Each severity has its own shape, as some people cannot distinguish the colours. */
const signs: Readonly<Record<Severity, string>> = {
  info: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 11v5.5M12 7.2v.1',
  clear: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM7.5 12.4l3.2 3.1 5.8-6.4',
  warning: 'M12 3 22 20.5H2zM12 9.5v5M12 17.6v.1',
  alarm: 'M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8zM12 7v6M12 16.6v.1',
};

/** A medium that is not shown is retried: main retries only what it cannot fetch. The interval of a file doubles each time. */
const againMs = 15_000;
const longestAgainMs = 3_600_000;

/** One interrupt in its part of the screen. */
export class Board {
  readonly region = element('div', 'region');
  #interrupt: StageInterrupt;
  readonly #board: HTMLElement;
  readonly #words: HTMLElement;
  #medium: Medium | null = null;
  /** Why the words are shown alone; null: all is shown. */
  #why: string | null = null;
  #presented = 'null';
  #heard: string;
  #settings: ScreenSettings = defaultScreenSettings;
  #again = 0;
  #againMs = againMs;

  constructor(interrupt: StageInterrupt) {
    this.#interrupt = interrupt;
    const { layout, severity, language, title, lines, blank, sound } = interrupt;
    this.#heard = JSON.stringify(sound);
    const texts = [
      ...(title === '' ? [] : [element('h1', 'headline', [title])]),
      ...lines.map((line) => element('p', '', [line])),
    ];
    // A text of another script keeps its own direction.
    for (const text of texts) text.dir = 'auto';
    this.#words = element('div', 'words', [kindOf(severity, language), ...texts]);
    this.#board = element('section', blank ? 'interrupt blank' : 'interrupt', blank ? [] : [this.#words]);
    this.#board.dataset.layout = layout;
    this.#board.dataset.severity = severity;
    this.region.append(this.#board);
  }

  get interrupt(): StageInterrupt {
    return this.#interrupt;
  }

  /** Why not all is shown or heard; null: all is. */
  get why(): string | null {
    const { sound } = this.#interrupt;
    if (this.#why !== null || typeof sound === 'boolean' || this.hasFilm) return this.#why;
    if (sound.kind === 'loading') return soundLoading;
    return sound.kind === 'failed' ? `${chimeOnly}${sound.reason}` : null;
  }

  /** Its attention signal; null: none, or that of its video. */
  get heard(): { readonly source: string | null } | null {
    const { sound } = this.#interrupt;
    if (sound === false || this.hasFilm) return null;
    return { source: sound !== true && sound.kind === 'audio' ? sound.source : null };
  }

  /** Whether its sound is that of a video. */
  get hasFilm(): boolean {
    return this.#medium !== null && this.#interrupt.medium?.kind === 'video';
  }

  /** Takes over an acknowledgement, which ends the sound, and its medium. Returns whether nothing else differs. */
  takes(interrupt: StageInterrupt): boolean {
    const { sound, medium } = interrupt;
    const isSame = JSON.stringify({ ...this.#interrupt, sound, medium }) === JSON.stringify(interrupt);
    if (isSame) this.#interrupt = interrupt;
    return isSame;
  }

  /** Shows the medium as soon as it is loaded, and until then and otherwise the words alone. `changed`: what is seen or heard differs. */
  present(settings: ScreenSettings, changed: () => void): void {
    const { medium, sound } = this.#interrupt;
    this.#settings = settings;
    const text = JSON.stringify(medium);
    const isHeardAnew = this.#heard !== JSON.stringify(sound);
    this.#heard = JSON.stringify(sound);
    if (isHeardAnew) changed();
    if (text === this.#presented) return;
    this.#presented = text;
    this.#release();
    this.#againMs = againMs;
    this.#why = medium === null ? null : mediumLoading;
    if (medium === null || medium.kind === 'loading') changed();
    else if (medium.kind === 'failed') this.#standAlone(medium.reason, changed);
    else this.#load(medium, changed);
  }

  #load(medium: LoadedMedium, changed: () => void): void {
    const { key, sound } = this.#interrupt;
    const failed = (reason: string): void => {
      if (this.#medium !== shown) return;
      this.#standAlone(reason, changed);
      this.#again = window.setTimeout(() => this.#load(medium, changed), this.#againMs);
      if (medium.kind !== 'page') this.#againMs = Math.min(2 * this.#againMs, longestAgainMs);
    };
    const shown = new Medium(medium, { key, settings: this.#settings, sound: sound !== false, failed });
    this.#medium = shown;
    this.#board.append(shown.element);
    shown.load().then(
      () => {
        if (this.#medium !== shown) return;
        this.#board.classList.add('with-medium');
        this.#why = null;
        changed();
      },
      (cause: unknown) => failed(reasonOf(cause)),
    );
  }

  #standAlone(reason: string, changed: () => void): void {
    this.#release();
    this.#why = `${textOnly}${reason}`.slice(0, longestReason);
    changed();
  }

  adjust(settings: ScreenSettings): void {
    this.#settings = settings;
    this.#medium?.adjust(settings);
  }

  hear(isHeard: boolean): void {
    this.#medium?.hear(isHeard && this.#interrupt.sound !== false);
  }

  release(): void {
    this.#presented = '';
    this.#release();
    this.region.remove();
  }

  #release(): void {
    window.clearTimeout(this.#again);
    this.#board.classList.remove('with-medium');
    this.#medium?.release();
    this.#medium = null;
  }

  /** As large as its part of the screen allows. */
  fit(): void {
    if (!this.#interrupt.blank) fitWords(this.#board, this.#words, this.#interrupt.layout, this.region);
  }
}

function kindOf(severity: Severity, language: StageInterrupt['language']): HTMLElement {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', signs[severity]);
  drawing.append(path);
  const kind = element('p', 'kind', [drawing, stageWordsOf(language).say(`stage.interrupt.${severity}`)]);
  kind.lang = language;
  return kind;
}
