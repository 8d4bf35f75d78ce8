import type { Worker } from 'node:worker_threads';
import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { Caller } from '../ground/rpc.ts';
import { takeThread } from './early-thread.ts';
import type { EngineCalls, EngineData, EngineEvent } from './protocol.ts';

export interface LifeNeeds {
  readonly clock: Clock;
  readonly onEvent: (event: EngineEvent) => void;
  /** Left out: the engine's own script. */
  readonly script?: URL;
}

const pingMs = 30_000;
/** A thread that misses this many pings will never answer again. */
const mostUnanswered = 4;

/** One life of the engine's thread. A thread that stops answering is ended. */
export class Life {
  readonly #data: EngineData;
  readonly #clock: Clock;
  readonly #worker: Worker;
  readonly #caller: Caller<EngineCalls, EngineEvent>;
  #unanswered = 0;
  #cancelPing: () => void = () => undefined;
  #cause: unknown = null;

  constructor(data: EngineData, { clock, onEvent, script }: LifeNeeds, onEnd: (cause: unknown) => void) {
    this.#data = data;
    this.#clock = clock;
    const { worker, channel } = takeThread(data.config.dataDir, script);
    this.#worker = worker;
    this.#caller = new Caller<EngineCalls, EngineEvent>(channel, onEvent);
    this.#ping();
    this.#worker.on('error', (error) => {
      this.#cause = error;
    });
    this.#worker.on('exit', (code) => {
      this.#cancelPing();
      const cause = this.#cause ?? new Error(`exit code ${code}`);
      this.#caller.end(new VitrineError('temporary', message('engine-gone'), { cause }));
      onEnd(cause);
    });
  }

  get call(): Caller<EngineCalls, EngineEvent>['call'] {
    return (name, ...params) => this.#caller.call(name, ...params);
  }

  open(): Promise<void> {
    return this.#caller.call('open', this.#data);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Unanswered pings are counted, not timed: a suspended machine has not waited. */
  #ping(): void {
    this.#cancelPing = this.#clock.after(pingMs, () => {
      if (this.#unanswered >= mostUnanswered) {
        this.#cause = new Error('the engine thread stopped answering');
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
