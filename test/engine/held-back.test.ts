import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DemoCms } from '../../src/demo/cms.ts';
import { statusText } from '../../src/main/cli/text/status.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import type { Engine } from '../../src/main/engine/engine.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import type { EngineEvent } from '../../src/main/engine/protocol.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { composeStatus } from '../../src/main/report/status.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { demo, token } from '../cms/support.ts';
import { calmHealth } from '../support/health.ts';
import { addPictures } from '../support/pictures.ts';

// A player that was set up again: its data folder holds the show of another assignment.

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-held-back-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function opened(
  dataDir: string,
  cms: DemoCms,
  assigned: Readonly<Record<string, string>>,
): Promise<{ engine: Engine; events: readonly EngineEvent[] }> {
  const events: EngineEvent[] = [];
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_CMS_URL: cms.baseUrl, VITRINE_CMS_TOKEN: token };
  const engine = await openEngine(
    { config: loadConfig({ noFile: true, env: { ...env, ...assigned } }), configMistake: null },
    {
      clock: systemClock,
      log: createLog(() => undefined),
      emit: (event) => events.push(event),
    },
  );
  return { engine, events };
}

async function rig(): Promise<{ dataDir: string; cms: DemoCms; empty: string; shown: string | null }> {
  const dataDir = await folder();
  const cms = await demo({ seed: 'empty' });
  addPictures(cms.content, cms.playlistId, 1);
  const { engine } = await opened(dataDir, cms, { VITRINE_PLAYLIST: 'Welcome' });
  await engine.syncNow();
  const shown = engine.status().edition?.id ?? null;
  await engine.stop();
  const empty = String(cms.content.addPlaylist({ name: 'Autumn' }).id);
  return { dataDir, cms, empty, shown };
}

const inWords = (engine: Engine) =>
  statusText(
    composeStatus(
      { version: '9', name: 'Window 1', startedAt: '2026-11-21T08:00:00.000Z', health: calmHealth },
      engine.status(),
      {
        host: 'none',
        screens: [],
        warnings: [],
        display: { screens: [], byHand: null, switches: [] },
      },
    ),
  );

test('the show of the previous assignment goes on until the empty new playlist has something to show, and all say so', async () => {
  const { dataDir, cms, empty, shown } = await rig();
  const { engine, events } = await opened(dataDir, cms, { VITRINE_PLAYLIST: empty });
  onTestFinished(() => engine.stop());
  await engine.syncNow();
  expect(engine.status()).toMatchObject({ edition: { id: shown }, staged: { isEmpty: true } });
  expect(engine.vitals().content.map(({ code, sentence }) => [code, inEnglish(sentence)])).toEqual([
    ['playlist-empty', `The playlist “Autumn” (${empty}) is empty. The previous content keeps playing.`],
  ]);
  expect(inWords(engine)).toMatch(
    /^The update [0-9a-f]{12} has nothing to show: the previous content keeps playing\.$/m,
  );
  await expect
    .poll(() => events.filter((event) => event.type === 'standby').at(-1)?.standby.title)
    .toBe('The playlist is empty');
  addPictures(cms.content, empty, 1, 300, 5);
  await engine.syncNow();
  expect(engine.status().edition?.id).not.toBe(shown);
  expect([engine.status().staged, engine.vitals().content]).toEqual([null, []]);
});

test('after a restart without the CMS the update is still held back, and health says why', async () => {
  const { dataDir, cms, empty, shown } = await rig();
  const first = await opened(dataDir, cms, { VITRINE_PLAYLIST: empty });
  await first.engine.syncNow();
  await first.engine.stop();
  cms.offline = true;
  const { engine } = await opened(dataDir, cms, { VITRINE_PLAYLIST: empty });
  onTestFinished(() => engine.stop());
  expect(engine.status()).toMatchObject({ edition: { id: shown }, staged: { isEmpty: true } });
  expect(engine.vitals().content).toMatchObject([{ code: 'playlist-empty' }]);
});

test('a playlist that an editor empties is followed at once', async () => {
  const dataDir = await folder();
  const cms = await demo({ seed: 'empty' });
  addPictures(cms.content, cms.playlistId, 1);
  const { engine } = await opened(dataDir, cms, { VITRINE_PLAYLIST: 'Welcome' });
  onTestFinished(() => engine.stop());
  await engine.syncNow();
  const shown = engine.status().edition?.id;
  cms.content.removeEntry(cms.content.entriesOf(cms.playlistId).at(-1)?.id ?? '');
  await engine.syncNow();
  expect(engine.status().edition?.id).not.toBe(shown);
});

test('status and standby screen name a device that is configured by its id, before there is a show', async () => {
  const dataDir = await folder();
  const cms = await demo({ seed: 'empty' });
  const { engine, events } = await opened(dataDir, cms, { VITRINE_DEVICE: String(cms.deviceId) });
  onTestFinished(() => engine.stop());
  await engine.syncNow();
  expect(engine.status().source?.name).toBe('Demo screen');
  expect(inWords(engine)).toContain('for the device “Demo screen”');
  const standby = events.filter((event) => event.type === 'standby').at(-1)?.standby;
  expect(standby?.small.join('\n')).toContain('Device: Demo screen');
});
