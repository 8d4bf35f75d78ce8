import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Vitals } from '../health/facts.ts';
import type { Health } from '../health/health.ts';
import { KeptFile } from '../kept-file.ts';
import type { Log } from '../log.ts';
import { runProgram } from '../program.ts';
import type { ScreenSight } from '../show/screen.ts';
import { Slowness } from '../slowness.ts';
import { DailyRenewal } from './daily-renewal.ts';
import { Ladder } from './ladder.ts';
import { isSafe, type Stack, type Starts } from './starts.ts';

export interface SupervisionNeeds {
  readonly config: Pick<Config, 'dataDir' | 'player'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly starts: KeptFile<Starts>;
  /** Somebody starts the player again when it ends. */
  readonly isSupervised: boolean;
  sights(): readonly ScreenSight[];
  vitals(): Vitals | null;
  /** What this player is made of and stands on. */
  stack(): Stack;
  /** Ends the player, to be started again. */
  leave(): void;
  /** Replaces the browser between two items. */
  renew(): Promise<void>;
}

const restartProgramMs = 60_000;

/** Who brings the player back, and how much time it gives things: what is kept of both, and what is done every second. */
export class Supervision {
  readonly slowness: Slowness;
  readonly #needs: SupervisionNeeds;
  readonly #ladder: Ladder;
  readonly #renewal: DailyRenewal;
  readonly #slownessFile: KeptFile<number>;
  /** What could not be written when it was last looked at. */
  readonly #unwritten = new Set<string>();

  constructor(needs: SupervisionNeeds) {
    this.#needs = needs;
    const { config, clock, log, starts, isSupervised, vitals, stack, leave } = needs;
    this.#slownessFile = new KeptFile(config.dataDir, 'slowness.json', (value) => Number(value ?? 1));
    this.slowness = new Slowness(this.#slownessFile.value, (factor) => {
      log.info('Limits are as long as this machine needs them', { times: factor });
      this.#slownessFile.keep(factor);
    });
    this.#renewal = new DailyRenewal(clock, config.player.restartAt);
    const { restartMachine } = config.player;
    this.#ladder = new Ladder({
      clock,
      log,
      starts,
      slowness: () => this.slowness.forJudges,
      stack,
      edition: () => vitals()?.edition ?? null,
      leave: isSupervised ? leave : null,
      restartMachine: restartMachine === null ? null : () => this.#run(restartMachine),
    });
    this.#logFailures();
    if (this.safe) log.error(inEnglish(this.safe));
  }

  get isSafe(): boolean {
    return isSafe(this.#needs.starts.value);
  }

  /** Why the player is in safe mode, for people; null: it is not. */
  get safe(): Message | null {
    const { triesAt } = this.#ladder;
    if (triesAt === null) return null;
    return message('health.safe-mode', { at: new Date(triesAt).toISOString() });
  }

  /**
   * The system may have put another browser or kernel in the place of the one that painted well, or another version of this
   * player: while that has not painted well too, it is named beside the one that did.
   */
  get changed(): Message | null {
    const { starts, stack } = this.#needs;
    const { provenBrowser, provenKernel, provenVitrine, count } = starts.value;
    if (count === 0) return null;
    const now = stack();
    const all = [
      ['browser', provenBrowser, now.browser],
      ['kernel', provenKernel, now.kernel],
      ['player', provenVitrine, now.vitrine],
    ] as const;
    const changes = all.flatMap(([what, before, is]) =>
      // A browser that is not up yet has no version.
      before === null || before === is || !/\d/.test(is)
        ? []
        : [message(`health.changed.${what}`, { before, now: is })],
    );
    return changes.length === 0
      ? null
      : changes.reduce((first, next) => message('sentences', { first, next }));
  }

  look(health: Health): void {
    const { sights, vitals, renew, log } = this.#needs;
    this.#ladder.look(health, sights());
    this.#logFailures();
    if (!this.#renewal.isDue(vitals()?.clock.zone ?? null)) return;
    log.info('The browser is replaced, as configured');
    renew().catch((error: unknown) => log.warn('The browser could not be replaced', { error }));
  }

  /** Somebody has mended what was wrong: the next start is one as usual. False: this is no safe mode. */
  leaveSafeMode(): boolean {
    const { starts } = this.#needs;
    if (!this.isSafe) return false;
    starts.keep({ ...starts.value, count: 0, safe: null });
    return true;
  }

  /** The player ends because of a fault outside of it: its start goes on counting as one that failed. */
  failed(): void {
    this.#ladder.failed();
  }

  /** Somebody ends the player on purpose, or it ends to be started again. Resolves when all that is kept is on the disk. */
  async ended(): Promise<void> {
    this.#ladder.ended();
    await Promise.all([this.#needs.starts.settled(), this.#slownessFile.settled()]);
  }

  #logFailures(): void {
    const { log, starts } = this.#needs;
    const files = [
      ['How often the player was started', starts.failure],
      ['How slow this machine is', this.#slownessFile.failure],
    ] as const;
    for (const [what, error] of files) {
      const wasUnwritten = this.#unwritten.has(what);
      if (error !== null && !wasUnwritten) {
        this.#unwritten.add(what);
        log.warn(`${what} cannot be written; the player tries again`, { error });
      } else if (error === null && this.#unwritten.delete(what)) log.info(`${what} is written again`);
    }
  }

  async #run(program: readonly string[]): Promise<boolean> {
    const { mistake, output } = await runProgram(program, { timeoutMs: restartProgramMs });
    if (mistake !== null) this.#needs.log.error('The machine could not be restarted', { mistake, output });
    return mistake === null;
  }
}
