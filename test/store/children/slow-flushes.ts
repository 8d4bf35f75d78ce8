// A player in small: the engine's thread stores downloads while the main thread reads a film for the stage.
// Started by a disk whose flushes are slow. Prints the milliseconds of each read, as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { widenThreadPool } from '../../../src/main/ground/thread-pool.ts';
import { createMedia } from '../../../src/main/show/media.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { finishedPart } from '../support/parts.ts';

const [folder = '', film = ''] = isMainThread ? process.argv.slice(2) : workerData;
const downloads = 48;
const readsForMs = 6_000;

if (isMainThread) {
  widenThreadPool(process.env);
  const media = createMedia(folder);
  const engine = new Worker(new URL(import.meta.url), { workerData: [folder, film] });
  await new Promise((resolve) => engine.once('message', resolve));
  const took: number[] = [];
  for (const end = performance.now() + readsForMs; performance.now() < end; await pause(50)) {
    const began = performance.now();
    const response = await media(new Request(`vitrine://app/media/${film}.mp4`));
    await response.arrayBuffer();
    took.push(Math.round(performance.now() - began));
  }
  const threads = readdirSync('/proc/self/task').filter(
    (task) => readFileSync(`/proc/self/task/${task}/comm`, 'utf8').trim() === 'libuv-worker',
  ).length;
  process.stdout.write(`${JSON.stringify({ took, threads })}\n`, () => process.kill(process.pid, 'SIGKILL'));
} else {
  const log = createLog(() => undefined);
  const store = await openStore({ dataDir: folder, clock: systemClock, log, limits: { floorBytes: 0 } });
  const ids = Array.from({ length: downloads }, (_, index) => `slow-${index}`);
  const parts = await Promise.all(ids.map((id) => finishedPart(store.partsFolder, id)));
  void store.put(parts);
  // The ledger is flushed first, then the files.
  await pause(1_500);
  parentPort?.postMessage('stores');
}
