import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { isAway, isOpening } from './away.ts';

interface ReportsNeeds<Report> {
  readonly clock: Clock;
  readonly log: Log;
  /** Fails with `engine-gone` or `engine-closed` while there is no engine. */
  readonly send: (report: Report) => Promise<void>;
}

const againMs = 2_000;
/** An ordinary show has as many in some hours. */
const mostWaiting = 1_000;

/** Reports events to the engine, in order. While the engine restarts, events are kept for it. */
export class RetriedReports<Report> {
  readonly #needs: ReportsNeeds<Report>;
  #waiting: Report[] = [];
  #lost = 0;
  #cancel: (() => void) | null = null;

  constructor(needs: ReportsNeeds<Report>) {
    this.#needs = needs;
  }

  add(report: Report): void {
    // It must not overtake reports that wait.
    if (this.#waiting.length > 0) this.#keep(report);
    else this.#send(report);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #send(report: Report): void {
    const { send, log } = this.#needs;
    send(report).then(
      () => log.state('engine', 'hears', 'debug', 'the engine accepts reports', this.#losses()),
      (error: unknown) => {
        if (isAway(error)) this.#keep(report);
        if (isOpening(error)) log.state('engine', 'opening', 'debug', 'the engine is opening', { error });
        else log.state('engine', 'deaf', 'warn', 'the engine did not accept a report', { error });
      },
    );
  }

  #keep(report: Report): void {
    this.#waiting.push(report);
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#lost++;
    }
    this.#cancel ??= this.#needs.clock.after(againMs, () => {
      this.#cancel = null;
      for (const waiting of this.#waiting.splice(0)) this.#send(waiting);
    });
  }

  #losses(): { lost?: number } {
    const lost = this.#lost;
    this.#lost = 0;
    return lost > 0 ? { lost } : {};
  }
}
