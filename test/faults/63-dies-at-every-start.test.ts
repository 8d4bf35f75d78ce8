import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { begun, isSafe, noStarts, proven } from '../../src/main/supervise/starts.ts';
import { reportRow } from '../support/report-row.ts';

const child = fileURLToPath(new URL('../supervise/children/start-and-die.ts', import.meta.url));

function start(folder: string, dies: 'before' | 'after' | 'never'): Promise<string> {
  const started = spawn(process.execPath, [child, folder, dies], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve) => started.once('close', () => resolve(output)));
}

/** Three starts that are killed, and the report of the fourth. */
async function afterThree(dies: 'before' | 'after'): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-starts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let time = 0; time < 3; time++) await start(folder, dies);
  return JSON.parse(await start(folder, 'never'));
}

test('row 63 · a player killed at every start, just after the count, is in safe mode at the fourth', async () => {
  expect(await afterThree('after')).toEqual({ count: 4, isSafe: true });
  reportRow(63, { note: 'processes killed by SIGKILL' });
});

test('row 63 · safe mode ends for one normal try, and for good when that paints', () => {
  const t0 = Date.parse('2026-06-01T08:00:00Z');
  const safe = [0, 1, 2, 3].reduce((starts, minute) => begun(starts, t0 + minute * 60_000), noStarts);
  const trying = begun(safe, t0 + 3 * 3600_000);
  const well = proven(
    trying,
    { edition: 'a', browser: 'Chromium 156', vitrine: '1.0.0', kernel: 'Linux 6.1' },
    t0 + 3 * 3600_000 + 60_000,
  );
  expect([isSafe(safe), isSafe(trying), well.safe]).toEqual([true, false, null]);
});

test('row 63 · control: if the start is counted later, it keeps failing forever', async () => {
  expect(await afterThree('before')).toEqual({ count: 1, isSafe: false });
  reportRow(63, { negativeControl: true });
});
