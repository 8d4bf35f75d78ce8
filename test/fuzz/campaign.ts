import { Worker } from 'node:worker_threads';
import { longestMs, mostMemory } from './attempt.ts';
import { inputOf } from './mutate.ts';
import { targetNamed } from './target-named.ts';

export interface WorkerOrders {
  readonly name: string;
  readonly seed: number;
  readonly from: number;
  readonly until: number;
  /** The number of the input that is being tried, and whether to stop. */
  readonly shared: SharedArrayBuffer;
}

export interface Finding {
  readonly input: Uint8Array;
  readonly reason: string;
}

export type FromWorker = Finding;

export interface Campaign {
  readonly name: string;
  readonly inputs: number;
  readonly findings: readonly Finding[];
}

/** A thread that does not go on at all is ended after this long, busy machine or not. */
const usualHungMs = 10 * longestMs;
const lookEveryMs = 200;
const notBegun = -1;
/** One kind of finding is enough to mend something. */
const mostFindings = 5;

/**
 * Tries one target for so long, or for so many inputs. A thread that hangs or dies is replaced, and goes on behind the
 * input that did it.
 */
export async function campaign(
  name: string,
  seed: number,
  {
    ms,
    inputs = 2 ** 31 - 1,
    hungMs = usualHungMs,
  }: { readonly ms: number; readonly inputs?: number; readonly hungMs?: number },
): Promise<Campaign> {
  const findings = new Map<string, Finding>();
  const end = performance.now() + ms;
  let next = 0;
  while (next < inputs && performance.now() < end && findings.size < mostFindings) {
    const shared = new SharedArrayBuffer(8);
    const orders = { name, seed, from: next, until: inputs, shared } satisfies WorkerOrders;
    const death = await runWorker(orders, { end, hungMs }, ({ reason, input }) =>
      findings.set(kindOf(reason), { reason, input }),
    );
    const at = Math.max(next, Atomics.load(new Int32Array(shared, 0, 1), 0));
    if (death !== null)
      findings.set(kindOf(death), { reason: death, input: await madeAgain(name, seed, at) });
    next = at + 1;
  }
  return { name, inputs: next, findings: [...findings.values()] };
}

/** Resolves when the thread has ended: with null when it was told to, else with what it died of. */
function runWorker(
  orders: WorkerOrders,
  { end, hungMs }: { readonly end: number; readonly hungMs: number },
  found: (finding: Finding) => void,
): Promise<string | null> {
  const at = new Int32Array(orders.shared, 0, 1);
  const isOver = new Int32Array(orders.shared, 4, 1);
  Atomics.store(at, 0, notBegun);
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: orders,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory / 1024 / 1024, maxYoungGenerationSizeMb: 32 },
    // The flags of a test runner are none of its business.
    // The sources without a build.
    execArgv: ['--import', new URL('../../scripts/bundled.ts', import.meta.url).href],
  });
  return new Promise((resolve) => {
    let death: string | null = null;
    let last = notBegun;
    let since = performance.now();
    const watch = setInterval(() => {
      const now = performance.now();
      const index = Atomics.load(at, 0);
      if (index !== last || index === notBegun) [last, since] = [index, now];
      if (now > end) Atomics.store(isOver, 0, 1);
      if (now - since < hungMs) return;
      death = 'hang: it does not end';
      over();
      // Some work cannot be ended from outside before the process ends.
      worker.unref();
      void worker.terminate();
    }, lookEveryMs);
    const over = (): void => {
      clearInterval(watch);
      resolve(death);
    };
    worker.on('message', (message: FromWorker) => found(message));
    worker.on('error', (error: Error & { code?: string }) => {
      death =
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory: more than its bound' : `dies: ${error.message}`;
    });
    worker.once('exit', over);
  });
}

async function madeAgain(name: string, seed: number, index: number): Promise<Buffer> {
  const target = await targetNamed(name);
  await target.close?.();
  return inputOf(target, seed, index);
}

/** Findings with the same words but for numbers are one. */
function kindOf(reason: string): string {
  return reason.replace(/\d+/g, '0').slice(0, 60);
}
