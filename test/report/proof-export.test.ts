import { expect, test } from 'vitest';
import type { ShowingNames } from '../../src/main/edition/showing-names.ts';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { namedRows } from '../../src/main/report/named-rows.ts';
import { reportedProof } from '../../src/main/report/proof-day.ts';
import { exportedProof } from '../../src/main/report/proof-export.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import type { StartedRow } from '../../src/main/store/proof/proof.ts';
import type { ProofRow } from '../../src/main/store/proof/proof-rows.ts';
import { type ReadOnlyStore, readStore } from '../../src/main/store/read.ts';
import type { Store } from '../../src/main/store/store.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';

const berlin = { zone: 'Europe/Berlin', edition: null };
const tide: ShowingNames = { item: 'Tide.mp4', playlist: 'Lobby', entry: 2 };
const decoder = { name: 'VaapiVideoDecoder', isHardware: true };
const joined = (pieces: Iterable<string>): string => [...pieces].join('');

/** A real store that the player has closed, as the command reads it. */
async function stored(fill: (store: Store, dataDir: string) => void): Promise<ReadOnlyStore> {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  fill(store, dataDir);
  await store.close();
  return readStore(dataDir);
}

function play(
  { proof }: Store,
  id: string,
  at: string,
  seconds: number | null,
  row: Partial<StartedRow> = {},
) {
  const startedAt = Date.parse(at);
  const key = { screenId: '1', entryId: '10', mediaFileId: '100', editionId: 'e1' };
  proof.start({ id, ...key, startedAt, ...row });
  if (seconds !== null) proof.end(id, startedAt + seconds * 1000, 'completed', null);
}

/** The night on which 02:30 comes twice, another name in the next edition, and an item without names. */
const nights = () =>
  stored((store) => {
    play(store, 'a', '2026-10-25T00:30:00Z', 30, { names: tide });
    play(store, 'b', '2026-10-25T01:30:00Z', 10, { names: tide, visit: { item: 2, of: 3 }, decoder });
    play(store, 'c', '2026-10-25T22:59:59Z', 60, {
      editionId: 'e2',
      names: { item: '=HYPERLINK("x")', playlist: 'Lobby; door', entry: 1 },
    });
    play(store, 'd', '2026-10-25T23:00:00Z', 5, { names: tide });
    play(store, 'e', '2026-10-25T23:00:05Z', 15, { screenId: '1/side', mediaFileId: '7', editionId: null });
    store.proof.fail({
      id: 'f',
      screenId: '1',
      entryId: '10',
      mediaFileId: '100',
      editionId: 'e1',
      startedAt: Date.parse('2026-10-26T08:00:00Z'),
      outcome: 'skipped',
      reason: '-1',
    });
  });

test('old columns keep their places, and names, local time and share follow', async () => {
  const store = await nights();
  const needs = { ...berlin, days: store.proofDays() };
  expect(joined(exportedProof(namedRows(store.proof(), needs), 'csv'))).toBe(
    `id,screenId,entryId,mediaFileId,editionId,startedAt,endedAt,outcome,reason,item,playlist,entry,screen,zone,startedLocal,endedLocal,seconds,share,visitItem,visitItems,decodedBy,decoderName
a,1,10,100,e1,2026-10-25T00:30:00.000Z,2026-10-25T00:30:30.000Z,completed,,Tide.mp4,Lobby,2,1,,2026-10-25T02:30:00.000+02:00,2026-10-25T02:30:30.000+02:00,30,0.3,,,,
b,1,10,100,e1,2026-10-25T01:30:00.000Z,2026-10-25T01:30:10.000Z,completed,,Tide.mp4,Lobby,2,1,,2026-10-25T02:30:00.000+01:00,2026-10-25T02:30:10.000+01:00,10,0.1,2,3,hardware,VaapiVideoDecoder
c,1,10,100,e2,2026-10-25T22:59:59.000Z,2026-10-25T23:00:59.000Z,completed,,"'=HYPERLINK(""x"")","Lobby; door",1,1,,2026-10-25T23:59:59.000+01:00,2026-10-26T00:00:59.000+01:00,60,0.6,,,,
d,1,10,100,e1,2026-10-25T23:00:00.000Z,2026-10-25T23:00:05.000Z,completed,,Tide.mp4,Lobby,2,1,,2026-10-26T00:00:00.000+01:00,2026-10-26T00:00:05.000+01:00,5,1,,,,
e,1/side,10,7,,2026-10-25T23:00:05.000Z,2026-10-25T23:00:20.000Z,completed,,,,,1,side,2026-10-26T00:00:05.000+01:00,2026-10-26T00:00:20.000+01:00,15,1,,,,
f,1,10,100,e1,2026-10-26T08:00:00.000Z,2026-10-26T08:00:00.000Z,skipped,'-1,Tide.mp4,Lobby,2,1,,2026-10-26T09:00:00.000+01:00,2026-10-26T09:00:00.000+01:00,0,0,,,,
`,
  );
  await store.close();
});

test('the JSON exports are lines and one document with the same fields', async () => {
  const store = await nights();
  const needs = { ...berlin, days: store.proofDays() };
  const text = (format: 'json' | 'jsonl') => joined(exportedProof(namedRows(store.proof(), needs), format));
  const lines = text('jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[1]).toEqual({
    id: 'b',
    screenId: '1',
    entryId: '10',
    mediaFileId: '100',
    editionId: 'e1',
    startedAt: '2026-10-25T01:30:00.000Z',
    endedAt: '2026-10-25T01:30:10.000Z',
    outcome: 'completed',
    reason: null,
    ...tide,
    screen: '1',
    zone: '',
    startedLocal: '2026-10-25T02:30:00.000+01:00',
    endedLocal: '2026-10-25T02:30:10.000+01:00',
    seconds: 10,
    share: 0.1,
    visitItem: 2,
    visitItems: 3,
    decodedBy: 'hardware',
    decoderName: 'VaapiVideoDecoder',
  });
  expect(JSON.parse(text('json'))).toEqual(lines);
  expect(JSON.parse(joined(exportedProof([], 'json')))).toEqual([]);
  await store.close();
});

test('the report has a row per item, screen and local day, as the reader’s Excel reads it', async () => {
  const store = await nights();
  const needs = { ...berlin, days: store.proofDays() };
  const report = (language: 'en' | 'de') => joined(reportedProof(0, needs, { format: 'csv', language }));
  expect(report('en').split('\n')).toEqual([
    '\uFEFFDate,Item,Media file,Screen,Zone,Plays,Failed,Seconds on screen,Share of screen time (%),First play,Last play',
    '2026-10-25,Tide.mp4,100,1,,2,0,40,40,2026-10-25T02:30:00.000+02:00,2026-10-25T02:30:00.000+01:00',
    `2026-10-25,"'=HYPERLINK(""x"")",100,1,,1,0,60,60,2026-10-25T23:59:59.000+01:00,2026-10-25T23:59:59.000+01:00`,
    '2026-10-26,Tide.mp4,100,1,,1,1,5,100,2026-10-26T00:00:00.000+01:00,2026-10-26T00:00:00.000+01:00',
    '2026-10-26,,7,1,side,1,0,15,100,2026-10-26T00:00:05.000+01:00,2026-10-26T00:00:05.000+01:00',
    '',
  ]);
  expect(report('de')).toMatch(/^\uFEFFDatum;Beitrag;.*\n2026-10-25;Tide\.mp4;100;1;;2;0;40;40;/);
  const later = reportedProof(Date.parse('2026-10-26T07:00:00Z'), needs, { format: 'jsonl', language: 'de' });
  expect(
    joined(later)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { date: '2026-10-26', item: 'Tide.mp4', plays: 1, failed: 1, seconds: 5, share: 1 },
    { date: '2026-10-26', item: null, zone: 'side' },
  ]);
  await store.close();
});

test('100,000 rows stream: no row is read before the one ahead of it is written', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const { store: player } = await opened(dataDir);
  await player.close();
  const database = new (await loadSqlite())(layoutOf(dataDir).database);
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
    INSERT INTO showing (sequence, id, screen_id, entry_id, media_file_id, edition_id, started_at, ended_at, outcome, reason)
      SELECT NULL, 'id' || i, '1', i % 50, i % 50, 'e1', 1790000000000 + i * 10000,
      1790000010000 + i * 10000, 'completed', NULL FROM n`);
  // A database of the release before has no names.
  database.exec('DROP TABLE showing_name');
  database.close();
  const store = await readStore(dataDir);
  let [read, written, ahead] = [0, -1, 0];
  function* counted(rows: Iterable<ProofRow>): Generator<ProofRow> {
    for (const row of rows) {
      read++;
      yield row;
    }
  }
  const needs = { ...berlin, days: store.proofDays() };
  for (const _ of exportedProof(namedRows(counted(store.proof()), needs), 'csv')) {
    written++;
    ahead = Math.max(ahead, read - written);
  }
  expect({ read, written, ahead }).toEqual({ read: 100_000, written: 100_000, ahead: 0 });
  const lines = [...reportedProof(0, needs, { format: 'jsonl', language: 'en' })].map((line) =>
    JSON.parse(line),
  );
  expect(lines.reduce((sum, { plays }) => sum + plays, 0)).toBe(100_000);
  await store.close();
});
