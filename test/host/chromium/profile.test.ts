import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import {
  freshProfile,
  type Profile,
  profilesFolder,
  removeStaleProfiles,
} from '../../../src/main/host/chromium/profile.ts';

const isRoot = process.getuid?.() === 0;
const account = { name: 'nobody', uid: 65_534, gid: 65_534 };
let profile: Profile;
let lines: LogLine[];
const log = createLog((line) => lines.push(line));

beforeEach(async () => {
  lines = [];
  profile = await freshProfile(log);
});

afterEach(() => profile.remove());

test.runIf(isRoot)('after the hand-over the account owns everything, including the cookie', async () => {
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

test("the browser's first address is in a file that no other account can read", async () => {
  const opens = 'http://vitrine.localhost:1/secret/index.html';
  const reported = await freshProfile(log, opens);
  onTestFinished(() => reported.remove());
  const settings = join(reported.folder, 'profile/Default/Preferences');
  expect(JSON.parse(readFileSync(settings, 'utf8')).session).toEqual({
    restore_on_startup: 4,
    startup_urls: [opens],
  });
  for (const path of [settings, reported.folder]) expect(lstatSync(path).mode & 0o077).toBe(0);
});

test.runIf(isRoot)('a link in it is not followed, neither for writing nor for the hand-over', async () => {
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

test("leftovers of an earlier process with this process's id are removed, and own folders are not", async () => {
  const old = join(profilesFolder(), `vitrine-browser-${process.pid}-earlier`);
  mkdirSync(old);
  await removeStaleProfiles();
  expect([existsSync(old), existsSync(profile.folder)]).toEqual([false, true]);
});

test.runIf(isRoot)('a foreign file in the temporary folder is ignored', async () => {
  const planted = join(tmpdir(), 'vitrine-browser-4194303-planted');
  mkdirSync(planted, { recursive: true });
  lchownSync(planted, account.uid, account.gid);
  await removeStaleProfiles();
  expect(existsSync(planted)).toBe(true);
  rmSync(planted, { recursive: true });
});

test.runIf(isRoot)('a handed-over folder is removed although its account has closed it', async () => {
  const closed = join(profile.folder, 'profile');
  await profile.handOver(account);
  chmodSync(closed, 0o600);
  await profile.remove();
  expect(existsSync(profile.folder)).toBe(false);
});

test.runIf(isRoot)('a handed-over folder is removed, and only what its account could remove', async () => {
  await profile.handOver(account);
  const kept = join(profile.folder, 'data', 'of-root');
  mkdirSync(kept);
  writeFileSync(join(kept, 'file'), 'mine');
  await profile.remove();
  expect(lines).toMatchObject([
    { level: 'warn', fields: { error: expect.stringContaining('profile-left') } },
  ]);
  expect(existsSync(join(kept, 'file'))).toBe(true);
  rmSync(kept, { recursive: true });
  await profile.remove();
  expect(existsSync(profile.folder)).toBe(false);
});
