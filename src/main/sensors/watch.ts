import type { Clock } from '../ground/clock.ts';
import { noReadings, type Readings } from './readings.ts';

const everyMs = 60_000;
/** Heat that comes and goes at the limit is one message. */
const coolerBy = 5;

interface SensorWatchNeeds {
  readonly clock: Clock;
  read(): Promise<Readings>;
}

/** Reads the sensors once a minute. A read that hangs in the kernel is not repeated, and its last values hold. */
export class SensorWatch {
  readonly #needs: SensorWatchNeeds;
  #readings = noReadings;
  #isReading = false;
  #hot = new Set<string>();
  #cancel: () => void = () => undefined;

  constructor(needs: SensorWatchNeeds) {
    this.#needs = needs;
    this.#look();
  }

  get readings(): Readings {
    return this.#readings;
  }

  stop(): void {
    this.#cancel();
  }

  #look(): void {
    const { clock, read } = this.#needs;
    this.#cancel = clock.after(everyMs, () => this.#look());
    if (this.#isReading) return;
    this.#isReading = true;
    read()
      .then((readings) => this.#take(readings))
      .catch(() => undefined)
      .finally(() => {
        this.#isReading = false;
      });
  }

  #take({ temperatures, ...rest }: Readings): void {
    const held = temperatures.map((one) =>
      this.#hot.has(one.sensor) ? { ...one, limit: one.limit - coolerBy } : one,
    );
    this.#hot = new Set(held.filter(({ celsius, limit }) => celsius >= limit).map(({ sensor }) => sensor));
    this.#readings = { ...rest, temperatures: held };
  }
}
