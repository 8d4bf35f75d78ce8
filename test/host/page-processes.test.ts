import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { PageProcesses } from '../../src/main/host/page-processes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const root = process.getuid?.() === 0;
const owner = root ? 65_534 : (process.getuid?.() ?? 0);

/** A process of the browser's user with this memory. */
async function holding(mebibytes: number, then = ''): Promise<ChildProcess> {
  const code = `const held = Buffer.alloc(${mebibytes} * 2 ** 20, 7); setInterval(() => held.length, 1000); console.log('up'); ${then}`;
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(root ? { uid: owner, gid: owner } : {}),
  });
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

function watching(processes: readonly ChildProcess[], budgetMebibytes: number, of = owner, isFull = false) {
  const clock = new ManualClock();
  const lines: LogLine[] = [];
  let found = 0;
  const watch = new PageProcesses({
    clock,
    log: createLog((line) => lines.push(line)),
    budgetBytes: budgetMebibytes * 2 ** 20,
    find: async () => {
      found++;
      return new Set(processes.map(({ pid }) => pid ?? 0));
    },
    owner: async () => of,
    areStoresFull: async () => isFull,
  });
  return { clock, lines, watch, found: () => found };
}

const isEnded = ({ signalCode }: ChildProcess): boolean => signalCode === 'SIGKILL';

test('the largest page process is ended, and no more of them than necessary', async () => {
  const [small, large] = [await holding(100), await holding(300)];
  const { clock, lines, watch } = watching([small, large], 350);
  watch.changed(2);
  for (let look = 0; look < 4; look++) {
    await clock.advance(500);
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 60_000 });
  }
  await vi.waitUntil(() => isEnded(large), { timeout: 60_000 });
  expect(isEnded(small)).toBe(false);
  expect(lines[0]?.message).toContain('too much memory');
});

test('when pages have stored too much, all of them are ended', async () => {
  const all = [await holding(1), await holding(1)];
  const { clock, watch } = watching(all, 1000, owner, true);
  watch.changed(2);
  await clock.advance(0);
  await vi.waitUntil(() => all.every(isEnded), { timeout: 60_000 });
});

test('every thread of a page has a lower priority than the stage', async () => {
  const child = await holding(1);
  const { clock, watch } = watching([child], 1000);
  expect(getPriority(child.pid)).toBe(getPriority());
  watch.changed(1);
  await clock.advance(0);
  await vi.waitUntil(() => getPriority(child.pid) === 15, { timeout: 60_000 });
  const nice = (thread: string): string | undefined =>
    readFileSync(`/proc/${child.pid}/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[16];
  await until('several threads, all of them behind', () => {
    const threads = readdirSync(`/proc/${child.pid}/task`);
    return threads.length > 1 && threads.every((thread) => nice(thread) === '15');
  });
});

test('a process that is not the browser’s is left alone, whatever the browser reports', async () => {
  const child = await holding(100);
  const { clock, watch, found } = watching([child], 1, owner + 1);
  watch.changed(1);
  await clock.advance(0);
  await vi.waitUntil(() => found() > 0, { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isEnded(child)).toBe(false);
  expect(getPriority(child.pid)).toBe(getPriority());
});

test('without a page nothing is checked', async () => {
  const { clock, watch, found } = watching([], 1);
  watch.changed(1);
  await clock.advance(0);
  await vi.waitUntil(() => found() === 1, { timeout: 60_000 });
  watch.changed(0);
  for (let look = 0; look < 20; look++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await clock.advance(1000);
  }
  // Remains of the page are looked for once more, then no longer.
  expect(found()).toBeLessThan(4);
});

test('a busy process without a frame is ended; one that rests, or has a frame, is not', async () => {
  const busy = 'setTimeout(() => { for (;;); }, 50)';
  const [looping, resting, shown] = [await holding(1, busy), await holding(1), await holding(1, busy)];
  const processes = [looping, resting, shown];
  const { clock, watch, found } = watching(processes, 1000);
  watch.changed(3);
  for (let look = 0; look < 2; look++) {
    await until('another look', async () => {
      await clock.advance(500);
      return found() > look;
    });
  }
  processes.splice(0, 2);
  watch.changed(1);
  await vi.waitFor(
    async () => {
      await clock.advance(500);
      expect(isEnded(looping)).toBe(true);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect([isEnded(resting), isEnded(shown)]).toEqual([false, false]);
});
