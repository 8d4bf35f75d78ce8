import { Worker } from 'node:worker_threads';
import type { Channel } from '../ground/rpc.ts';
import type { ThreadData } from './protocol.ts';

/** A thread of the engine, and how to speak to it. */
export interface Thread {
  readonly worker: Worker;
  readonly channel: Channel;
}

/**
 * V8 collects short-lived garbage early instead of letting it grow to three times 16 MB. Below 2 GB it lets the rest
 * double between collections, and not grow fourfold. A library of 100,000 files takes 200 MB.
 */
export const heapLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1024 };

/** In the built program the engine is a file of its own beside this one. */
const ownScript = new URL('./engine.js', import.meta.url);

interface Begun {
  readonly dataDir: string;
  readonly script: URL;
  readonly thread: Thread;
}

/** Until somebody takes it. */
let early: Begun | null = null;

/** Begins the thread that the player will need: it takes the lock and loads itself while all else is loaded. */
export function beginEarly(dataDir: string, script = ownScript): void {
  const thread = begin(script, dataDir);
  early = { dataDir, script, thread };
  // It died of something: whoever needs a thread gets another one, and hears what that dies of.
  for (const end of ['error', 'exit'])
    thread.worker.once(end, () => {
      if (early?.thread === thread) early = null;
    });
}

/** The one that was begun early, once, or a new one. */
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
