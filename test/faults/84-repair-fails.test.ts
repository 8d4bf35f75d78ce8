import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import { damageProof } from '../store/support/damage.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { bytesOf, sha256Of } from '../store/support/parts.ts';
import { after, before, playing, update } from '../store/support/power-cuts.ts';
import { showing } from '../store/support/showings.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';

/** Every call that changes something, or every one that opens a file, fails with this code. */
function failing(code: () => string | null): FileSystem {
  const guarded =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const now = code();
      if (now !== null) throw Object.assign(new Error(now), { code: now });
      return work(...given);
    };
  return {
    ...realFileSystem,
    rename: guarded(realFileSystem.rename),
    mkdir: guarded(realFileSystem.mkdir),
    syncFolder: guarded(realFileSystem.syncFolder),
    unlink: guarded(realFileSystem.unlink),
    open: async (path, flags) =>
      flags === 'r' && code() !== 'EMFILE'
        ? realFileSystem.open(path, flags)
        : guarded(realFileSystem.open)(path, flags),
    readFile: async (path) =>
      code() === 'EMFILE' ? guarded(realFileSystem.readFile)(path) : realFileSystem.readFile(path),
  };
}

async function untilDone(isDone: () => boolean, pass: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 200 && !isDone(); tries++) {
    await pass();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test.each([
  'EROFS',
  'ENOSPC',
  'EIO',
  'EMFILE',
])('row 84 · a database is damaged while the disk answers %s: the player uses memory, then the disk again, without a loss', async (code) => {
  const folder = await temporaryFolder();
  await playing(folder);
  const first = await opened(folder);
  first.store.proof.start(showing(1));
  first.store.proof.end(showing(1).id, showing(1).startedAt + 10_000, 'completed', null);
  await first.store.close();
  await damageProof(layoutOf(folder).database);

  let refuses = false;
  const clock = new ManualClock();
  const { store } = await opened(folder, { fs: failing(() => (refuses ? code : null)), clock });
  const objects = ['a', 'b'].map((id) => objectPath(folder, sha256Of(bytesOf(id))));
  refuses = true;
  expect(() => [...store.proof.iterate()]).toThrow(expect.objectContaining({ code: 'database-damaged' }));
  await untilDone(
    () => store.health().state === 'read-only',
    () => clock.advance(0),
  );
  // The show goes on, and its showings are recorded.
  expect(store.show()?.edition.id).toBe(before.id);
  expect(store.health().state).toBe('read-only');
  await clock.advance(120_000);
  store.proof.start(showing(2));
  store.proof.end(showing(2).id, showing(2).startedAt + 10_000, 'completed', null);
  for (let time = 0; time < 3; time++) store.strike('a', 'codec');
  store.cmsRetryAfter.set(99);

  refuses = false;
  await untilDone(
    () => store.health().state === 'good',
    () => clock.advance(60_000),
  );
  await untilDone(
    () => store.health().recovered.some(({ what }) => what.code === 'store.recovered.proof'),
    () => clock.advance(0),
  );
  expect(store.health().state).toBe('good');
  store.proof.start(showing(3));
  await update(store);
  await store.close();

  const again = await opened(folder);
  expect(again.store.active()?.edition.id).toBe(after.id);
  expect([...again.store.proof.iterate()].map(({ id }) => id).toSorted()).toEqual(
    [showing(1).id, showing(2).id, showing(3).id].toSorted(),
  );
  expect([...again.store.holdings(before).putAside.keys()]).toEqual(['a']);
  expect(again.store.cmsRetryAfter.until()).toBe(99);
  expect(objects.map((path) => existsSync(path))).toEqual([true, true]);
  // The damaged database is kept whole.
  const aside = (await readdir(folder)).filter((name) => /\.aside-\w+$/.test(name));
  expect(aside).toHaveLength(1);
  expect((await readFile(`${folder}/${aside[0]}`)).length).toBeGreaterThan(4096);
  reportRow(84, { note: code });
});
