// `npm run bench:cms`: 10,000 playlists and 100,000 media files, paged and in one piece, over real HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { table } from '../../../src/main/cli/table.ts';

interface Measured {
  readonly playlists: number;
  readonly mediaFiles: number;
  readonly refused: number;
  readonly firstMs: number;
  readonly againMs: number;
  readonly same: boolean;
}

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const longestAllowedMs = 50;

/** The longest time for which the main thread, which feeds the screens, could do nothing. */
function watchStalls(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 2);
    last = now;
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

async function measure(
  pageSize: number,
  count: number,
): Promise<Measured & { readonly stallMs: number; readonly memory: number }> {
  const server = spawn(process.execPath, [at('server.ts'), '10000', String(count), String(pageSize)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = (await once(server.stdout, 'data')) as [Buffer];
    const worker = new Worker(at('worker.ts'), { workerData: JSON.parse(said.toString()) });
    await once(worker, 'online');
    const [stalls, memory] = [watchStalls(), watchMemory()];
    const [measured] = (await once(worker, 'message')) as [Measured];
    const result = { ...measured, stallMs: stalls(), memory: memory() };
    await worker.terminate();
    return result;
  } finally {
    server.kill();
  }
}

const rows: string[][] = [];
let isGood = true;
// In one piece 100,000 of them are more than the 64 MiB that one answer may have.
for (const [pageSize, count] of [
  [15, 100_000],
  [100, 100_000],
  [1000, 100_000],
  [0, 80_000],
] as const) {
  const { playlists, mediaFiles, refused, firstMs, againMs, same, stallMs, memory } = await measure(
    pageSize,
    count,
  );
  isGood &&=
    stallMs <= longestAllowedMs && same && playlists === 10_000 && mediaFiles === count && refused === 0;
  rows.push([
    pageSize === 0 ? 'one piece' : `${pageSize} a page`,
    String(playlists),
    String(mediaFiles),
    (firstMs / 1000).toFixed(1),
    (againMs / 1000).toFixed(1),
    same ? 'yes' : 'NO',
    (memory / 2 ** 20).toFixed(0),
    stallMs.toFixed(1),
  ]);
}
process.stdout.write(
  table(
    [
      'lists',
      'playlists',
      'media files',
      'first (s)',
      'unchanged (s)',
      'same object',
      'memory (MiB)',
      'longest stall of main (ms)',
    ],
    rows,
  ),
);
process.exitCode = isGood ? 0 : 1;
