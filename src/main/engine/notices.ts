import type { StreamVerdicts } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Showing } from '../show/events.ts';
import type { Show } from '../show/show.ts';
import type { HealthChange } from '../store/health-log.ts';
import type { EnginePort } from './protocol.ts';
import { RetriedReports } from './retried-reports.ts';

interface NoticesNeeds {
  readonly engine: EnginePort<'showing' | 'healthChanged' | 'streams' | 'displays' | 'woke'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Notifies the engine and expects no answer. Showings and health wait while the engine restarts. */
export class Notices {
  readonly #needs: NoticesNeeds;
  readonly #showings: RetriedReports<Showing>;
  readonly #changes: RetriedReports<HealthChange>;

  constructor(needs: NoticesNeeds) {
    this.#needs = needs;
    const { engine, clock, log } = needs;
    this.#showings = new RetriedReports({ clock, log, send: (showing) => engine.call('showing', showing) });
    this.#changes = new RetriedReports({
      clock,
      log,
      send: (change) => engine.call('healthChanged', change),
    });
  }

  showing(showing: Showing): void {
    this.#showings.add(showing);
  }

  health(change: HealthChange): void {
    this.#changes.add(change);
  }

  /** A restarted engine sends its programme again, and is notified then. */
  streams(verdicts: StreamVerdicts): void {
    this.#notify('the decoders', (engine) => engine.call('streams', verdicts));
  }

  /** Zones in pixels are judged by them. An engine that is away sends its programmes again when it is back. */
  sizes(sizes: ReturnType<Show['sizes']>): void {
    this.#notify('the sizes of displays', (engine) => engine.call('displays', sizes));
  }

  /** The wall clock is another one. An engine that is away looks at it when it is back in any case. */
  woke(): void {
    this.#notify('the wake-up of the machine', (engine) => engine.call('woke'));
  }

  stop(): void {
    this.#showings.stop();
    this.#changes.stop();
  }

  #notify(what: string, send: (engine: NoticesNeeds['engine']) => Promise<void>): void {
    const { engine, log } = this.#needs;
    send(engine).catch((error: unknown) => log.debug(`the engine was not notified of ${what}`, { error }));
  }
}
