import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { judge } from '../../src/main/health/health.ts';
import { begun, noStarts, parseStarts, proven, type Stack } from '../../src/main/supervise/starts.ts';
import { Supervision } from '../../src/main/supervise/supervision.ts';
import { message } from '../../src/shared/languages/message.ts';
import { calmFacts } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';

const before: Stack = { vitrine: '1.0.0', browser: 'Chromium 156.0.1', kernel: 'Linux 6.1.0-1' };

/** This many starts in a row that paint nothing, after one with `before` that painted. */
function failing(times: number, now: Partial<Stack>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-browser-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const clock = new ManualClock();
  const starts = new KeptFile(dataDir, 'starts.json', parseStarts);
  const well = proven(begun(noStarts, clock.now()), { edition: 'a', ...before }, clock.now());
  starts.write(Array.from({ length: times }).reduce<typeof well>((kept) => begun(kept, clock.now()), well));
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } });
  const supervision = new Supervision({
    config,
    clock,
    starts,
    isSupervised: true,
    sights: () => [],
    vitals: () => null,
    log: createLog(() => undefined),
    stack: () => ({ ...before, ...now }),
    leave: () => undefined,
    renew: async () => undefined,
  });
  const { safe, changed } = supervision;
  return judge({ ...calmFacts, starts: starts.value.count, safe, changed });
}

test('row 71 · a new browser version that does not paint is named with the previous one, and leads to safe mode', () => {
  const { verdict, sentence } = failing(2, { browser: 'Chromium 157.0.2' });
  const [before, now] = ['Chromium 156.0.1', 'Chromium 157.0.2'];
  expect([verdict, sentence]).toEqual(['attention', message('health.changed.browser', { before, now })]);
  const last = failing(4, { browser: 'Chromium 157.0.2' });
  expect([last.mode, last.reasons.map(({ code }) => code)]).toEqual([
    'safe',
    ['browser-changed', 'safe-mode'],
  ]);
  reportRow(71, { note: 'named; another host is not taken by itself' });
});

test('row 71 · a changed kernel or package is named too', () => {
  expect(failing(2, { kernel: 'Linux 6.1.0-2', vitrine: '1.1.0' }).sentence).toEqual(
    message('sentences', {
      first: message('health.changed.kernel', { before: 'Linux 6.1.0-1', now: 'Linux 6.1.0-2' }),
      next: message('health.changed.player', { before: '1.0.0', now: '1.1.0' }),
    }),
  );
});

test('row 71 · control: the same browser is not blamed', () => {
  expect(failing(2, {}).reasons).toEqual([]);
  reportRow(71, { negativeControl: true });
});
