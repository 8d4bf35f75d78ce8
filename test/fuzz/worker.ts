// Targets in a thread of their own, one after the other with its inputs, until it is told to stop or dies of one.
import { parentPort, workerData } from 'node:worker_threads';
import { attempt, shrink } from './attempt.ts';
import { type FromWorker, notBegun, place, type WorkerOrders } from './campaign.ts';
import { inputOf } from './mutate.ts';
import { targetNamed } from './target-named.ts';

const { names, seed, from, until, shared } = workerData as WorkerOrders;
const state = new Int32Array(shared);
const isOver = (): boolean => Atomics.load(state, place.isOver) !== 0;
const say = (message: FromWorker): void => parentPort?.postMessage(message);

for (let at = from.target; at < names.length && !isOver(); at++) {
  Atomics.store(state, place.input, notBegun);
  Atomics.store(state, place.target, at);
  const target = await targetNamed(names[at] ?? '');
  for (let index = at === from.target ? from.input : 0; index < until && !isOver(); index++) {
    Atomics.store(state, place.input, index);
    const input = inputOf(target, seed, index);
    const reason = await attempt(target, input);
    if (reason !== null) {
      // The thread may die of it when it is tried again.
      say({ target: at, input: await shrink(target, input, reason), reason });
    }
    // Whatever the input has left behind on the loop fails here, and not while another one is tried.
    if (index % 256 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  await target.close?.();
  say({ target: at, inputs: Atomics.load(state, place.input) + 1 });
}
