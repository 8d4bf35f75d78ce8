import { Worker } from 'node:worker_threads';
import { longestMs, mostMemory } from './attempt.ts';
import { inputOf } from './mutate.ts';
import { targetNamed } from './target-named.ts';

/** What is tried, or comes next. */
export interface At {
  readonly target: number;
  readonly input: number;
}

export interface WorkerOrders {
  readonly names: readonly string[];
  readonly seed: number;
  readonly from: At;
  /** The number of inputs of each target. */
  readonly until: number;
  /** What is being tried, and whether to stop. */
  readonly shared: SharedArrayBuffer;
}

/** In the shared memory, as 32-bit numbers. */
export const place = { input: 0, target: 1, isOver: 2 };
const places = Object.keys(place).length;
/** A target is being prepared. */
export const notBegun = -1;

export interface Finding {
  readonly input: Uint8Array;
  readonly reason: string;
}

/** A finding, or that so many inputs of that target were tried. */
export type FromWorker =
  | (Finding & { readonly target: number })
  | { readonly target: number; readonly inputs: number };

export interface Campaign {
  readonly name: string;
  readonly inputs: number;
  readonly findings: readonly Finding[];
}

interface Limits {
  readonly ms: number;
  readonly inputs?: number;
  readonly hungMs?: number;
}

/** A thread that does not go on at all is ended after this long, busy machine or not. */
const usualHungMs = 10 * longestMs;
const lookEveryMs = 200;
/** One kind of finding is enough to mend something. */
const mostFindings = 5;

export async function campaign(name: string, seed: number, limits: Limits): Promise<Campaign> {
  const [only = { name, inputs: 0, findings: [] }] = await campaigns([name], seed, limits);
  return only;
}

/**
 * Tries targets for so long in all, or each for so many inputs. One thread reads the sources once for all of them; one that
 * hangs or dies is replaced, and goes on behind the input that did it.
 */
export async function campaigns(
  names: readonly string[],
  seed: number,
  { ms, inputs = 2 ** 31 - 1, hungMs = usualHungMs }: Limits,
): Promise<readonly Campaign[]> {
  const tried = names.map((name) => ({ name, inputs: 0, findings: new Map<string, Finding>() }));
  const end = performance.now() + ms;
  let from: At = { target: 0, input: 0 };
  while (from.target < names.length && performance.now() < end) {
    const shared = new SharedArrayBuffer(4 * places);
    const orders = { names, seed, from, until: inputs, shared } satisfies WorkerOrders;
    const death = await runWorker(orders, { end, hungMs }, (said) => {
      const one = tried[said.target];
      if (!one) return;
      if ('inputs' in said) one.inputs = said.inputs;
      else one.findings.set(kindOf(said.reason), { reason: said.reason, input: said.input });
    });
    if (death === null) break;
    const state = new Int32Array(shared);
    const target = Atomics.load(state, place.target);
    const one = tried[target];
    if (!one) break;
    const at = Math.max(target === from.target ? from.input : 0, Atomics.load(state, place.input));
    one.findings.set(kindOf(death), { reason: death, input: await madeAgain(one.name, seed, at) });
    one.inputs = at + 1;
    const isOver = one.inputs >= inputs || one.findings.size >= mostFindings;
    from = isOver ? { target: target + 1, input: 0 } : { target, input: one.inputs };
  }
  return tried.map(({ findings, ...one }) => ({ ...one, findings: [...findings.values()] }));
}

/** Resolves when the thread has ended: with null when it was told to, else with what it died of. */
function runWorker(
  orders: WorkerOrders,
  { end, hungMs }: { readonly end: number; readonly hungMs: number },
  heard: (message: FromWorker) => void,
): Promise<string | null> {
  const state = new Int32Array(orders.shared);
  Atomics.store(state, place.target, orders.from.target);
  Atomics.store(state, place.input, notBegun);
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: orders,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory / 1024 / 1024, maxYoungGenerationSizeMb: 32 },
    // The flags of a test runner are none of its business.
    // The sources without a build.
    execArgv: ['--import', new URL('../../scripts/bundled.ts', import.meta.url).href],
  });
  return new Promise((resolve) => {
    let death: string | null = null;
    let last: At = { target: 0, input: notBegun };
    let since = performance.now();
    const watch = setInterval(() => {
      const now = performance.now();
      const [target, input] = [Atomics.load(state, place.target), Atomics.load(state, place.input)];
      if (target !== last.target || input !== last.input || input === notBegun)
        [last, since] = [{ target, input }, now];
      if (now > end) Atomics.store(state, place.isOver, 1);
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
    worker.on('message', heard);
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
