// A player whose cycles run on their own thread, as in the product; the main thread reports how busy it was.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openParts } from '../../support/rig.ts';

/** The report to the parent. */
export interface EngineRun {
  /** Total processor time of the main thread: an upper bound for any stall that it causes. */
  readonly mainBusyMs: number;
  readonly peakRssMiB: number;
  readonly ms: number;
  readonly downloaded: number;
  readonly requests: number;
}

if (isMainThread) {
  const before = process.threadCpuUsage();
  const worker = new Worker(new URL(import.meta.url), { workerData: process.argv.slice(2) });
  worker.on('message', (cycle: { readonly ms: number; readonly downloaded: number }) => {
    const { user, system } = process.threadCpuUsage(before);
    process.send?.({
      ...cycle,
      mainBusyMs: (user + system) / 1000,
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
