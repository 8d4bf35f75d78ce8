import { expect, test } from 'vitest';
import { command } from '../../src/main/cli/edition-list.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { invoke } from '../support/invoke.ts';
import { edition, entry, playlist } from '../support/records.ts';

const list = (dataDir: string) =>
  invoke(command, { config: loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } }) });

test('an edition from the previous configuration that still plays is marked', async () => {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  const shown = { ...edition([playlist('main', [entry('1')])]), source: 'before' };
  store.useSource('before');
  await store.stage(shown);
  await store.activate(shown.id, true);
  store.useSource('now');
  await store.close();
  const { out, progress } = await list(dataDir);
  expect(out).toBe('No content is stored yet.\n');
  expect(progress).toContain(`Version ${shown.id.slice(0, 12)}, from the previous configuration, plays`);

  const again = await opened(dataDir);
  again.store.useSource('before');
  await again.store.close();
  expect(await list(dataDir)).toMatchObject({ out: expect.stringContaining('active'), progress: '' });
});
