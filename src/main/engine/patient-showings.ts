import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Showing } from '../show/events.ts';
import { isAway } from './away.ts';

interface ShowingsNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Fails with `engine-gone` or `engine-closed` while there is no engine to take it. */
  readonly tell: (showing: Showing) => Promise<void>;
}

const againMs = 2_000;
/** As many as an ordinary show has in some hours. */
const mostWaiting = 1_000;

/** Tells the engine what was shown, in order. What happens while the engine is being started again waits for it. */
export class PatientShowings {
  readonly #needs: ShowingsNeeds;
  #waiting: Showing[] = [];
  #lost = 0;
  #cancel: (() => void) | null = null;

  constructor(needs: ShowingsNeeds) {
    this.#needs = needs;
  }

  add(showing: Showing): void {
    // It must not overtake those that wait already.
    if (this.#waiting.length > 0) this.#keep(showing);
    else this.#tell(showing);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #tell(showing: Showing): void {
    const { tell, log } = this.#needs;
    tell(showing).then(
      () => log.state('engine', 'hears', 'debug', 'the engine takes what was shown', this.#losses()),
      (error: unknown) => {
        if (isAway(error)) this.#keep(showing);
        log.state('engine', 'deaf', 'warn', 'the engine did not take what was shown', { error });
      },
    );
  }

  #keep(showing: Showing): void {
    this.#waiting.push(showing);
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#lost++;
    }
    this.#cancel ??= this.#needs.clock.after(againMs, () => {
      this.#cancel = null;
      for (const waiting of this.#waiting.splice(0)) this.#tell(waiting);
    });
  }

  #losses(): { lost?: number } {
    const lost = this.#lost;
    this.#lost = 0;
    return lost > 0 ? { lost } : {};
  }
}
