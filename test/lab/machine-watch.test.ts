import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { watchMachine } from '../../lab/support/machine-watch.ts';

const running: ChildProcess[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** A process of its own that watches. */
async function startWatching(): Promise<number> {
  const module = fileURLToPath(new URL('../../lab/support/machine-watch.ts', import.meta.url));
  const code = `const watch = await (await import(${JSON.stringify(module)})).watchMachine();
    process.stdout.write(JSON.stringify(await watch.pauses()));
    process.stdin.once('data', async () => process.stdout.write(JSON.stringify(await watch.pauses())));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.push(child);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  expect(JSON.parse(output.toString())).toMatchObject({ unseen: null });
  return child.pid ?? 0;
}

const canWatch = spawnSync('taskset', ['-c', '0', 'chrt', '--fifo', '50', 'true']).status === 0;

it.skipIf(!canWatch)('sees how long a processor stood still', async () => {
  const watching = await startWatching();
  const watcher = childrenOf(watching)[0] ?? 0;
  // Which watcher cannot tell from a processor that stands still.
  process.kill(watcher, 'SIGSTOP');
  const from = Date.now();
  await pause(150);
  const until = Date.now();
  process.kill(watcher, 'SIGCONT');
  const child = running[0];
  child?.stdin?.write('and now?');
  const [output] = child?.stdout ? ((await once(child.stdout, 'data')) as [Buffer]) : [];
  const { pauses } = JSON.parse(output?.toString() ?? '{}') as {
    pauses: { from: number; until: number }[];
  };
  const seen = pauses.some((one) => one.from <= from + 5 && one.until >= until - 5);
  expect(seen, JSON.stringify({ from, until, pauses })).toBe(true);
});

it.skipIf(!canWatch)('ends with the process that watches, however that ends', async () => {
  const watching = await startWatching();
  const watchers = childrenOf(watching);
  expect(watchers.length).toBeGreaterThan(0);
  process.kill(watching, 'SIGKILL');
  await expect.poll(() => watchers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
});

it('excuses nothing where it cannot have real-time priority', async () => {
  vi.stubEnv('PATH', '/nonexistent');
  const watch = await watchMachine();
  const { unseen, pauses } = await watch.pauses();
  watch.stop();
  expect(unseen).toMatch(/only at real-time priority/);
  expect(pauses).toEqual([]);
});
