import { expect, test } from 'vitest';
import { editionListCommand } from '../../src/main/cli/edition.ts';
import { loadConfig } from '../../src/main/config.ts';
import { createLog } from '../../src/main/log.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { edition, entry, playlist } from '../support/records.ts';

async function list(dataDir: string): Promise<{ out: string; progress: string }> {
  let [out, progress] = ['', ''];
  await editionListCommand.run({
    config: loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } }),
    configSources: { noFile: true },
    args: [],
    values: {},
    positionals: [],
    out: (text) => (out += text),
    progress: (text) => (progress += text),
    json: false,
    log: createLog(() => undefined),
    isTerminal: false,
    signal: new AbortController().signal,
  });
  return { out, progress };
}

test('an edition that plays although it is of what was configured before is told', async () => {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  const shown = { ...edition([playlist('main', [entry('1')])]), source: 'before' };
  store.useSource('before');
  await store.stage(shown);
  await store.activate(shown.id, true);
  store.useSource('now');
  await store.close();
  const { out, progress } = await list(dataDir);
  expect(out).toBe('There is no edition yet.\n');
  expect(progress).toContain(`Edition ${shown.id.slice(0, 12)} plays, of what was configured before`);

  const again = await opened(dataDir);
  again.store.useSource('before');
  await again.store.close();
  expect(await list(dataDir)).toMatchObject({ out: expect.stringContaining('active'), progress: '' });
});
