import { expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/main/download/ports.ts';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { inEnglish, message, verbatim } from '../../src/shared/languages/message.ts';
import { source } from '../support/records.ts';
import { opened, temporaryFolder } from './support/folder.ts';

const low = message('doctor.disk.low', { free: 1_500_000_000, folder: '/data' });
const within = message('sentences', { first: low, next: message('see-log') });
const attempt: AttemptRecord = {
  source,
  marker: 'm',
  mediaFileId: '1',
  attempts: 2,
  refusals: 1,
  failed: true,
  code: 'low',
  firstAt: 1,
  lastProgressAt: 2,
  nextTryAt: 3,
  message: low,
};
const change = { at: 1_000, verdict: 'attention' as const, sentence: within, reasons: ['disk'] };

/** Looks into the database while no player has it open. */
async function inDatabase<Row>(folder: string, sql: string): Promise<readonly Row[]> {
  const Sqlite = await loadSqlite();
  const connection = new Sqlite(layoutOf(folder).database);
  try {
    const statement = connection.prepare<[], Row>(sql);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  } finally {
    connection.close();
  }
}

async function written(): Promise<string> {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  store.saveAttempt(attempt);
  store.healthLog.add(change);
  store.strike('7', low);
  await store.close();
  return folder;
}

test('a message outlives a restart, and its column holds English for earlier versions', async () => {
  const folder = await written();
  expect(await inDatabase(folder, 'SELECT message FROM attempt')).toEqual([{ message: inEnglish(low) }]);
  expect(await inDatabase(folder, 'SELECT reason FROM strike')).toEqual([{ reason: inEnglish(low) }]);
  const { store } = await opened(folder);
  expect(store.attempt(source, 'm')).toEqual(attempt);
  expect(store.healthLog.rows(1)).toMatchObject([{ sentence: within }]);
});

test('a text that another version wrote stays as it is', async () => {
  const folder = await written();
  await inDatabase(folder, "UPDATE attempt SET message = 'Some other text.'");
  await inDatabase(folder, `UPDATE message SET message = '{"code":"of-a-later-version"}'`);
  const { store } = await opened(folder);
  expect(store.attempt(source, 'm')?.message).toEqual(verbatim('Some other text.'));
  expect(store.healthLog.rows(1)).toMatchObject([{ sentence: verbatim(inEnglish(within)) }]);
});

test.each([
  '{"code":"see-log","values":7}',
  '{"code":7}',
  '[]',
  'null',
  '{',
  '{"code":"see-log","values":{"a":{"code":{}}}}',
])('a damaged message is not used: %s', async (damaged) => {
  const folder = await written();
  await inDatabase(folder, `UPDATE message SET message = '${damaged}'`);
  const { store } = await opened(folder);
  expect(store.attempt(source, 'm')?.message).toEqual(verbatim(inEnglish(low)));
});

test('a message is removed when no row has its text any more', async () => {
  const folder = await written();
  const first = await opened(folder);
  first.store.clearAttempt(source, 'm');
  first.store.clearStrikes('7');
  await first.store.reclaim();
  await first.store.close();
  expect(await inDatabase(folder, 'SELECT text FROM message')).toEqual([{ text: inEnglish(within) }]);
});
