import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { browserAccount } from '../../../src/main/host/chromium/account.ts';

const isRoot = process.getuid?.() === 0;
const hasOwnUser = spawnSync('getent', ['passwd', 'vitrine']).status === 0;

test.runIf(isRoot && !hasOwnUser)(
  'root without an account for the browser gets the command that creates one',
  async () => {
    await expect(browserAccount(null)).rejects.toMatchObject({
      code: 'no-browser-user',
      remedy: { code: 'no-browser-user.remedy' },
    });
  },
);

test.runIf(isRoot)('the configured user runs the browser, but never root', async () => {
  expect(await browserAccount('nobody')).toMatchObject({ name: 'nobody' });
  await expect(browserAccount('root')).rejects.toMatchObject({ code: 'no-browser-user' });
});

test.skipIf(isRoot)('a player of another user runs the browser as that user', async () => {
  expect(await browserAccount('nobody')).toBeNull();
});
