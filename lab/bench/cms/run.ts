// 10,000 playlists and 100,000 media files, paged and in one piece, over real HTTP: time, memory, and for how long the
// main thread is blocked, with and without the pauses of the machine itself. The exit code uses the time without pauses
// where they can be measured (Linux, root, util-linux), else the time with them.
// Usage: npm run bench -- cms [--json]
import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { table } from '../../../src/main/cli/text/table.ts';
import { describePauses, isMachines, type Pause } from '../../support/machine-pauses.ts';
import { watchMachine } from '../../support/machine-watch.ts';

interface Measured {
  readonly playlists: number;
  readonly mediaFiles: number;
  readonly refused: number;
  readonly firstMs: number;
  readonly againMs: number;
  readonly same: boolean;
  /** Stalls of the main thread, without those of a few milliseconds. */
  readonly stalls: readonly Pause[];
  readonly memory: number;
}

const program = fileURLToPath(new URL('measure.ts', import.meta.url));
const longestAllowedMs = 50;

// In one piece 100,000 of them exceed the limit of 64 MiB for one answer.
const sizes = [
  [15, 100_000],
  [100, 100_000],
  [1000, 100_000],
  [0, 80_000],
] as const;

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const longest = (stalls: readonly Pause[]): number =>
  Math.max(0, ...stalls.map(({ from, until }) => until - from));
const [load = 0] = loadavg();
const watch = await watchMachine();
const results: (Measured & { readonly pageSize: number })[] = [];
for (const [pageSize, count] of sizes) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(pageSize), String(count)]);
  results.push({ pageSize, ...(JSON.parse(stdout) as Measured) });
}
const seen = await watch.pauses();
watch.stop();

const judged = results.map((measured) => {
  const own = measured.stalls.filter((stall) => !isMachines(seen, stall));
  return {
    ...measured,
    longestMs: longest(measured.stalls),
    longestOutsideMs: longest(own),
    setApart: measured.stalls.length - own.length,
  };
});
const isGood = judged.every(
  ({ longestOutsideMs, same, playlists, mediaFiles, refused }, index) =>
    longestOutsideMs <= longestAllowedMs &&
    same &&
    playlists === 10_000 &&
    mediaFiles === sizes[index]?.[1] &&
    refused === 0,
);
if (options.json) process.stdout.write(`${JSON.stringify({ isGood, machine: seen, results: judged })}\n`);
else {
  const head = ['lists', 'playlists', 'media files', 'first (s)', 'unchanged (s)', 'same object'];
  const rows = judged.map((one) => [
    one.pageSize === 0 ? 'one piece' : `${one.pageSize} a page`,
    String(one.playlists),
    String(one.mediaFiles),
    (one.firstMs / 1000).toFixed(1),
    (one.againMs / 1000).toFixed(1),
    one.same ? 'yes' : 'NO',
    (one.memory / 2 ** 20).toFixed(0),
    one.longestMs.toFixed(0),
    one.longestOutsideMs.toFixed(0),
    `${one.setApart} of ${one.stalls.length}`,
  ]);
  process.stdout.write(
    `${table([...head, 'memory (MiB)', 'longest stall of main (ms)', "outside the machine's pauses (ms)", 'set apart'], rows)}\n` +
      `${describePauses(seen)} Load before: ${load.toFixed(1)} on ${availableParallelism()} processors.\n` +
      `Wanted: no stall of main beyond ${longestAllowedMs} ms${seen.unseen === null ? " outside the machine's pauses" : ''}.\n`,
  );
}
process.exitCode = isGood ? 0 : 1;
