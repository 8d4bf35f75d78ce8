import { expect, test } from 'vitest';
import { readStore } from '../../src/main/store/read.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { showing } from './support/showings.ts';
import { show } from './support/shows.ts';

test('a copy made while the player writes is consistent, and never outdated', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const edition = await show(store, ['a', 'b']);
  let written = 0;
  let writing = true;
  const writer = (async () => {
    while (writing) {
      // Enough to have the journal begin anew several times.
      for (let number = 0; number < 20; number++) store.proof.start(showing(++written));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  try {
    for (let round = 0; round < 8 || written <= 500; round++) {
      const least = written;
      const reader = await readStore(folder);
      expect(reader.damage).toBeNull();
      expect(reader.active()?.edition.id).toBe(edition.id);
      const ids = [...reader.proof()].map(({ id }) => id);
      expect(ids.length).toBeGreaterThanOrEqual(least);
      expect(new Set(ids).size).toBe(ids.length);
      await reader.close();
    }
  } finally {
    writing = false;
    await writer;
  }
});
