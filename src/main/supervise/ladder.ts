import type { Clock } from '../clock.ts';
import type { Health } from '../health/health.ts';
import type { KeptFile } from '../kept-file.ts';
import type { Log } from '../log.ts';
import type { ScreenSight } from '../show/screen.ts';
import {
  alive,
  dueForTry,
  ended,
  failingMs,
  isSafe,
  machineRestarted,
  mayRestartMachine,
  proven,
  type Stack,
  type Starts,
} from './starts.ts';

export interface LadderNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly starts: Pick<KeptFile<Starts>, 'value' | 'keep' | 'settled'>;
  /** How many times slower than usual this machine is. */
  slowness(): number;
  /** The edition that plays. */
  edition(): string | null;
  stack(): Stack;
  /** Ends the player, to be started again by whoever looks after it; null: nobody does. */
  readonly leave: (() => void) | null;
  /** Null: it is not allowed. Answers whether the machine restarts. */
  readonly restartMachine: (() => Promise<boolean>) | null;
}

/** So long everything has to paint before a start counts as one that worked. */
const stableMs = 60_000;
/** So many revives within that time, with no stable minute after any of them, and the browser is not what is wrong. */
const mostRevives = 5;
const revivesWithinMs = 600_000;
/** Nor what has painted nothing for so long, whatever was tried meanwhile. */
const darkMs = 240_000;
/** So many starts in safe mode have painted nothing: another one will not either. */
const mostFailedSafe = 2;
/** What paints nothing for so long after the start is not only slow. */
const hopeMs = 30_000;
/** Starts that fail for so long are not given that time again: each may last for less. */
const mostFailingMs = 20 * 60_000;
/** A machine that is still there so long after it agreed to restart does not. */
const stillThereMs = 15 * 60_000;

/** What was done for a screen that should be on. */
interface Tries {
  readonly restarts: number;
  /** When it was revived, with no stable minute since. */
  readonly at: readonly number[];
  /** Null: it paints. */
  readonly darkSince: number | null;
}

/**
 * Who brings the screen back when new renderers and browsers do not: the player is started anew, then in safe mode, then the
 * machine is restarted. Looks every second.
 */
export class Ladder {
  readonly #needs: LadderNeeds;
  /** By screen. */
  #tries: ReadonlyMap<string, Tries> = new Map();
  #edition: { readonly id: string | null; readonly since: number };
  readonly #startedAt: number;
  readonly #startedSinceBoot: number;
  #writtenAt: number;
  #isProven = false;
  #hasPainted = false;
  #isOver = false;

  constructor(needs: LadderNeeds) {
    this.#needs = needs;
    this.#startedAt = needs.clock.monotonic();
    this.#startedSinceBoot = needs.clock.sinceBoot();
    this.#writtenAt = this.#startedAt;
    this.#edition = { id: null, since: this.#writtenAt };
  }

  look(health: Pick<Health, 'screens' | 'storage'>, sights: readonly ScreenSight[]): void {
    if (this.#isOver) return;
    const now = this.#needs.clock.monotonic();
    const wanted = new Set(health.screens.filter((screen) => screen.wanted === 'on').map(({ id }) => id));
    const judged = sights.filter(({ id, state }) => wanted.has(id) && state !== 'off');
    this.#hasPainted ||= sights.some(({ state }) => state === 'painting');
    this.#prove(judged, now);
    if (this.#hasFailed(judged, now)) this.#leave('New renderers and browsers do not bring the screen back');
    else if (this.#isMachineWrong(health)) this.#restartMachine();
    else if (this.#isTryDue()) this.#tryAsUsual();
  }

  /** The player ends because of a fault outside of it: its start goes on counting as one that failed. */
  failed(): void {
    this.#isOver = true;
  }

  /** To be called when somebody ends the player on purpose. */
  ended(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isProven) this.#keep(ended(this.#starts, this.#needs.clock.now()));
  }

  #prove(judged: readonly ScreenSight[], now: number): void {
    const { edition, stack, clock } = this.#needs;
    const id = edition();
    if (id !== this.#edition.id) this.#edition = { id, since: now };
    const isStable =
      judged.length > 0 &&
      judged.every(({ state, since }) => state === 'painting' && now - since >= stableMs) &&
      now - this.#edition.since >= stableMs;
    const isNews = !this.#isProven || (!isSafe(this.#starts) && id !== this.#starts.provenEdition);
    if (isStable && isNews) {
      this.#isProven = true;
      this.#keep(proven(this.#starts, { edition: id, ...stack() }, clock.now()));
    } else if (!this.#isProven && now - this.#writtenAt >= stableMs) {
      this.#writtenAt = now;
      this.#keep(alive(this.#starts, clock.now()));
    }
  }

  #hasFailed(judged: readonly ScreenSight[], now: number): boolean {
    const slowness = this.#needs.slowness();
    this.#tries = new Map(judged.map((sight) => [sight.id, this.#triesOf(sight, now)]));
    return [...this.#tries.values()].some(
      ({ at, darkSince }) =>
        darkSince !== null && (at.length >= mostRevives || now - darkSince >= darkMs * slowness),
    );
  }

  /** A screen that was off a moment ago is judged from now on. */
  #triesOf({ id, state, since, restarts }: ScreenSight, now: number): Tries {
    const before = this.#tries.get(id) ?? { restarts, at: [], darkSince: null };
    const within = revivesWithinMs * this.#needs.slowness();
    const isStable = state === 'painting' && now - since >= stableMs;
    const added = Array.from({ length: Math.max(0, restarts - before.restarts) }, () => now);
    return {
      restarts,
      at: isStable ? [] : [...before.at, ...added].filter((one) => now - one < within),
      darkSince: state === 'painting' ? null : (before.darkSince ?? now),
    };
  }

  #leave(why: string): void {
    const { leave, log } = this.#needs;
    if (leave === null) {
      log.state('ladder', 'alone', 'error', `${why}, and nobody starts the player again: it goes on trying`);
      return;
    }
    log.error(`${why}: the player ends, to be started again`);
    this.#isOver = true;
    leave();
  }

  #isTryDue(): boolean {
    const { clock, leave } = this.#needs;
    const { triesAt } = this;
    return leave !== null && triesAt !== null && this.#hasWaited && clock.now() >= triesAt;
  }

  #tryAsUsual(): void {
    const { clock } = this.#needs;
    this.#keep(dueForTry(ended(this.#starts, clock.now()), clock.now()));
    this.#leave('Safe mode has lasted long enough for a try as usual');
  }

  /** Never while something paints, nor where another start has no better disk, display or plan. */
  #isMachineWrong({ screens, storage }: Pick<Health, 'screens' | 'storage'>): boolean {
    const { restartMachine, clock } = this.#needs;
    const { safe } = this.#starts;
    if (restartMachine === null || safe === null || safe.failed < mostFailedSafe) return false;
    if (!isSafe(this.#starts) || this.#hasPainted) return false;
    const blind = screens.filter((screen) => screen.wanted === 'on' && screen.seen !== 'no-display');
    if (blind.length === 0) return false;
    if (storage !== null && storage.state !== 'good') return false;
    const [now, sinceBoot] = [clock.now(), clock.sinceBoot()];
    const isHopeless = this.#hasWaited || failingMs(this.#starts, now, sinceBoot) >= mostFailingMs;
    return isHopeless && mayRestartMachine(this.#starts, now, sinceBoot);
  }

  get #hasWaited(): boolean {
    const { clock, slowness } = this.#needs;
    return clock.monotonic() - this.#startedAt >= hopeMs * slowness();
  }

  #restartMachine(): void {
    const { log, clock, restartMachine, starts } = this.#needs;
    log.error('Nothing is painted in safe mode either: the machine is restarted');
    this.#isOver = true;
    this.#keep(machineRestarted(this.#starts, clock.now()));
    // A restart that is not on the disk is not counted, and would be followed by too many.
    const restarts = starts.settled().then(() => restartMachine?.() ?? false);
    // Where it does not restart, all that is left is another start of the player.
    restarts.then(
      (isRestarting) => {
        this.#isOver = isRestarting;
        if (isRestarting) clock.after(stillThereMs, () => this.#isStillThere());
      },
      (error: unknown) => {
        this.#isOver = false;
        log.error('The machine could not be restarted', { error });
      },
    );
  }

  #isStillThere(): void {
    this.#needs.log.error('The machine was restarted, and is still the same one: the player goes on');
    this.#isOver = false;
  }

  /** When safe mode ends for a try as usual. Epoch milliseconds by the clock as it goes now; null: it is no safe mode. */
  get triesAt(): number | null {
    const { safe } = this.#starts;
    if (safe === null || !isSafe(this.#starts)) return null;
    const { clock } = this.#needs;
    // Safe mode that began under a clock that was ahead would last until that comes again.
    const leftMs = safe.restMs - (clock.sinceBoot() - this.#startedSinceBoot);
    return Math.min(safe.tryAt, clock.now() + leftMs);
  }

  get #starts(): Starts {
    return this.#needs.starts.value;
  }

  #keep(starts: Starts): void {
    this.#needs.starts.keep(starts);
  }
}
