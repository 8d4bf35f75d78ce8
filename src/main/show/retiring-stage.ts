import type { FromScreen } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import type { Showings } from './showings.ts';
import type { StageListener, StageSession } from './stage-session.ts';

const longestFarewellMs = 500;

/** A stage that another one took over from: it is heard to its last word, but not for long. Then its window is closed. */
export class Farewell implements StageListener {
  readonly #stage: StageSession;
  readonly #showings: Showings;
  /** What it showed: those of the stage after it are open beside them. */
  readonly #ids: readonly string[];
  readonly #cancel: () => void;
  #isOver = false;

  /** `since`: the other stage is in sight since then. */
  constructor(stage: StageSession, showings: Showings, clock: Clock, since: number) {
    this.#stage = stage;
    this.#showings = showings;
    this.#ids = showings.ids;
    this.#cancel = clock.after(longestFarewellMs, () => this.end());
    stage.listenedToBy(this);
    if (this.#ids.length === 0) this.end();
    else stage.send({ type: 'leave', at: since });
  }

  heard(message: FromScreen): void {
    if (message.type !== 'ended') return;
    this.#showings.ended(message);
    this.end();
  }

  /** Loaded anew it has nothing left to say. */
  stands(): void {
    this.end();
  }

  gone(): void {
    this.end();
  }

  hung(): void {
    this.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancel();
    this.#showings.leave('recycled', this.#ids);
    void this.#stage.close();
  }
}
