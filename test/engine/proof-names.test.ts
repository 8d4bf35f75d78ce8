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
  const [fileId = '', otherFileId = ''] = addPictures(content, playlistId, 2);
  const [entry, other] = content.entriesOf(Number(playlistId));
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
  const late = { screenId: '1', mediaFileId: otherFileId, entryId: String(other?.id) };
  const shown = (at: number, editionId: string | null, item = key) =>
    engine.showing({
      ...item,
      showingId: randomUUID(),
      editionId,
      type: 'started',
      at,
      ...(at === 2 ? { visit: { item: 1, of: 2 } } : {}),
    });
  await engine.syncNow();
  const first = engine.status().edition?.id ?? null;
  shown(1, first);
  content.changePlaylist(Number(playlistId), { name: 'Renamed' });
  await engine.syncNow();
  const second = engine.status().edition?.id ?? null;
  shown(2, second);
  // The stage may begin one more item of the previous edition; the editions after it name this one otherwise.
  shown(3, first, late);
  content.removeEntry(Number(entry?.id));
  await engine.syncNow();
  shown(4, null);
  const visits = engine
    .proofPage({ at: 0, sequence: -1 })
    .map(({ visitItem, visitItems }) => [visitItem, visitItems]);
  expect(visits).toEqual([
    [null, null],
    [1, 2],
    [null, null],
    [null, null],
  ]);
  const named = engine
    .proofPage({ at: 0, sequence: -1 })
    .map(({ item, playlist, entry }) => ({ item, playlist, entry }));
  expect(new Set([first, second, engine.status().edition?.id]).size).toBe(3);
  const [before, renamed, lateRow, unknown] = named;
  expect(before).toEqual({
    item: expect.stringMatching(/./),
    playlist: expect.stringMatching(/./),
    entry: 1,
  });
  expect(before?.playlist).not.toBe('Renamed');
  expect(renamed).toEqual({ ...before, playlist: 'Renamed' });
  expect(lateRow).toEqual({ item: expect.stringMatching(/./), playlist: before?.playlist, entry: 2 });
  expect(lateRow?.item).not.toBe(before?.item);
  expect(unknown).toEqual({ item: null, playlist: null, entry: null });
  const plays = engine.proofDay({ since: 0 })?.rows.map((row) => [row.item, row.plays]);
  expect(plays).toEqual(
    expect.arrayContaining([
      [before?.item, 2],
      [lateRow?.item, 1],
    ]),
  );
});
