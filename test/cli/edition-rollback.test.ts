import { expect, test } from 'vitest';
import { command } from '../../src/main/cli/edition-rollback.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import type { Edition } from '../../src/main/edition/edition.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { finishedPart } from '../store/support/parts.ts';
import { invoke } from '../support/invoke.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';

const now = edition([playlist('main', [entry('1', { mediaFileId: 'here' })])], [mediaFile('here')]);

/** A data folder in which one edition follows another. */
async function after(before: Edition): Promise<string> {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  store.useSource(now.source);
  for (const each of [before, now]) {
    await store.stage(each);
    if (each === now) await store.put([await finishedPart(store.partsFolder, 'here')]);
    await store.activate(each.id, false);
  }
  await store.close();
  return dataDir;
}

async function rollback(dataDir: string, yes: boolean, values = {}) {
  const requested: string[] = [];
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } });
  const ask = async (question: string): Promise<boolean> => {
    requested.push(question);
    return yes;
  };
  const outcome = await invoke(command, { config, ask, values }).then(
    ({ out }) => out,
    ({ code }) => code as string,
  );
  return { outcome, requested };
}

const empty = edition([playlist('main', [], { name: 'Lobby' })]);
const lost = edition([playlist('main', [entry('1', { mediaFileId: 'lost' })])], [mediaFile('lost')]);

test.each([
  [empty, 'The playlist “Lobby” (main) is empty.'],
  [lost, 'None of the 1 media files of the previous version is stored on this player.'],
])('a rollback to an edition that cannot play needs a confirmation', async (before, why) => {
  const dataDir = await after(before);
  const question = `${why} Go back to that version anyway?`;
  expect(await rollback(dataDir, false)).toEqual({ outcome: 'not-confirmed', requested: [question] });
  expect(await rollback(dataDir, true)).toEqual({
    outcome: `Playing version ${before.id} of the content again.\n`,
    requested: [question],
  });
});

test('a rollback to an edition that plays, or with --yes, needs no confirmation', async () => {
  const full = edition([playlist('main', [entry('2', { mediaFileId: 'here' })])], [mediaFile('here')]);
  expect((await rollback(await after(full), false)).requested).toEqual([]);
  expect(await rollback(await after(empty), false, { yes: true })).toMatchObject({ requested: [] });
});
