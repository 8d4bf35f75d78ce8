import type { FromScreen } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import type { Showings } from './showings.ts';
import type { StageListener, StageSession } from './stage-session.ts';

const longestRetirementMs = 500;

/** A stage that another one took over from: its last report is awaited for a moment, then its window is closed. */
export class RetiringStage implements StageListener {
  readonly #stage: StageSession;
  readonly #showings: Showings;
  /** Its own showings; those of the new stage are open beside them. */
  readonly #ids: readonly string[];
  readonly #cancel: () => void;
  #isOver = false;

  /** `since`: when the new stage came into sight. */
  constructor(stage: StageSession, showings: Showings, clock: Clock, since: number) {
    this.#stage = stage;
    this.#showings = showings;
    this.#ids = showings.ids;
    this.#cancel = clock.after(longestRetirementMs, () => this.end());
    stage.setListener(this);
    if (this.#ids.length === 0) this.end();
    else stage.send({ type: 'leave', at: since });
  }

  onMessage(message: FromScreen): void {
    if (message.type !== 'ended') return;
    this.#showings.ended(message);
    this.end();
  }

  /** It was reloaded: no last report will come. */
  onReady(): void {
    this.end();
  }

  onGone(): void {
    this.end();
  }

  onHung(): void {
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
