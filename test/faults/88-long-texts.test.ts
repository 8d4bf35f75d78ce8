import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { supportBundle } from '../../src/main/admin/support.ts';
import { createDecoders } from '../../src/main/cms/decode/decoders.ts';
import { parseProfile } from '../../src/main/cms/profile.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { calmPlayer } from '../support/calm-player.ts';
import { reportRow } from '../support/report-row.ts';

const million = 1_000_000;
/** Texts for which an expression of an earlier version took quadratic time. */
const stretches = [
  'x-',
  '-eyJ',
  '/',
  '//',
  '?token',
  '&key',
  '"',
  '\\"',
  '"token',
  'bearer ',
  ' ',
  'key-',
  '@',
  '\0',
  'é',
];
const long = (stretch: string): string => stretch.repeat(Math.ceil(million / stretch.length));
/** Ten times the usual time, and a hundredth of the earlier one. */
const mostMs = 500;

async function cpuMs(act: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage();
  await act();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

test('row 88 · log lines about texts of 1 MB are short and quick', async () => {
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(line));
  let most = 0;
  for (const stretch of stretches) {
    const text = long(stretch);
    const ms = await cpuMs(() =>
      log.warn(text, { name: text, [text]: 1, error: new Error(text), list: [text] }),
    );
    most = Math.max(most, ms);
    expect(ms, JSON.stringify(stretch)).toBeLessThan(mostMs);
  }
  for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(100_000);
  reportRow(88, { note: `a log line about a text of 1 MB took ${most.toFixed(0)} ms at most` });
});

test("row 88 · the support bundle's time is proportional to its texts", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-long-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'logs'));
  const lines = stretches.map((stretch) => ({
    at: '2026-11-22T12:00:00.000Z',
    level: 'info',
    from: 'sync',
    message: long(stretch).slice(0, 400_000),
    fields: {},
  }));
  writeFileSync(join(folder, 'logs', 'vitrine.log'), lines.map((line) => JSON.stringify(line)).join('\n'));
  const status = { screens: [], names: stretches.map(long) };
  const player = calmPlayer({ status: async () => status as never, secrets: () => ['SECRET-123456'] });
  const ms = await cpuMs(() => supportBundle({ player, dataDir: folder, now: 0, doctor: async () => [] }));
  expect(ms).toBeLessThan(10 * mostMs);
  reportRow(88, { note: `a support bundle of ${stretches.length} texts of 1 MB took ${ms.toFixed(0)} ms` });
});

test('row 88 · names, texts and addresses are truncated where they are decoded', () => {
  const decode = createDecoders(parseProfile(null), 'https://cms.example/api/v1.0/');
  const text = long('name');
  expect(decode.mediaFile({ id: 1, name: text, attachable: { mime_type: 'image/png' } }).name).toHaveLength(
    500,
  );
  expect(decode.playlist({ id: 1, name: text, comment: text })).toMatchObject({ name: text.slice(0, 500) });
  expect(decode.playlist({ id: 1, name: 'a', comment: text }).comment).toHaveLength(20_000);
  expect(decode.device({ id: 1, name: text, live_ticker: { text } }).settings.ticker?.text).toHaveLength(
    20_000,
  );
  const page = {
    id: 1,
    name: 'a',
    attachable_type: 'Website',
    attachable: { url: `https://a.example/${text}` },
  };
  expect(() => decode.mediaFile(page)).toThrow('attachable.url: is an address longer than 8,000 characters');
});
