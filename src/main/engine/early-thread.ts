import { Worker } from 'node:worker_threads';
import type { Channel } from '../ground/rpc.ts';
import type { ThreadData } from './protocol.ts';

/** A thread of the engine and its channel. */
export interface Thread {
  readonly worker: Worker;
  readonly channel: Channel;
}

/**
 * With these limits V8 collects short-lived garbage early instead of letting it grow to three times 16 MB, and lets the
 * old generation double between collections instead of growing fourfold. A library of 100,000 files takes 200 MB.
 */
export const heapLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1024 };

/** In the built program the engine is a separate file beside this one. */
const ownScript = new URL('./engine.js', import.meta.url);

interface Begun {
  readonly dataDir: string;
  readonly script: URL;
  readonly thread: Thread;
}

/** Null once it was taken. */
let early: Begun | null = null;

/** Starts the engine's thread early: it takes the lock and loads its code while the rest of the player loads. */
export function beginEarly(dataDir: string, script = ownScript): void {
  const thread = begin(script, dataDir);
  early = { dataDir, script, thread };
  // If it dies, `takeThread` starts another one, whose error is reported.
  for (const end of ['error', 'exit'])
    thread.worker.once(end, () => {
      if (early?.thread === thread) early = null;
    });
}

/** Returns the early thread the first time, else a new one. */
export function takeThread(dataDir: string, script = ownScript): Thread {
  const begun = early;
  early = null;
  if (begun?.dataDir === dataDir && begun.script.href === script.href) return begun.thread;
  void begun?.thread.worker.terminate();
  return begin(script, dataDir);
}

function begin(script: URL, dataDir: string): Thread {
  const worker = new Worker(script, {
    workerData: { dataDir } satisfies ThreadData,
    name: 'engine',
    resourceLimits: heapLimits,
  });
  const held: unknown[] = [];
  let listener = (message: unknown): void => void held.push(message);
  worker.on('message', (message) => listener(message));
  return {
    worker,
    channel: {
      postMessage: (message) => worker.postMessage(message),
      on(_, wanted) {
        listener = wanted;
        for (const message of held.splice(0)) wanted(message);
      },
    },
  };
}
