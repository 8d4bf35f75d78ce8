import type { FromScreen } from '../../shared/messages.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import type { Seen } from './hand-over.ts';
import type { StageSession } from './stage-session.ts';

/** An item that stays for longer is not waited for, unless the caller sets another limit. */
const defaultLongestMs = 180_000;
/** How long a stage may take to report that its item is over, and to send its last report on it. */
const longestYieldMs = 3_000;
const longestLeaveMs = 300;

/** Waits for the end of the item in sight and holds it there, so that the browser can be replaced without a cut. */
export class ItemEnd {
  readonly #clock: Clock;
  readonly #seen: () => Seen | null;
  #onYields: (message: FromScreen & { type: 'yields' }) => void = () => undefined;

  constructor(clock: Clock, seen: () => Seen | null) {
    this.#clock = clock;
    this.#seen = seen;
  }

  yields(message: FromScreen & { type: 'yields' }): void {
    this.#onYields(message);
  }

  /** Resolves at once when nothing is in sight or the item stays for too long. */
  async wait(stage: StageSession, isInFront: () => boolean, longestMs = defaultLongestMs): Promise<void> {
    const clock = this.#clock;
    const seen = this.#seen();
    if (seen === null || seen.endsAt - clock.now() > longestMs) return;
    const yielded = Promise.withResolvers<number>();
    this.#onYields = ({ showingId, at }) => (showingId === seen.showingId ? yielded.resolve(at) : undefined);
    stage.send({ type: 'yield', showingId: seen.showingId, ...(seen.zone ? { zone: seen.zone } : {}) });
    const late = this.#isLate(seen.showingId, clock.now() + longestMs).then(() => null);
    const at = await Promise.race([yielded.promise, late]);
    this.#onYields = () => undefined;
    if (at === null || !isInFront()) return;
    await sleep(clock, Math.max(0, at - clock.now()));
    stage.conceal();
    stage.send({ type: 'leave', at });
    await sleep(clock, longestLeaveMs);
  }

  /** Resolves when the showing is overdue. Its expected end can change while this waits. */
  async #isLate(showingId: string, longest: number): Promise<void> {
    const clock = this.#clock;
    const waitingSince = clock.now();
    const leftMs = (): number => {
      const seen = this.#seen();
      const endsAt = seen?.showingId === showingId ? Math.min(seen.endsAt, longest) : waitingSince;
      return Math.max(waitingSince, endsAt) + longestYieldMs - clock.now();
    };
    for (let left = leftMs(); left > 0; left = leftMs()) await sleep(clock, left);
  }
}
