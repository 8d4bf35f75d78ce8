import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshProfile, type Profile, removeStaleProfiles } from '../../../src/main/host/chromium/profile.ts';

const isRoot = process.getuid?.() === 0;
const account = { name: 'nobody', uid: 65_534, gid: 65_534 };
let profile: Profile;

beforeEach(async () => {
  profile = await freshProfile();
});

afterEach(() => profile.remove());

test.runIf(isRoot)("handed over it is the account's whole, the cookie too", async () => {
  const cookie = join(profile.folder, 'cookie');
  writeFileSync(cookie, 'secret');
  const copy = await profile.addXAuthority(cookie);
  rmSync(cookie);
  await profile.handOver(account);
  const all = ['.', ...readdirSync(profile.folder, { recursive: true }).map(String)];
  expect(all.length).toBeGreaterThan(7);
  for (const name of all) expect(lstatSync(join(profile.folder, name)).uid, name).toBe(account.uid);
  expect(lstatSync(copy).mode & 0o777).toBe(0o600);
});

test.runIf(isRoot)('a link in it is not followed: not for writing, not for handing over', async () => {
  const victim = join(tmpdir(), `vitrine-victim-${process.pid}`);
  writeFileSync(victim, 'mine');
  symlinkSync(victim, join(profile.folder, 'Xauthority'));
  await expect(profile.addXAuthority('/etc/hostname')).rejects.toMatchObject({ code: 'EEXIST' });
  rmSync(join(profile.folder, 'run'), { recursive: true });
  symlinkSync(victim, join(profile.folder, 'run'));
  await profile.handOver(account);
  expect(lstatSync(victim).uid).toBe(0);
  rmSync(victim);
});

test('what an earlier process with the id that is ours now left behind is removed, and our own is not', async () => {
  const old = join(tmpdir(), `vitrine-browser-${process.pid}-earlier`);
  mkdirSync(old);
  await removeStaleProfiles();
  expect([existsSync(old), existsSync(profile.folder)]).toEqual([false, true]);
});
