import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { KeptFile } from '../ground/kept-file.ts';
import type { Log } from '../ground/log.ts';
import { runProgram } from '../ground/program.ts';
import { Slowness } from '../ground/slowness.ts';
import type { Vitals } from '../health/facts.ts';
import type { Health } from '../health/health.ts';
import type { ScreenSight } from '../show/screen-status.ts';
import { DailyRenewal } from './daily-renewal.ts';
import { Ladder } from './ladder.ts';
import { isSafe, type Stack, type Starts } from './starts.ts';

export interface SupervisionNeeds {
  readonly config: Pick<Config, 'dataDir' | 'player'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly starts: KeptFile<Starts>;
  /** Something restarts the player when it ends. */
  readonly isSupervised: boolean;
  sights(): readonly ScreenSight[];
  vitals(): Vitals | null;
  stack(): Stack;
  /** Ends the player for a restart. */
  leave(): void;
  /** Replaces the browser between two items. */
  renew(): Promise<void>;
}

const restartProgramMs = 60_000;

/** Restores the player and adapts limits to the machine; keeps the state of both. */
export class Supervision {
  readonly slowness: Slowness;
  readonly #needs: SupervisionNeeds;
  readonly #ladder: Ladder;
  readonly #renewal: DailyRenewal;
  readonly #slownessFile: KeptFile<number>;
  readonly #stretchFile: KeptFile<number>;
  /** Files that could not be written at the last check. */
  readonly #unwritten = new Set<string>();

  constructor(needs: SupervisionNeeds) {
    this.#needs = needs;
    const { config, clock, log, starts, vitals, stack } = needs;
    this.#slownessFile = new KeptFile(config.dataDir, 'slowness.json', (value) => Number(value ?? 1));
    this.#stretchFile = new KeptFile(config.dataDir, 'stretch.json', (value) => Number(value ?? 1));
    this.slowness = new Slowness(
      this.#slownessFile.value,
      (factor) => {
        log.info('Limits follow the speed of this machine', { times: factor });
        this.#slownessFile.keep(factor);
      },
      this.#stretchFile.value,
      (stretch) => this.#stretchFile.keep(stretch),
    );
    this.#renewal = new DailyRenewal(clock, config.player.restartAt);
    const { restartMachine } = config.player;
    this.#ladder = new Ladder({
      clock,
      log,
      starts,
      slowness: () => this.slowness.forJudges,
      stack,
      edition: () => vitals()?.edition ?? null,
      leave: this.restart,
      restartMachine: restartMachine === null ? null : () => this.#run(restartMachine),
    });
    this.#logFailures();
    if (this.safe) log.error(inEnglish(this.safe));
  }

  /** Ends the player for a restart; null: nothing would restart it. */
  get restart(): (() => void) | null {
    const { isSupervised, leave } = this.#needs;
    return isSupervised ? leave : null;
  }

  get isSafe(): boolean {
    return isSafe(this.#needs.starts.value);
  }

  /** Why the player is in safe mode; null: it is not. */
  get safe(): Message | null {
    const { triesAt } = this.#ladder;
    if (triesAt === null) return null;
    return message('health.safe-mode', { at: new Date(triesAt).toISOString() });
  }

  /** Upgrades of browser, kernel or player that have not shown a stable picture yet, beside what did; null: none. */
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
      // A browser that is still starting has no version.
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
    log.info('Replacing the browser, as configured');
    renew().catch((error: unknown) => log.warn('Cannot replace the browser', { error }));
  }

  /** The next start is a normal one. False: the player is not in safe mode. */
  leaveSafeMode(): boolean {
    const { starts } = this.#needs;
    if (!this.isSafe) return false;
    starts.keep({ ...starts.value, count: 0, safe: null });
    return true;
  }

  /** A person asks for it. Resolves once the machine has agreed: it will end the player soon. */
  async restartMachine(by: unknown): Promise<void> {
    const { config, log } = this.#needs;
    const { restartMachine } = config.player;
    if (restartMachine === null) throw new VitrineError('permanent', message('no-machine-restart'));
    log.info('The machine is restarted as requested', { by });
    const { mistake } = await runProgram(restartMachine, { timeoutMs: restartProgramMs });
    if (mistake !== null)
      throw new VitrineError('permanent', message('machine-not-restarted', { why: mistake }));
  }

  /** The player ends because of a fault outside of it: its start goes on counting as one that failed. */
  failed(): void {
    this.#ladder.failed();
  }

  /** Must be called before a requested end or restart. Resolves when all state is on the disk. */
  async ended(): Promise<void> {
    this.#ladder.ended();
    const files = [this.#needs.starts, this.#slownessFile, this.#stretchFile];
    await Promise.all(files.map((file) => file.settled()));
  }

  #logFailures(): void {
    const { log, starts } = this.#needs;
    const files = [
      ['The count of starts', starts.failure],
      ['The slowness of this machine', this.#slownessFile.failure ?? this.#stretchFile.failure],
    ] as const;
    for (const [what, error] of files) {
      const wasUnwritten = this.#unwritten.has(what);
      if (error !== null && !wasUnwritten) {
        this.#unwritten.add(what);
        log.warn(`${what} cannot be written; the player retries`, { error });
      } else if (error === null && this.#unwritten.delete(what)) log.info(`${what} is written again`);
    }
  }

  async #run(program: readonly string[]): Promise<boolean> {
    const { mistake, output } = await runProgram(program, { timeoutMs: restartProgramMs });
    if (mistake !== null) this.#needs.log.error('Cannot restart the machine', { mistake, output });
    return mistake === null;
  }
}
