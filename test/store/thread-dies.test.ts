import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { before, plainStore, playing } from './support/power-cuts.ts';

test('a killed engine thread leaves no lock in its process', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const worker = new Worker(new URL('./children/holding.ts', import.meta.url), { argv: [folder] });
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await expect(plainStore(folder)).rejects.toMatchObject({ code: 'data-folder-in-use' });
  await worker.terminate();
  const store = await plainStore(folder);
  expect(store.active()?.edition.id).toBe(before.id);
  await store.close();
});
