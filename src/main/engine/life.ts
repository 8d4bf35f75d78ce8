import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import { Caller } from '../rpc.ts';
import type { EngineCalls, EngineData, EngineEvent } from './protocol.ts';

export interface LifeNeeds {
  readonly clock: Clock;
  readonly onEvent: (event: EngineEvent) => void;
  /** In the built program the engine is a file of its own beside this one. */
  readonly script?: URL;
}

/**
 * V8 collects short-lived garbage early instead of letting it grow to three times 16 MB. Below 2 GB it lets the rest
 * double between collections, and not grow fourfold. A library of 100,000 files takes 200 MB.
 */
export const heapLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1024 };

const pingMs = 30_000;
/** A thread that leaves this many pings without an answer will never answer again. */
const mostUnanswered = 4;

/** One life of the engine's thread. A thread that answers nothing any more is ended. */
export class Life {
  readonly #clock: Clock;
  readonly #worker: Worker;
  readonly #caller: Caller<EngineCalls, EngineEvent>;
  #unanswered = 0;
  #cancelPing: () => void = () => undefined;
  #cause: unknown = null;

  constructor(
    data: EngineData,
    { clock, onEvent, script = new URL('./engine.js', import.meta.url) }: LifeNeeds,
    onEnd: (cause: unknown) => void,
  ) {
    this.#clock = clock;
    this.#worker = new Worker(script, { workerData: data, name: 'engine', resourceLimits: heapLimits });
    this.#caller = new Caller<EngineCalls, EngineEvent>(this.#worker, onEvent);
    this.#ping();
    this.#worker.on('error', (error) => {
      this.#cause = error;
    });
    this.#worker.on('exit', (code) => {
      this.#cancelPing();
      const cause = this.#cause ?? new Error(`exit code ${code}`);
      this.#caller.end(
        new VitrineError('temporary', 'engine-gone', 'The engine thread has ended.', { cause }),
      );
      onEnd(cause);
    });
  }

  get call(): Caller<EngineCalls, EngineEvent>['call'] {
    return (name, ...params) => this.#caller.call(name, ...params);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Unanswered pings are counted and not timed: a machine that slept has not waited. */
  #ping(): void {
    this.#cancelPing = this.#clock.after(pingMs, () => {
      if (this.#unanswered >= mostUnanswered) {
        this.#cause = new Error('it answered nothing any more');
        void this.end();
        return;
      }
      this.#unanswered++;
      this.#caller.call('ping').then(
        () => {
          this.#unanswered = 0;
        },
        () => undefined,
      );
      this.#ping();
    });
  }
}
