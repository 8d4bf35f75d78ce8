import { type StageInterrupt, severities } from '../../shared/interrupts.ts';
import type { FromScreen } from '../../shared/messages.ts';
import { defaultScreenSettings, type ScreenSettings } from '../../shared/programme.ts';
import { epochAt, type PlayerClock } from '../clock.ts';
import { onDisplay } from '../first-sight.ts';
import { element } from '../screens/element.ts';
import { placeBox } from '../zone.ts';
import { Board } from './board.ts';
import { Chime } from './chime.ts';

interface InterruptsNeeds {
  readonly surface: HTMLElement;
  readonly clock: PlayerClock;
  report(message: FromScreen & { readonly type: 'interrupt' }): void;
}

/** What is shown above the show, which plays on below: without it, the show is in sight at once. */
export class Interrupts {
  readonly element = element('div', 'interrupts');
  readonly #needs: InterruptsNeeds;
  readonly #chime = new Chime();
  #boards: ReadonlyMap<string, Board> = new Map();
  #settings: ScreenSettings = defaultScreenSettings;
  #isBlack = false;

  constructor(needs: InterruptsNeeds) {
    this.#needs = needs;
  }

  /** From bottom to top. */
  show(shown: readonly StageInterrupt[]): void {
    const before = this.#boards;
    this.#boards = new Map(shown.map((one) => [one.key, renewed(before.get(one.key), one)]));
    const boards = [...this.#boards.values()];
    for (const board of before.values()) if (!boards.includes(board)) board.release();
    for (const [index, board] of boards.entries()) {
      board.region.style.zIndex = String(index);
      const isNew = !board.region.isConnected;
      if (isNew) this.element.append(board.region);
      board.present(this.#settings, () => this.#changed(board));
      if (isNew) this.#changed(board);
    }
    this.#sound();
  }

  #changed(board: Board): void {
    this.#place(board);
    this.#sound();
    void this.#reportPaint(board);
  }

  adjust(settings: ScreenSettings): void {
    this.#settings = settings;
    for (const board of this.#boards.values()) {
      board.adjust(settings);
      const wasHidden = board.region.hidden;
      this.#place(board);
      if (board.region.hidden !== wasHidden) void this.#reportPaint(board);
    }
    this.#sound();
  }

  /** The display is off: nothing is seen or heard. */
  black(isBlack: boolean): void {
    this.#isBlack = isBlack;
    this.#sound();
    for (const board of this.#boards.values()) void this.#reportPaint(board);
  }

  #place(board: Board): void {
    const { zone } = board.interrupt;
    const place = this.#settings.zones?.find(({ id }) => id === zone);
    const { surface } = this.#needs;
    board.region.hidden = zone !== '' && place === undefined;
    if (board.region.hidden) return;
    if (place) placeBox(board.region, place, { width: surface.clientWidth, height: surface.clientHeight });
    board.fit();
  }

  #sound(): void {
    for (const board of this.#boards.values()) board.hear(!this.#isBlack);
    const wanted = [...this.#boards.values()]
      .flatMap(({ heard, interrupt: { severity } }) =>
        heard === null || this.#isBlack ? [] : [{ severity, ...heard }],
      )
      // The uppermost of the most severe ones comes last.
      .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
    this.#chime.play(wanted.at(-1) ?? null, this.#settings.volume);
  }

  /** Reports again when a display that was off is on, or a paint came late. */
  async #reportPaint(board: Board): Promise<void> {
    const { key } = board.interrupt;
    const isGone = (): boolean => !board.region.isConnected;
    const failed = (reason: string): void => this.#report(key, 'failed', performance.now(), reason);
    if (this.#isBlack) return failed('display-off');
    if (board.region.hidden) return failed('no-such-zone');
    const { why } = board;
    for (let tries = 0; tries < 30; tries++) {
      const at = await onDisplay();
      // What is seen by now is reported by a later call.
      if (isGone() || this.#isBlack || board.why !== why) return;
      if (at !== null) return this.#report(key, 'painted', at, why);
      failed('paint-not-confirmed');
    }
  }

  #report(key: string, state: 'painted' | 'failed', mono: number, reason: string | null): void {
    this.#needs.report({ type: 'interrupt', key, state, at: epochAt(this.#needs.clock, mono), reason });
  }
}

/** The same board unless something seen differs: only then it is painted anew. */
function renewed(board: Board | undefined, one: StageInterrupt): Board {
  return board?.takes(one) ? board : new Board(one);
}
