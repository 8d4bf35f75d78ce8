import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { networkFailure } from '../../src/main/net/failure.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { type Certificates, makeCertificates } from '../cms/certificates.ts';
import { show } from '../cms/still-plays.ts';
import { clockAt, json } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

async function securedCms(name: 'future' | 'expired' | 'unknown'): Promise<string> {
  const server = createServer(certificates[name], (_, response) => json(response, []));
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1.0/`;
}

test('row 30 · a clock at 1970 on boot is reported as the cause of the failure, and the show goes on', async () => {
  const { refused, restart } = await show();
  // For a clock in 1970 every certificate begins in the future.
  const baseUrl = await securedCms('future');
  const parts = await restart({ baseUrl, caFile: certificates.caFile, clock: clockAt(0) });
  const error = await refused('cms-tls-clock', parts);
  expect(error).toMatchObject({ kind: 'temporary' });
  expect(error.message).toContain('1970-01-01');
  expect(inEnglish(error.remedy ?? verbatim(''))).toMatch(/NTP/);
});

test('row 30 · the same certificate with a correct clock is not blamed on the clock', () => {
  const expired = Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' });
  expect(networkFailure(expired, 'https://cms.example.com', Date.UTC(2026, 10, 21)).code).toBe(
    'cms-tls-expired',
  );
  expect(networkFailure(expired, 'https://cms.example.com', 0).code).toBe('cms-tls-clock');
});

test('row 30 · undated entries play, dated ones wait until the time is trusted', async () => {
  const { rig, parts } = await show();
  const [first] = rig.demo.content.entriesOf(rig.demo.playlistId);
  if (!first) throw new Error('the playlist has no entries');
  rig.demo.content.changeEntry(first.id, { play_rule: 0, start_date: '1969-01-01', end_date: '2099-12-31' });
  await parts.sync.once();
  const edition = parts.store.active()?.edition ?? expect.fail();
  const scene = {
    edition,
    holdings: parts.store.holdings(edition),
    screenId: '1',
    zone: 'UTC',
    defaultTransition: { kind: 'cut', durationMs: 0 },
  } as const;
  const at1970 = evaluate({ ...scene, at: 0, clockTrusted: false });
  expect(at1970.cues).toHaveLength(2);
  expect(at1970.excluded).toMatchObject([{ entryId: String(first.id), reason: 'clock-not-trusted' }]);
  expect(evaluate({ ...scene, at: Date.UTC(2026, 10, 21), clockTrusted: true }).cues).toHaveLength(3);
  reportRow(30, { negativeControl: true });
});
