/** One measurement in its own process: this is the main thread, and the client runs in a worker as in the player. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Pause } from '../../support/machine-pauses.ts';

const [, , pageSize = '100', count = '100000'] = process.argv;
const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Shorter delays are jitter of the timer. */
const leastStallMs = 5;

/** When the main thread, which feeds the screens, was blocked; epoch milliseconds. */
function watchStalls(): () => readonly Pause[] {
  const stalls: Pause[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last > leastStallMs) stalls.push({ from: Date.now() - (now - last), until: Date.now() });
    last = now;
  }, 2);
  return () => {
    clearInterval(timer);
    return stalls;
  };
}

function watchMemory(): () => number {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  return () => {
    clearInterval(timer);
    return most - before;
  };
}

const server = spawn(process.execPath, [at('server.ts'), '10000', count, pageSize], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [output] = (await once(server.stdout, 'data')) as [Buffer];
  const memory = watchMemory();
  const worker = new Worker(at('worker.ts'), { workerData: JSON.parse(output.toString()) });
  await once(worker, 'online');
  const stalls = watchStalls();
  const [measured] = (await once(worker, 'message')) as [object];
  process.stdout.write(JSON.stringify({ ...measured, stalls: stalls(), memory: memory() }));
  await worker.terminate();
} finally {
  server.kill();
}
