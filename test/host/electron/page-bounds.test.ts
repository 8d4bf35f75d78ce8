import { type ChildProcess, spawn } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { boundPages } from '../../../src/main/host/electron/page-bounds.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { FakeContents } from './fake-window.ts';
import { openOnFake } from './started.ts';

const isRoot = process.getuid?.() === 0;
const account = isRoot ? 65_534 : (process.getuid?.() ?? 0);

/** Replaces the process of a frame. */
async function holding(mebibytes: number): Promise<ChildProcess & { readonly pid: number }> {
  const code = `const held = Buffer.alloc(${mebibytes} * 2 ** 20, 7); setInterval(() => held.length, 1000); console.log('up')`;
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(isRoot ? { uid: account, gid: account } : {}),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return Object.assign(child, { pid: child.pid ?? 0 });
}

test.runIf(process.platform === 'linux')(
  'a page that uses too much memory is ended and reported to the stage, and another page continues',
  async () => {
    const [large, small] = [await holding(300), await holding(1)];
    const { contents } = await openOnFake();
    const clock = new ManualClock();
    const lines: LogLine[] = [];
    const failed: string[] = [];
    const log = createLog((line) => lines.push(line));
    const bounds = boundPages(contents, { clock, log, account, pageBytes: 200 * 2 ** 20 }, (address) =>
      failed.push(address),
    );
    const slot = (url: string, osProcessId: number) => ({ url, osProcessId, parent: contents.top });
    const page = slot('https://large.example/', large.pid);
    contents.frames = [
      ...[page, slot('https://small.example/', small.pid)],
      // A frame inside the page, which belongs to the page; and one in the stage's own process.
      { url: 'https://inner.example/', osProcessId: large.pid, parent: page },
      slot('about:blank', contents.pid),
    ];
    contents.emit('frame-created');
    await vi.waitFor(
      async () => {
        await clock.advance(500);
        expect(large.signalCode).toBe('SIGKILL');
      },
      { timeout: 60_000 },
    );
    expect(failed).toEqual(['https://large.example/']);
    expect(small.signalCode).toBeNull();
    expect(getPriority(small.pid)).toBe(15);
    expect(lines.map(({ message }) => message)).toEqual([expect.stringContaining('too much memory')]);
    bounds.stop();
  },
);

test('without pages nothing is checked, and a closed stage is not queried', async () => {
  const { contents, clock } = await openOnFake();
  expect(contents).toBeInstanceOf(FakeContents);
  contents.emit('frame-created');
  await until('no more looks', () => {
    clock.pass(500);
    return clock.waits.length === 0;
  });
});
