import { Worker } from 'node:worker_threads';
import { VitrineError } from '../errors.ts';
import { Caller } from '../rpc.ts';
import type { EngineCalls, EngineData, EngineEvent } from './protocol.ts';

export interface EngineThread {
  readonly call: Caller<EngineCalls, EngineEvent>['call'];
  /** Ends the thread after it has put everything away; by force when that takes too long. */
  stop(timeoutMs: number): Promise<void>;
}

/** Starts the engine's thread. `onGone` is called when it dies by itself: without it there is no player. */
export function startEngineThread(
  data: EngineData,
  onEvent: (event: EngineEvent) => void,
  onGone: (error: VitrineError) => void,
): EngineThread {
  // In the built program the engine is a file of its own beside this one.
  const worker = new Worker(new URL('./engine.js', import.meta.url), {
    workerData: data,
    name: 'engine',
    // Short-lived garbage is collected earlier instead of being let to grow to three times 16 MB.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const caller = new Caller<EngineCalls, EngineEvent>(worker, onEvent);
  let stopping = false;
  const gone = (cause: unknown): void => {
    const error = new VitrineError('temporary', 'engine-gone', 'The engine thread ended unexpectedly.', {
      cause,
    });
    caller.end(error);
    if (!stopping) onGone(error);
  };
  worker.on('error', gone);
  worker.on('exit', (code) => gone(new Error(`exit code ${code}`)));
  return {
    call: caller.call.bind(caller),
    async stop(timeoutMs) {
      stopping = true;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([caller.call('stop').catch(() => undefined), late]);
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
