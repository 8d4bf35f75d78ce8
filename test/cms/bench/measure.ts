/** One measurement in a process of its own: this is the main thread, the client runs in a worker as in the player. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const [, , pageSize = '100', count = '100000'] = process.argv;
const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The longest time for which the main thread, which feeds the screens, did not come round; and its work in it. */
function watchStalls(): () => { readonly stallMs: number; readonly busyMs: number } {
  let longest = { stallMs: 0, busyMs: 0 };
  let last = performance.now();
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(before);
    if (now - last > longest.stallMs) longest = { stallMs: now - last, busyMs: (user + system) / 1000 };
    last = now;
    before = process.threadCpuUsage();
  }, 2);
  return () => {
    clearInterval(timer);
    return longest;
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
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  const memory = watchMemory();
  const worker = new Worker(at('worker.ts'), { workerData: JSON.parse(said.toString()) });
  await once(worker, 'online');
  const stalls = watchStalls();
  const [measured] = (await once(worker, 'message')) as [object];
  process.stdout.write(JSON.stringify({ ...measured, ...stalls(), memory: memory() }));
  await worker.terminate();
} finally {
  server.kill();
}
