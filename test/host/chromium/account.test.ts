import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { browserAccount } from '../../../src/main/host/chromium/account.ts';

const isRoot = process.getuid?.() === 0;
const hasOwnUser = spawnSync('getent', ['passwd', 'vitrine']).status === 0;

test.runIf(isRoot && !hasOwnUser)(
  'root is asked for a user of the browser alone, and told how to make one',
  async () => {
    await expect(browserAccount(null)).rejects.toMatchObject({
      code: 'no-browser-user',
      remedy: expect.stringContaining('useradd --system'),
    });
  },
);

test.runIf(isRoot)('one that is named is taken, but never root', async () => {
  expect(await browserAccount('nobody')).toMatchObject({ name: 'nobody' });
  await expect(browserAccount('root')).rejects.toMatchObject({ code: 'no-browser-user' });
});

test.skipIf(isRoot)('whoever is not root runs the browser as himself', async () => {
  expect(await browserAccount('nobody')).toBeNull();
});
