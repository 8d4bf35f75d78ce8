import { mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findStick, settingsIn, stickFolders, wipe } from '../../src/main/setup/stick.ts';

async function stick(text: string | null) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-stick-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'vitrine.json');
  if (text !== null) await writeFile(path, text);
  return { folder, path };
}

const good = {
  cms: { url: 'cms.example', token: 'vpt_"quoted"' },
  device: 'Lobby',
  screen: { rotation: 90 },
};

test('the settings of a stick are read, and its token is overwritten in place', async () => {
  const { folder, path } = await stick(JSON.stringify(good));
  const found = findStick([folder]);
  if (found === null) throw new Error('nothing was found');
  expect(settingsIn(found)).toEqual(good);
  expect(wipe(found, good.cms.token)).toBe(true);
  const left = await readFile(path, 'utf8');
  expect(left).toHaveLength(JSON.stringify(good).length);
  expect(JSON.parse(left)).toMatchObject({ ...good, cms: { url: 'cms.example', token: '**************' } });
  // It is used up, also for the next player.
  expect(findStick([folder])).toBeNull();
});

test.each([
  ['is not JSON', '{"cms": {"token": "vpt_secret"', /not valid JSON/],
  ['is a list', '[1]', /must be a JSON object/],
  ['would run a program', '{"screen": {"hook": ["/bin/sh"]}}', /cannot set screen.hook/],
  [
    'is about this machine',
    '{"dataDir": "/", "update": {"url": "http://evil.example"}}',
    /cannot set dataDir and update.url/,
  ],
])('one that %s is refused, and the error does not quote it', async (_, text, reason) => {
  const { folder } = await stick(text);
  const found = findStick([folder]);
  if (found === null) throw new Error('nothing was found');
  expect(() => settingsIn(found)).toThrow(reason);
  expect(() => settingsIn(found)).not.toThrow(/vpt_secret/);
});

test('a file of 5 GB is not read, and links and folders are not files', async () => {
  const { folder, path } = await stick(null);
  const huge = await open(path, 'w');
  await huge.truncate(5 * 1024 ** 3);
  await huge.close();
  const found = findStick([folder]);
  expect(found?.text).toBe('');
  if (found) expect(() => settingsIn(found)).toThrow(/larger than 64 kB/);
  const linked = await stick(null);
  await symlink('/etc/passwd', linked.path);
  expect(findStick([linked.folder, '/nowhere'])).toBeNull();
});

test('a file of 64 kB is read, and one with a byte more is not', async () => {
  const { folder, path } = await stick(' '.repeat(64_000));
  expect(findStick([folder])?.text).toHaveLength(64_000);
  await writeFile(path, ' '.repeat(64_001));
  expect(findStick([folder])?.text).toBe('');
});

test('sticks are searched only where they are mounted', () => {
  const mounts = [
    '/dev/sda1 / ext4 rw 0 0',
    '/dev/mmcblk0p1 /boot/firmware vfat rw 0 0',
    '/dev/sdb1 /media/shop/USB\\040STICK exfat rw 0 0',
    'proc /proc proc rw 0 0',
  ].join('\n');
  expect(stickFolders(null, mounts)).toEqual(['/boot/firmware', '/media/shop/USB STICK']);
  expect(stickFolders('/given', '')).toEqual(['/given']);
});

test('the boot partition of the disk image is one of these, and the player may read it', async () => {
  const packaging = join(import.meta.dirname, '../../packaging');
  const table = await readFile(join(packaging, 'image/files/etc/fstab'), 'utf8');
  const [line = '', options = ''] = /^PARTLABEL=vitrine-boot \S+ \S+ (\S+) 0 0$/m.exec(table) ?? [];
  expect(stickFolders(null, line.replace('PARTLABEL=vitrine-boot', '/dev/sda1'))).toEqual(['/boot/vitrine']);
  const [, group] = /\bgid=([\w-]+)/.exec(options) ?? [];
  const postinst = await readFile(join(packaging, 'kiosk/control/postinst'), 'utf8');
  expect(postinst).toContain(`usermod --append --groups ${group} vitrine\n`);
  // Read and search for the group.
  expect(Number.parseInt(/\bumask=(\d+)/.exec(options)?.[1] ?? '', 8) & 0o050).toBe(0);
});

test('a read-only stick, or one that was pulled out, keeps its token, which is reported', async () => {
  const { folder } = await stick(JSON.stringify(good));
  const found = findStick([folder]);
  if (found === null) throw new Error('nothing was found');
  expect(wipe({ ...found, isReadOnly: true }, good.cms.token)).toBe(false);
  expect(wipe(found, 'another token')).toBe(false);
  await rm(folder, { recursive: true });
  expect(wipe(found, good.cms.token)).toBe(false);
});
