import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CachedDisk } from '../../lab/prove/pc/cached-disk.ts';
import { serveDisk } from '../../lab/prove/pc/disk-server.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
  file = join(folder, 'disk');
  writeFileSync(file, Buffer.alloc(5 * 4096));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (offset: number, length: number): string =>
  readFileSync(file).toString('latin1', offset, offset + length);

describe('the disk of the emulated PC', () => {
  it('reads what it has not flushed, across blocks', () => {
    const disk = new CachedDisk(file);
    disk.write(4090, Buffer.from('twelve bytes'));
    expect(disk.read(4088, 16)?.toString('latin1')).toBe('\0\0twelve bytes\0\0');
    expect(text(4090, 12)).toBe('\0'.repeat(12));
    disk.flush();
    expect(text(4090, 12)).toBe('twelve bytes');
  });

  it('loses at a power cut only what was not flushed', () => {
    const disk = new CachedDisk(file);
    disk.write(0, Buffer.from('flushed'));
    disk.flush();
    disk.write(0, Buffer.from('newer!!'));
    disk.write(4096, Buffer.from('kept'));
    let count = 0;
    expect(disk.cut(() => count++ === 0)).toEqual({ unflushed: 2, lost: 1 });
    expect([text(0, 7), text(4096, 4)]).toEqual(['flushed', 'kept']);
    // A request that the killed machine had sent.
    expect([disk.write(0, Buffer.from('late')), disk.flush(), disk.read(0, 1)]).toEqual([false, false, null]);
  });

  it('is copied as a cut would leave it, and goes on', () => {
    const disk = new CachedDisk(file);
    disk.write(0, Buffer.from('kept'));
    disk.write(4096, Buffer.from('lost'));
    const copy = join(folder, 'copy');
    let count = 0;
    expect(disk.copyAfterCut(copy, () => count++ === 1)).toBe(2);
    expect(readFileSync(copy).toString('latin1', 0, 4)).toBe('kept');
    expect(readFileSync(copy)).toHaveLength(5 * 4096);
    expect(
      readFileSync(copy)
        .subarray(4096)
        .every((byte) => byte === 0),
    ).toBe(true);
    expect(text(0, 4)).toBe('\0\0\0\0');
    expect(disk.read(4096, 4)?.toString()).toBe('lost');
    disk.flush();
    expect([text(0, 4), text(4096, 4)]).toEqual(['kept', 'lost']);
  });

  it('refuses writes, or reads too, and whatever lies beyond its end', () => {
    const disk = new CachedDisk(file);
    expect([disk.write(5 * 4096 - 1, Buffer.from('ab')), disk.read(5 * 4096, 1)]).toEqual([false, null]);
    disk.failing = 'writes';
    expect([disk.write(0, Buffer.from('a')), disk.flush(), disk.read(0, 1)]).toEqual([
      false,
      false,
      Buffer.alloc(1),
    ]);
    disk.failing = 'all';
    expect(disk.read(0, 1)).toBeNull();
  });
});

describe('the server of this disk', () => {
  it('speaks the protocol of QEMU', async () => {
    const disk = new CachedDisk(file);
    const server = serveDisk(disk, join(folder, 'socket'));
    await once(server, 'listening');
    const socket = connect(join(folder, 'socket'));
    let seen = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      seen = Buffer.concat([seen, chunk]);
    });
    const answer = async (length: number): Promise<string> => {
      while (seen.length < length) await once(socket, 'data');
      const bytes = seen.subarray(0, length);
      seen = seen.subarray(length);
      return bytes.toString('hex');
    };
    const say = (...words: readonly string[]): boolean => socket.write(Buffer.from(words.join(''), 'hex'));
    const request = (type: string, offset: string, length: string, data = ''): boolean =>
      say('25609513', type, '0102030405060708', offset.padStart(16, '0'), length, data);
    const done = `67446698${'0'.repeat(8)}0102030405060708`;

    expect(await answer(18)).toBe('4e42444d4147494349484156454f50540003');
    // The client's flags, structured replies (unknown here), and an export without a name.
    say('00000003', '49484156454f5054', '00000008', '00000000');
    expect(await answer(20)).toBe('0003e889045565a9000000088000000100000000');
    say('49484156454f5054', '00000007', '00000006', '000000000000');
    expect(await answer(32)).toBe('0003e889045565a900000007000000030000000c00000000000000005000000d');
    expect(await answer(20)).toBe('0003e889045565a9000000070000000100000000');
    // Flushed at once; then only in the cache, then flushed.
    request('00010001', '10', '00000004', '61626364');
    expect(await answer(16)).toBe(done);
    expect(text(16, 4)).toBe('abcd');
    request('00000001', '10', '00000002', '6566');
    request('00000000', '10', '00000004');
    expect(await answer(16)).toBe(done);
    expect(await answer(20)).toBe(`${done}65666364`);
    expect(text(16, 4)).toBe('abcd');
    request('00000003', '0', '00000000');
    expect(await answer(16)).toBe(done);
    expect(text(16, 4)).toBe('efcd');
    disk.failing = 'all';
    request('00000000', '0', '00000004');
    expect(await answer(16)).toBe('67446698000000050102030405060708');
    request('00000002', '0', '00000000');
    await once(socket, 'end');
    server.close();
  });
});
