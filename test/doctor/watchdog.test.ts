import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkWatchdog } from '../../src/main/doctor/watchdog.ts';

test('an unused hardware watchdog is reported with its remedy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-watchdog-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const watchdog = join(folder, 'watchdog0');
  expect(checkWatchdog(watchdog)).toMatchObject([
    { result: 'ok', message: { code: 'doctor.watchdog.none' } },
  ]);
  mkdirSync(watchdog);
  writeFileSync(join(watchdog, 'identity'), 'i6300ESB timer\n');
  writeFileSync(join(watchdog, 'state'), 'inactive\n');
  expect(checkWatchdog(watchdog)).toMatchObject([
    {
      result: 'warn',
      message: { code: 'doctor.watchdog.idle', values: { identity: 'i6300ESB timer' } },
      remedy: { code: 'doctor.watchdog.idle.remedy' },
    },
  ]);
  writeFileSync(join(watchdog, 'state'), 'active\n');
  expect(checkWatchdog(watchdog)).toMatchObject([
    { result: 'ok', message: { code: 'doctor.watchdog.untimed' } },
  ]);
  writeFileSync(join(watchdog, 'timeout'), '30\n');
  const values = { identity: 'i6300ESB timer', timeout: 30_000 };
  expect(checkWatchdog(watchdog)).toMatchObject([{ message: { code: 'doctor.watchdog.active', values } }]);
});
