import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { GpuHistory } from './gpu-history.ts';

/** Counts deaths of the GPU process, except those caused by the end of the program. */
export class GpuWatch {
  readonly #history: GpuHistory;
  readonly #clock: Clock;
  readonly #log: Log;
  #isEnding = false;

  constructor(profileFolder: string, clock: Clock, log: Log) {
    this.#history = new GpuHistory(profileFolder);
    this.#clock = clock;
    this.#log = log;
  }

  gone({ type, reason }: Pick<Electron.Details, 'type' | 'reason'>): void {
    // A signal from outside says nothing about the hardware.
    if (this.#isEnding || type !== 'GPU' || reason === 'clean-exit' || reason === 'killed') return;
    this.#keep(() => this.#history.died(this.#clock.now()));
  }

  /** When the display is lost, a program loses its GPU process first: the last deaths were not the hardware's fault. */
  ending(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#keep(() => this.#history.ending(this.#clock.now()));
  }

  #keep(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#log.state('gpu history', 'lost', 'warn', 'Deaths of the GPU process could not be saved', {
        error,
      });
    }
  }
}
