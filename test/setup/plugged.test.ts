import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { pluggedIn, sticksOf } from '../../src/main/setup/sticks/ask.ts';
import { linesOf } from '../../src/main/setup/sticks/disks.ts';
import { PluggedSticks } from '../../src/main/setup/sticks/plugged.ts';

/** The kernel's list with a USB card reader, a disk, and a stick that was just pulled out. */
async function kernelList() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-blocks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const path of ['usb1/block/sdb', 'usb1/block/sdb1', 'sata/block/sda', 'list'])
    await mkdir(join(folder, path), { recursive: true });
  for (const path of ['usb1/block/sdb', 'usb1/block/sdb1', 'sata/block/sda', 'usb2/block/gone'])
    await symlink(join(folder, path), join(folder, 'list', path.split('/').at(-1) ?? ''));
  const write = (name: string, text: string) => writeFile(join(folder, 'usb1/block/sdb', name), `${text}\n`);
  return { list: join(folder, 'list'), write };
}

test('inserting a card changes the text, and a stick that was pulled out hides no other', async () => {
  const { list, write } = await kernelList();
  await write('size', '0');
  const empty = pluggedIn(list);
  expect(empty).toMatch(/^sdb:0: sdb1:/);
  await write('size', '7864320');
  await write('diskseq', '9');
  const card = pluggedIn(list);
  expect(card).not.toBe(empty);
  await write('diskseq', '10');
  expect(pluggedIn(list)).not.toBe(card);
  expect(pluggedIn(join(list, 'nowhere'))).toBe('');
});

function reading() {
  const reported = {
    plugged: '',
    text: null as string | null,
    isUnreadable: false,
    fails: false,
    reads: 0,
  };
  const sticks = new PluggedSticks(
    {
      pluggedIn: () => reported.plugged,
      async read() {
        reported.reads++;
        if (reported.fails) throw new Error('broken');
        const { text, isUnreadable } = reported;
        return [
          ...(isUnreadable ? [{ path: 'sdc', signature: 'sdc', text: '', isUnreadable }] : []),
          ...(text === null ? [] : [{ path: 'sdb1/vitrine.json', signature: text, text }]),
        ];
      },
    },
    createLog(() => undefined),
  );
  const looks = async (times: number) => {
    for (let time = 1; time < times; time++) await sticks.look();
    return (await sticks.look())?.text ?? null;
  };
  return { reported, looks, sticks };
}

test('a stick is read once the system has set it up, and again if nothing was found', async () => {
  const { reported, looks } = reading();
  reported.plugged = 'sdb';
  await looks(1);
  reported.plugged = 'sdb sdb1';
  await looks(1);
  expect(reported.reads).toBe(0);
  expect(await looks(1)).toBeNull();
  reported.text = '{}';
  expect(await looks(1)).toBe('{}');
  expect(await looks(5)).toBe('{}');
  expect(reported.reads).toBe(2);
  reported.plugged = '';
  expect(await looks(1)).toBeNull();
});

test('an empty or unreadable stick is left alone until another one is there', async () => {
  const { reported, looks } = reading();
  reported.plugged = 'sdb';
  await looks(20);
  expect(reported.reads).toBe(2);
  reported.plugged = 'sdc';
  reported.fails = true;
  await looks(20);
  expect(reported.reads).toBe(5);
  reported.plugged = 'sdd';
  reported.fails = false;
  reported.text = '{}';
  expect(await looks(2)).toBe('{}');
});

test('a stick without a readable partition is named when nothing else is found, and again when it comes back', async () => {
  const { reported, looks, sticks } = reading();
  reported.isUnreadable = true;
  reported.plugged = 'sdc:1';
  expect(await looks(2)).toBeNull();
  const first = await sticks.look();
  expect(first).toMatchObject({ path: 'sdc', isUnreadable: true });
  expect((await sticks.look())?.signature).toBe(first?.signature);
  expect(reported.reads).toBe(2);
  reported.plugged = 'sdc:2';
  await looks(2);
  expect((await sticks.look())?.signature).not.toBe(first?.signature);
  reported.plugged = 'sdb sdc:2';
  reported.text = '{}';
  expect(await looks(3)).toBe('{}');
});

/** Whole disks with their partitions, as bytes. An error: it cannot be read. */
function answersFor(devices: Readonly<Record<string, Buffer | NodeJS.ErrnoException>>): readonly unknown[] {
  const lines = linesOf({
    devices: Object.keys(devices),
    isRemovable: (disk) => disk !== 'sdx',
    opened(device, act) {
      const bytes = devices[device];
      if (!Buffer.isBuffer(bytes)) throw bytes ?? new Error('no such device');
      return act((offset, length) => bytes.subarray(offset, offset + length));
    },
  });
  return [...lines].map((text) => JSON.parse(text));
}

test('the reader of sticks names a stick whose partitions are all of another kind, and no disk on a cable', () => {
  const exFat = gunzipSync(readFileSync(join(import.meta.dirname, 'images/exfat.img.gz')));
  const other = Buffer.alloc(4096, 7);
  const fails = (code: string) => Object.assign(new Error(code), { code });
  const named = { device: 'sdb', isUnreadable: true };
  expect(answersFor({ sdb: other, sdb1: other })).toEqual([named]);
  expect(answersFor({ sdb: other })).toEqual([named]);
  expect(answersFor({ sdb: fails('EIO') })).toEqual([named]);
  expect(answersFor({ sdb: other, sdb1: fails('EIO') })).toEqual([named]);
  expect(answersFor({ sdb: fails('ENOMEDIUM') })).toEqual([]);
  expect(answersFor({ sdb: Buffer.alloc(0) })).toEqual([]);
  expect(answersFor({ sdx: other, sdx1: other })).toEqual([]);
  expect(answersFor({ sdb: other, sdb1: exFat, sdb2: other })).toMatchObject([
    { device: 'sdb1', size: 9000 },
  ]);
  expect(answersFor({ sdb: other, sdc: exFat })).toMatchObject([{ device: 'sdc' }, named]);
});

test('the reader of sticks prints nothing for a missing device, and survives one that is pulled out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-reader-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = fileURLToPath(new URL('../../src/main/setup/sticks/program.ts', import.meta.url));
  const usb = join(folder, 'devices', 'usb1', 'block');
  for (const name of ['sda', 'sdb']) await mkdir(join(usb, name), { recursive: true });
  await mkdir(join(folder, 'list'));
  for (const name of ['sda', 'sdb']) await symlink(join(usb, name), join(folder, 'list', name));
  await writeFile(join(folder, 'sda'), 'a file');
  const { stdout } = await promisify(execFile)(process.execPath, [program, join(folder, 'list'), folder]);
  expect(stdout).toBe('');
});

test('answers of the reader of sticks are parsed line by line, and garbage is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-answer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 's');
  let answer = '';
  const server = createServer((socket) => socket.end(answer)).listen(path);
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  expect(await sticksOf(path)).toEqual([]);
  const line = (text: string) => `${JSON.stringify({ device: 'sdb1', size: text.length, text })}\n`;
  answer = line('{"device": "3"}') + line('other');
  const [one, other] = await sticksOf(path);
  expect(one).toMatchObject({ path: 'sdb1/vitrine.json', text: '{"device": "3"}', isReadOnly: true });
  expect(one?.signature).not.toBe(other?.signature);
  answer = `${JSON.stringify({ device: 'sdc', isUnreadable: true })}\n`;
  expect(await sticksOf(path)).toEqual([{ path: 'sdc', signature: 'sdc', text: '', isUnreadable: true }]);
  answer = JSON.stringify({ device: '../../etc', isUnreadable: true });
  await expect(sticksOf(path)).rejects.toThrow();
  answer = JSON.stringify({ device: '../../etc', size: 1, text: 'x' });
  await expect(sticksOf(path)).rejects.toThrow();
  answer = 'x'.repeat(1024 * 1024 + 1);
  await expect(sticksOf(path)).rejects.toThrow(/too long/);
  await expect(sticksOf(join(folder, 'none'))).rejects.toThrow();
});
