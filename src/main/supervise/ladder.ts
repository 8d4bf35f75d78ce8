import type { Clock } from '../ground/clock.ts';
import type { KeptFile } from '../ground/kept-file.ts';
import type { Log } from '../ground/log.ts';
import type { Health } from '../health/health.ts';
import type { ScreenSight } from '../show/screen-status.ts';
import {
  alive,
  dueForTry,
  ended,
  failingMs,
  isSafe,
  machineNotRestarted,
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
  edition(): string | null;
  stack(): Stack;
  /** Ends the player for a restart; null: nothing would restart it. */
  readonly leave: (() => void) | null;
  /** Null: not allowed. Answers whether the machine restarts. */
  readonly restartMachine: (() => Promise<boolean>) | null;
}

/** All screens must paint for this long before a start counts as successful. */
const stableMs = 60_000;
/** After so many revives within this time, none followed by a stable minute, the browser is not the cause. */
const mostRevives = 5;
const revivesWithinMs = 600_000;
/** Nor after this time without a picture, whatever was tried. */
const darkMs = 240_000;
/** After so many starts in safe mode without a picture, another one would not help. */
const mostFailedSafe = 2;
/** After this time without a picture the start is not merely slow. */
const hopeMs = 30_000;
/** Starts that fail for so long are not given that time again: each may last for less. */
const mostFailingMs = 20 * 60_000;
/** A machine still running this long after it agreed to restart does not restart. */
const stillThereMs = 15 * 60_000;

/** Attempts to restore a screen that should be on. */
interface Tries {
  readonly restarts: number;
  /** When it was revived, with no stable minute since. */
  readonly at: readonly number[];
  /** Null: it paints. */
  readonly darkSince: number | null;
}

/**
 * Restores the screen when new renderers and browsers do not: restarts the player, then in safe mode, then restarts the
 * machine. Called every second.
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
    if (this.#hasFailed(judged, now)) this.#leave('New renderers and browsers do not restore the screen');
    else if (this.#isMachineWrong(health)) this.#restartMachine();
    else if (this.#isTryDue()) this.#tryAsUsual();
  }

  /** The player ends because of a fault outside of it: its start goes on counting as one that failed. */
  failed(): void {
    this.#isOver = true;
  }

  /** Must be called when a person ends the player. */
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

  /** The history of a screen that was off does not count. */
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
      log.state('ladder', 'alone', 'error', `${why}, and nothing restarts the player: it keeps trying`);
      return;
    }
    log.error(`${why}: the player ends for a restart`);
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
    this.#leave('Safe mode has lasted long enough for a normal start');
  }

  /** Never while something paints, nor where a restart would not repair disk, display or plan. */
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
    log.error('Safe mode shows no picture either: the player restarts the machine');
    this.#isOver = true;
    this.#keep(machineRestarted(this.#starts, clock.now()));
    // An unrecorded restart would not count, and too many would follow.
    const restarts = starts.settled().then(() => restartMachine?.() ?? false);
    // Where the machine does not restart, the player's own restart remains.
    restarts.then(
      (isRestarting) => {
        if (isRestarting) clock.after(stillThereMs, () => this.#isStillThere());
        else this.#goOn();
      },
      (error: unknown) => {
        log.error('Cannot restart the machine', { error });
        this.#goOn();
      },
    );
  }

  #goOn(): void {
    this.#isOver = false;
    this.#keep(machineNotRestarted(this.#starts, this.#needs.clock.now()));
  }

  #isStillThere(): void {
    this.#needs.log.error('The machine agreed to restart but still runs: the player goes on');
    this.#isOver = false;
  }

  /** When safe mode tries a normal start, in epoch milliseconds by the current clock; null: not in safe mode. */
  get triesAt(): number | null {
    const { safe } = this.#starts;
    if (safe === null || !isSafe(this.#starts)) return null;
    const { clock } = this.#needs;
    // Under a clock that was ahead, safe mode would last until that time comes again.
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
