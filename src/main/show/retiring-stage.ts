import type { FromScreen } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import type { StageListener, StageSession } from './stage-session.ts';
import type { ZoneShows } from './zone-shows.ts';

const longestRetirementMs = 500;

/** A stage that another one took over from: its last report is awaited for a moment, then its window is closed. */
export class RetiringStage implements StageListener {
  readonly #stage: StageSession;
  readonly #shows: Pick<ZoneShows, 'ids' | 'ended' | 'leave'>;
  /** Its own showings; those of the new stage are open beside them. */
  readonly #ids: readonly string[];
  readonly #cancel: () => void;
  #isOver = false;

  /** `since`: when the new stage came into sight. */
  constructor(
    stage: StageSession,
    shows: Pick<ZoneShows, 'ids' | 'ended' | 'leave'>,
    clock: Clock,
    since: number,
  ) {
    this.#stage = stage;
    this.#shows = shows;
    this.#ids = shows.ids;
    this.#cancel = clock.after(longestRetirementMs, () => this.end());
    stage.setListener(this);
    if (this.#ids.length === 0) this.end();
    else stage.send({ type: 'leave', at: since });
  }

  onMessage(message: FromScreen): void {
    if (message.type !== 'ended') return;
    this.#shows.ended(message);
    const open = this.#shows.ids;
    if (!this.#ids.some((id) => open.includes(id))) this.end();
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
    this.#shows.leave('recycled', this.#ids);
    void this.#stage.close();
  }
}
