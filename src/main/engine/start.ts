import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Backoff, doubledMs } from '../retry.ts';
import { Caller } from '../rpc.ts';
import type { EngineCalls, EngineData, EngineEvent } from './protocol.ts';

export interface EngineThread {
  readonly call: Caller<EngineCalls, EngineEvent>['call'];
  /** Ends the thread after it has put everything away; by force when that takes too long. */
  stop(timeoutMs: number): Promise<void>;
}

interface ThreadNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly onEvent: (event: EngineEvent) => void;
  /** In the built program the engine is a file of its own beside this one. */
  readonly script?: URL;
}

/**
 * Short-lived garbage is collected earlier instead of being let to grow to three times 16 MB; and below 2 GB V8 lets
 * the rest double between collections, where it would have it grow fourfold. A library of 100,000 files takes 200 MB.
 */
export const heapLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1024 };

const backoff: Backoff = { firstMs: 1_000, mostMs: 60_000 };
/** A thread that has lived for so long is well again. */
const stableMs = 60_000;
const pingMs = 30_000;
/** So many pings without an answer, and the thread will never answer again. */
const mostUnanswered = 4;

/**
 * The engine's thread, kept alive: when it dies it is started again, ever later while it keeps dying. The show needs
 * none meanwhile, as every screen has its programme of the next hours.
 */
export function startEngineThread(
  data: EngineData,
  { clock, log, onEvent, script = new URL('./engine.js', import.meta.url) }: ThreadNeeds,
): EngineThread {
  let stopping = false;
  let deaths = 0;
  let cancelRestart = (): void => undefined;
  let { worker, caller } = start();

  function start() {
    const bornAt = clock.monotonic();
    const thread = new Worker(script, {
      workerData: data,
      name: 'engine',
      resourceLimits: heapLimits,
    });
    const calls = new Caller<EngineCalls, EngineEvent>(thread, onEvent);
    let cause: unknown = null;
    let unanswered = 0;
    let cancelPing = (): void => undefined;
    const ping = (): void => {
      cancelPing = clock.after(pingMs, () => {
        if (unanswered >= mostUnanswered) {
          cause = new Error('it answered nothing any more');
          void thread.terminate();
          return;
        }
        unanswered++;
        // Counted and not timed: a machine that slept has not waited.
        calls.call('ping').then(
          () => {
            unanswered = 0;
          },
          () => undefined,
        );
        ping();
      });
    };
    ping();
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', (code) => {
      cancelPing();
      calls.end(new VitrineError('temporary', 'engine-gone', 'The engine thread has ended.', { cause }));
      if (!stopping) startAgain(cause ?? new Error(`exit code ${code}`), clock.monotonic() - bornAt);
    });
    return { worker: thread, caller: calls };
  }

  function startAgain(error: unknown, livedMs: number): void {
    deaths = livedMs >= stableMs ? 1 : deaths + 1;
    const delay = doubledMs(deaths - 1, backoff);
    log.error('the engine thread died; the show goes on, and it is started again', { error, deaths, delay });
    cancelRestart = clock.after(delay, () => {
      ({ worker, caller } = start());
      const opening = worker;
      caller.call('open').catch((reason: unknown) => {
        log.error('the engine could not be opened again', { error: reason });
        void opening.terminate();
      });
    });
  }

  return {
    call: (name, ...params) => caller.call(name, ...params),
    async stop(timeoutMs) {
      stopping = true;
      cancelRestart();
      const late = Promise.withResolvers<void>();
      const cancelLate = clock.after(timeoutMs, late.resolve);
      await Promise.race([caller.call('stop').catch(() => undefined), late.promise]);
      cancelLate();
      await worker.terminate();
    },
  };
}
