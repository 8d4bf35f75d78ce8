import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { insertRow, type ProofRow, proofRows } from '../../src/main/store/proof/proof-rows.ts';
import { salvageProof } from '../../src/main/store/repair/salvage.ts';
import { manualClock, temporaryFolder } from './support/folder.ts';
import { showing } from './support/showings.ts';

/** A database that was set aside with these showings, the last of them still on screen; and an empty one. */
async function aside(count: number) {
  const folder = await temporaryFolder();
  const path = join(folder, 'aside.db');
  const damaged = await openDatabase(path);
  damaged.write(() => {
    for (let number = 1; number <= count; number++) {
      const closed = { endedAt: 1, outcome: 'completed', reason: 'r' } as const;
      const open = { endedAt: null, outcome: null, reason: null };
      insertRow(damaged, { ...showing(number), ...(number < count ? closed : open) });
    }
  });
  damaged.close();
  const database = await openDatabase(join(folder, 'new.db'));
  onTestFinished(() => database.close());
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { path, needs: { database, clock: manualClock() }, leftBehind: () => readdir(temporary) };
}

const rowsOf = ({ database }: { database: Parameters<typeof proofRows>[0] }): readonly ProofRow[] => [
  ...proofRows(database, 0),
];

test('all showings are salvaged page by page, and the copy is deleted', async () => {
  const { path, needs, leftBehind } = await aside(1_200);
  expect(await salvageProof(needs, path, null)).toBe(1_200);
  const rows = rowsOf(needs);
  expect(rows).toHaveLength(1_200);
  expect(rows[0]).toEqual({ ...showing(1), endedAt: 1, outcome: 'completed', reason: 'r' });
  expect(rows.at(-1)).toEqual({ ...showing(1_200), endedAt: null, outcome: null, reason: null });
  expect(await leftBehind()).toEqual([]);
  // Once more, they are all known.
  expect(await salvageProof(needs, path, null)).toBe(0);
});

test('only an open showing is closed with the given instant', async () => {
  const { path, needs } = await aside(2);
  await salvageProof(needs, path, 7);
  expect(rowsOf(needs)).toMatchObject([
    { endedAt: 1, outcome: 'completed' },
    { endedAt: 7, outcome: 'interrupted' },
  ]);
});

const names = { item: 'Tide', playlist: 'Lobby', entry: 3 };
const visit = { item: 2, of: 3 };
const decoder = { name: 'VaapiVideoDecoder', isHardware: true };

test.each([
  ['taken over', '', { names, visit, decoder } as Pick<ProofRow, 'names' | 'visit' | 'decoder'>],
  ['left out where names cannot be read', 'ALTER TABLE showing_name RENAME item TO other', {}],
  ['left out where an older release kept no names', 'DROP TABLE showing_name', {}],
  [
    'names alone where an older release kept no visits',
    'ALTER TABLE showing DROP COLUMN visit_of',
    { names },
  ],
  [
    'without decoders where an older release kept none',
    'ALTER TABLE showing DROP COLUMN decoder',
    { names, visit },
  ],
])('names, visits and decoders of showings are %s', async (_, change, more) => {
  const { path, needs } = await aside(0);
  const old = await openDatabase(path);
  const named = { ...showing(1), names, visit, decoder };
  old.write(() => insertRow(old, { ...named, endedAt: 1, outcome: 'completed', reason: null }));
  if (change !== '') old.run(change);
  old.close();
  expect(await salvageProof(needs, path, null)).toBe(1);
  expect(rowsOf(needs).map((row) => [row.names, row.visit, row.decoder])).toEqual([
    [more.names, more.visit, more.decoder],
  ]);
});

test('a missing or unreadable database yields no showings', async () => {
  const { path, needs, leftBehind } = await aside(1);
  expect(await salvageProof(needs, `${path}.absent`, null)).toBe(0);
  expect(await salvageProof(needs, import.meta.filename, null)).toBe(0);
  expect(await leftBehind()).toEqual([]);
});

test('a full disk is reported, because the rest can be salvaged later', async () => {
  const { path, needs, leftBehind } = await aside(1_200);
  const { page_count: pages } = needs.database.get<{ page_count: number }>('PRAGMA page_count') ?? {
    page_count: 0,
  };
  needs.database.get(`PRAGMA max_page_count = ${pages + 5}`);
  await expect(salvageProof(needs, path, null)).rejects.toMatchObject({ code: 'disk-full' });
  expect(await leftBehind()).toEqual([]);
});
