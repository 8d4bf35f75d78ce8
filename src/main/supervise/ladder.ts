import type { Clock } from '../clock.ts';
import type { Health } from '../health/health.ts';
import type { KeptFile } from '../kept-file.ts';
import type { Log } from '../log.ts';
import type { ScreenSight } from '../show/screen.ts';
import {
  alive,
  ended,
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
  readonly starts: Pick<KeptFile<Starts>, 'value' | 'write'>;
  /** How many times as long as usual things may take here. */
  patience(): number;
  /** The edition that plays. */
  edition(): string | null;
  stack(): Stack;
  /** Ends the player, to be started again by whoever looks after it; null: nobody does. */
  readonly leave: (() => void) | null;
  /** Null: it is not allowed. */
  readonly restartMachine: (() => void) | null;
}

/** So long everything has to paint before a start counts as one that worked. */
const stableMs = 60_000;
/** So many revives within that time, with no stable minute after any of them, and the browser is not what is wrong. */
const mostRevives = 5;
const revivesWithinMs = 600_000;
/** So many starts in safe mode have painted nothing: another one will not either. */
const mostFailedSafe = 2;
/** What paints nothing for so long after the start is not only slow. */
const hopeMs = 30_000;

/**
 * Who brings the screen back when new renderers and browsers do not: the player is started anew, then in safe mode, then the
 * machine is restarted. Looks every second.
 */
export class Ladder {
  readonly #needs: LadderNeeds;
  readonly #revives = new Map<string, { readonly restarts: number; readonly at: readonly number[] }>();
  #edition: { readonly id: string | null; readonly since: number };
  readonly #startedAt: number;
  #writtenAt: number;
  #isProven = false;
  #hasPainted = false;
  #isOver = false;

  constructor(needs: LadderNeeds) {
    this.#needs = needs;
    this.#startedAt = needs.clock.monotonic();
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
    else if (this.#isTryDue()) this.#tryAsUsual();
    else if (this.#isMachineWrong(health)) this.#restartMachine();
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
    const within = revivesWithinMs * this.#needs.patience();
    return judged.some(({ id, state, since, restarts }) => {
      const before = this.#revives.get(id) ?? { restarts: 0, at: [] };
      const isStable = state === 'painting' && now - since >= stableMs;
      const added = Array.from({ length: Math.max(0, restarts - before.restarts) }, () => now);
      const at = isStable ? [] : [...before.at, ...added].filter((one) => now - one < within);
      this.#revives.set(id, { restarts, at });
      return at.length >= mostRevives && state !== 'painting';
    });
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
    const { safe } = this.#starts;
    const now = this.#needs.clock.now();
    return this.#needs.leave !== null && safe !== null && isSafe(this.#starts) && now >= safe.tryAt;
  }

  #tryAsUsual(): void {
    const { clock } = this.#needs;
    this.#keep(ended(this.#starts, clock.now()));
    this.#leave('Safe mode has lasted long enough for a try as usual');
  }

  /** Never while something paints, nor where another start has no better disk, display or plan. */
  #isMachineWrong({ screens, storage }: Pick<Health, 'screens' | 'storage'>): boolean {
    const { patience, restartMachine, clock } = this.#needs;
    const { safe } = this.#starts;
    if (restartMachine === null || safe === null || safe.failed < mostFailedSafe) return false;
    if (!isSafe(this.#starts) || this.#hasPainted) return false;
    const blind = screens.filter((screen) => screen.wanted === 'on' && screen.seen !== 'no-display');
    if (blind.length === 0) return false;
    if (storage !== null && storage.state !== 'good') return false;
    const hasWaited = clock.monotonic() - this.#startedAt >= hopeMs * patience();
    return hasWaited && mayRestartMachine(this.#starts, clock.now());
  }

  #restartMachine(): void {
    const { log, clock, restartMachine } = this.#needs;
    log.error('Nothing is painted in safe mode either: the machine is restarted');
    this.#isOver = true;
    this.#keep(machineRestarted(this.#starts, clock.now()));
    restartMachine?.();
  }

  get #starts(): Starts {
    return this.#needs.starts.value;
  }

  #keep(starts: Starts): void {
    this.#needs.starts.write(starts);
  }
}
