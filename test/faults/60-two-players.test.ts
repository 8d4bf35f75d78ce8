import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { manualClock, smallLimits, temporaryFolder } from '../store/support/folder.ts';
import { objectsOnDisk } from '../store/support/killed.ts';
import { before, plainStore, playing } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';
import { without } from '../support/without.ts';

test('row 60 · a second player on one data folder names the first and stops; a killed one holds no lock', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const first = spawn(process.execPath, [
    fileURLToPath(new URL('../store/children/failing-writes.ts', import.meta.url)),
    folder,
  ]);
  for await (const _ready of createInterface({ input: first.stdout })) break;
  const objects = await objectsOnDisk(folder);

  await expect(plainStore(folder)).rejects.toMatchObject({
    code: 'data-folder-in-use',
    message: expect.stringMatching(new RegExp(`process ${first.pid} on ${hostname()}, since 2\\d{3}-`)),
  });
  expect(await objectsOnDisk(folder)).toEqual(objects);

  const gone = new Promise((resolve) => first.once('exit', resolve));
  first.kill('SIGKILL');
  await gone;
  const store = await plainStore(folder);
  expect(store.active()?.edition.id).toBe(before.id);

  await expect(plainStore(folder)).rejects.toMatchObject({ code: 'data-folder-in-use' });
  await store.close();
  const again = await plainStore(folder);
  await again.close();
});

test('row 60 · control: without the lock on the folder the other player is not reported', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const { openStore } = await without('store/lock.ts', () => ({
    lockDataFolder: async () => ({ release: () => undefined }),
  }));
  const options = {
    dataDir: folder,
    clock: manualClock(),
    log: createLog(() => undefined),
    limits: smallLimits,
  };
  const first = await openStore(options);
  // Without it only SQLite's own lock remains, which is met only when the folder is in use already.
  await expect(openStore(options)).rejects.toMatchObject({ code: 'database-locked' });
  await first.close();
  reportRow(60, { negativeControl: true });
});
