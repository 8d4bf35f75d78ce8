// One player in its own process: runs cycles on a thread like the engine and reports their costs.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { defaultLimits } from '../../../src/main/download/limits.ts';
import { heapLimits } from '../../../src/main/engine/early-thread.ts';
import { createLog, textSink } from '../../../src/main/ground/log.ts';
import { openParts } from '../../../test/support/rig.ts';
import type { BenchServer } from './server.ts';

/** The result for the parent, one for each cycle. */
export interface CycleCost {
  readonly ms: number;
  /** User and system, of all threads of this process. */
  readonly cpuMs: number;
  readonly rowsChanged: number;
  readonly downloaded: number;
  readonly failed: number;
  /** Of the whole process, in millions of bytes. */
  readonly peakRssMB: number;
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: process.argv.slice(2),
    resourceLimits: heapLimits,
  });
  worker.on('message', (costs: readonly CycleCost[]) => {
    process.send?.(costs);
    process.disconnect?.();
  });
} else {
  const [folder = '', server = '', cycles = '1'] = workerData;
  const cms: BenchServer = JSON.parse(server);
  const log = createLog(textSink((text) => process.stderr.write(text), 'warn'));
  const parts = await openParts({ folder, cms, log, limits: defaultLimits });
  const costs: CycleCost[] = [];
  for (let cycle = 0; cycle < Number(cycles); cycle++) {
    const rows = parts.store.totalChanges();
    const cpu = process.cpuUsage();
    const start = performance.now();
    const report = await parts.sync.once();
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    costs.push({
      ms,
      cpuMs: (user + system) / 1000,
      rowsChanged: parts.store.totalChanges() - rows,
      downloaded: report.downloaded,
      failed: report.failed.length,
      peakRssMB: (process.resourceUsage().maxRSS * 1024) / 1e6,
    });
  }
  await parts.close();
  parentPort?.postMessage(costs);
}
