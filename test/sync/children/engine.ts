// A player whose cycles run on a thread of their own, as in the product; the main thread tells how busy it was.
import { performance } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openParts } from '../../support/rig.ts';

/** What the parent gets. */
export interface EngineRun {
  /** How long the main thread was busy in all: no single stall can be longer. */
  readonly mainBusyMs: number;
  readonly peakRssMiB: number;
  readonly ms: number;
  readonly downloaded: number;
  readonly requests: number;
}

if (isMainThread) {
  const before = performance.eventLoopUtilization();
  const worker = new Worker(new URL(import.meta.url), { workerData: process.argv.slice(2) });
  worker.on('message', (cycle: { readonly ms: number; readonly downloaded: number }) => {
    process.send?.({
      ...cycle,
      mainBusyMs: performance.eventLoopUtilization(before).active,
      peakRssMiB: process.resourceUsage().maxRSS / 1024,
    });
    process.disconnect?.();
  });
} else {
  const [folder = '', cms = '{}'] = workerData;
  const parts = await openParts({ folder, cms: JSON.parse(cms) });
  const { ms, downloaded } = await parts.sync.once();
  await parts.close();
  parentPort?.postMessage({ ms, downloaded });
}
