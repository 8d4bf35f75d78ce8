import type { Clock } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import type { LinkFacts } from '../health/facts.ts';
import type { Fleet } from './fleet.ts';

type Why = NonNullable<LinkFacts['why']>;

type Joined = Pick<Fleet, 'facts' | 'stop' | 'wakeEvents' | 'entry'>;

interface JoiningNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Rejects when it fails now. `onFault`: why it takes long. */
  join(onFault: (why: Why) => void): Promise<Joined>;
}

const backoff: Backoff = { firstMs: 5_000, mostMs: 300_000 };

/** Joins the fleet and retries until it succeeds: a credentials file or the disk may be missing at start. */
export class Joining {
  readonly #needs: JoiningNeeds;
  readonly #since: number;
  #fleet: Joined | null = null;
  #hasConnected = false;
  #why: Why | null = null;
  #attempt = 0;
  #isStopped = false;
  #cancelRetry: () => void = () => undefined;

  constructor(needs: JoiningNeeds) {
    this.#needs = needs;
    this.#since = needs.clock.monotonic();
    void this.#join();
  }

  facts(): LinkFacts {
    const waitedMs = this.#needs.clock.monotonic() - this.#since;
    const waits = { state: 'waiting', forMs: waitedMs, why: this.#why, hasClone: false } as const;
    const facts = this.#fleet?.facts() ?? waits;
    this.#hasConnected ||= facts.state === 'connected';
    return { ...facts, awaitedMs: this.#hasConnected ? null : waitedMs };
  }

  /** An event was kept that has to be sent. */
  wakeEvents(): void {
    this.#fleet?.wakeEvents();
  }

  entry(commands: Parameters<Fleet['entry']>[0]): void {
    void this.#fleet?.entry(commands);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry();
    await this.#fleet?.stop();
  }

  async #join(): Promise<void> {
    const { clock, log, join } = this.#needs;
    try {
      const fleet = await join((why) => {
        this.#why = why;
      });
      if (this.#isStopped) await fleet.stop();
      else this.#fleet = fleet;
    } catch (error) {
      if (this.#isStopped) return;
      const { report } = asVitrineError(error);
      this.#why = report;
      log.state('joining', report.code, 'error', 'The player could not join its fleet', { error });
      this.#cancelRetry = clock.after(doubledMs(this.#attempt++, backoff), () => void this.#join());
    }
  }
}
