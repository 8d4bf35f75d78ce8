import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import type { EngineEvent } from '../../src/main/engine/protocol.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { judge } from '../../src/main/health/health.ts';
import { openStore } from '../../src/main/store/store.ts';
import { openSettings } from '../../src/main/sync/assignment.ts';
import { identify } from '../../src/main/sync/canonical.ts';
import { demo, token } from '../cms/support.ts';
import { calmFacts } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { entry, mediaFile } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

const log = createLog(() => undefined);

/** A player with a show, whose configuration names a missing file. */
async function refused(named: (path: string) => object) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-refused-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const cms = await demo({ seed: 'empty' });
  const source = `${new URL(cms.baseUrl).host}/api/v1.0 playlist ${cms.playlistId}`;
  const store = await openStore({ dataDir, clock: systemClock, log });
  store.useSource(source);
  const shown = identify({
    source,
    settings: openSettings,
    screens: { '1': '5' },
    playlists: {
      '5': { id: '5', name: 'Lobby', shuffled: false, deletedAt: null, entries: [entry('1')] },
    },
    mediaFiles: { m1: mediaFile('m1') },
  });
  await store.stage(shown);
  await store.activate(shown.id, true);
  await store.close();
  const config = loadConfig({
    noFile: true,
    env: { VITRINE_DATA_DIR: dataDir, VITRINE_CMS_URL: cms.baseUrl, VITRINE_PLAYLIST: cms.playlistId },
  });
  const path = join(dataDir, 'given');
  const events: EngineEvent[] = [];
  const clock = new ManualClock({ at: Date.now(), realBelowMs: 3_000 });
  const engine = await openEngine(
    { config: { ...config, cms: { ...config.cms, token, ...named(path) } }, configMistake: null },
    { clock, log, emit: (event) => events.push(event) },
  );
  onTestFinished(() => engine.stop());
  const health = () => judge({ ...calmFacts, vitals: engine.vitals() });
  return { path, events, clock, engine, health };
}

test.each([
  [
    'CA file',
    'ca-file-unreadable',
    (path: string): object => ({ caFile: path }),
    () => rootCertificates[0] ?? '',
  ],
  [
    'client secret',
    'token-unreadable',
    (path: string): object => ({
      token: null,
      oauth: { authUrl: null, clientId: 'a', clientSecret: null, clientSecretFile: path },
    }),
    () => 'a-secret-of-some-length',
  ],
])('row 87 · %s unreadable at start: the show plays, health reports it, and the file is read again', async (_, code, named, text) => {
  const { path, events, clock, engine, health } = await refused(named);
  await expect.poll(() => events.map(({ type }) => type)).toContain('programme');
  expect(engine.status().sync.lastError?.code).toBe(code);
  expect(health()).toMatchObject({ verdict: 'attention', reasons: [{ code: 'configuration' }] });
  await clock.advance(60_000);
  expect(engine.status().sync.lastError?.code).toBe(code);
  writeFileSync(path, text());
  chmodSync(path, 0o600);
  await clock.advance(300_000);
  await until('a visit', async () => engine.status().sync.lastError?.code !== code);
  reportRow(87, {});
});
