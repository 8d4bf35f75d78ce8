import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { demo, token } from '../cms/support.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { addPictures } from '../support/pictures.ts';

test('proof of play keeps names as they were, also of an item that has left the edition', async () => {
  const cms = await demo({ seed: 'empty' });
  const { content, playlistId } = cms;
  const [fileId = ''] = addPictures(content, playlistId, 2);
  const [entry] = content.entriesOf(Number(playlistId));
  const env = {
    VITRINE_DATA_DIR: await temporaryFolder(),
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: token,
  };
  const config = loadConfig({ noFile: true, env: { ...env, VITRINE_PLAYLIST: playlistId } });
  const engine = await openEngine(
    { config, configMistake: null },
    { clock: systemClock, log: createLog(() => undefined), emit: () => undefined },
  );
  onTestFinished(() => engine.stop());
  const key = { screenId: '1', mediaFileId: fileId, entryId: String(entry?.id) };
  const shown = (at: number, editionId: string | null) =>
    engine.showing({ ...key, showingId: randomUUID(), editionId, type: 'started', at });
  await engine.syncNow();
  const first = engine.status().edition?.id ?? null;
  shown(1, first);
  content.changePlaylist(Number(playlistId), { name: 'Renamed' });
  await engine.syncNow();
  const second = engine.status().edition?.id ?? null;
  shown(2, second);
  // The stage may begin one more item of the previous edition.
  shown(3, first);
  content.removeEntry(Number(entry?.id));
  await engine.syncNow();
  shown(4, null);
  const named = engine
    .proofPage({ at: 0, sequence: -1 })
    .map(({ item, playlist, entry }) => ({ item, playlist, entry }));
  expect(new Set([first, second, engine.status().edition?.id]).size).toBe(3);
  const [before, renamed, late, unknown] = named;
  expect(before).toEqual({
    item: expect.stringMatching(/./),
    playlist: expect.stringMatching(/./),
    entry: 1,
  });
  expect(before?.playlist).not.toBe('Renamed');
  expect(renamed).toEqual({ ...before, playlist: 'Renamed' });
  expect(late).toEqual(before);
  expect(unknown).toEqual({ item: null, playlist: null, entry: null });
  expect(engine.proofDay({ since: 0 })?.rows).toMatchObject([{ item: before?.item, plays: 3 }, { plays: 1 }]);
});
