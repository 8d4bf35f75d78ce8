// One target in a thread of its own: its inputs one after the other, until it is told to stop or dies of one.
import { parentPort, workerData } from 'node:worker_threads';
import { attempt, shrink } from './attempt.ts';
import type { FromWorker, WorkerOrders } from './campaign.ts';
import { inputOf } from './mutate.ts';
import { targetNamed } from './target-named.ts';

const { name, seed, from, until, shared } = workerData as WorkerOrders;
const [at, isOver] = [new Int32Array(shared, 0, 1), new Int32Array(shared, 4, 1)];
const say = (message: FromWorker): void => parentPort?.postMessage(message);

const target = await targetNamed(name);
for (let index = from; index < until && Atomics.load(isOver, 0) === 0; index++) {
  Atomics.store(at, 0, index);
  const input = inputOf(target, seed, index);
  const reason = await attempt(target, input);
  if (reason !== null) {
    // The thread may die of it when it is tried again.
    say({ input: await shrink(target, input, reason), reason });
  }
  // Whatever the input has left behind on the loop fails here, and not while another one is tried.
  if (index % 256 === 0) await new Promise((resolve) => setImmediate(resolve));
}
await target.close?.();
