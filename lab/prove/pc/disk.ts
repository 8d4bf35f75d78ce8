import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

interface Partition {
  readonly start: number;
  readonly size: number;
}

/** Writes the image to a disk of this size, as dd does. */
export function writeTo(image: string, disk: string, bytes: number): void {
  run('dd', `if=${image}`, `of=${disk}`, 'bs=4M', 'conv=sparse');
  truncateSync(disk, bytes);
}

export function emptyDisk(disk: string, bytes: number): void {
  writeFileSync(disk, '');
  truncateSync(disk, bytes);
}

const numbers = { 'vitrine-boot': 1, 'vitrine-data': 3 } as const;

/** In bytes. */
export function partition(disk: string, name: keyof typeof numbers): Partition {
  const text = run('sgdisk', `--info=${numbers[name]}`, disk);
  const of = (field: string): number => Number(new RegExp(`^${field}: (\\d+)`, 'm').exec(text)?.[1]) * 512;
  if (!text.includes(`'${name}'`)) throw new Error(`${disk} has no partition ${name}`);
  return { start: of('First sector'), size: of('Partition size') };
}

const data = (disk: string): string => `${disk}?offset=${partition(disk, 'vitrine-data').start}`;

/** A file that the machine has written; empty: none. To be read while the machine is off. */
export function fileOn(disk: string, path: string): string {
  return run('debugfs', '-R', `cat /upper/${path}`, data(disk));
}

/** What must differ between two machines. */
export function identityOf(disk: string): {
  readonly machine: string;
  readonly seed: string;
  readonly hostKey: string;
} {
  const seed = createHash('sha256').update(fileOn(disk, 'var/lib/systemd/random-seed')).digest('hex');
  return {
    machine: fileOn(disk, 'etc/machine-id').trim(),
    seed: seed.slice(0, 12),
    hostKey: fileOn(disk, 'etc/ssh/ssh_host_ed25519_key.pub').split(' ')[1] ?? '',
  };
}

/** The size of the data partition's file system in bytes. */
export function dataSize(disk: string): number {
  const text = run('dumpe2fs', '-h', data(disk));
  const of = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
  return of('Block count') * of('Block size');
}

/** Places a file on the boot partition, as on another computer. */
export function placeFile(disk: string, from: string, name: string): void {
  run('mcopy', '-o', '-i', `${disk}@@${partition(disk, 'vitrine-boot').start}`, from, `::${name}`);
}

/** A stick as sold: one partition, FAT, with this file. */
export function fatStick(path: string, from: string, name: string): void {
  emptyDisk(path, 64 * mebibyte);
  run('mkfs.vfat', '--offset=2048', path, String(63 * 1024));
  const [start, count] = [2048, 63 * 2048];
  const table = Buffer.alloc(66);
  table.writeUInt8(0x0c, 4);
  table.writeUInt32LE(start, 8);
  table.writeUInt32LE(count, 12);
  table.writeUInt16LE(0xaa55, 64);
  const file = join(path, '..', 'stick-table');
  writeFileSync(file, table);
  run('dd', `if=${file}`, `of=${path}`, 'bs=1', 'seek=446', 'conv=notrunc');
  run('mcopy', '-i', `${path}@@${start * 512}`, from, `::${name}`);
}

/**
 * The player's data folder as a start of the machine from this disk finds it, in this folder; and the exit code of e2fsck in the mode
 * that does not ask. The disk is of no use afterwards.
 */
export function playerFolder(disk: string, folder: string): { readonly data: string; readonly code: number } {
  // The partition alone: after it has replayed the journal, e2fsck opens the file again and forgets an offset.
  run('fallocate', '--collapse-range', '--length', String(partition(disk, 'vitrine-data').start), disk);
  const code = checked(disk);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  run('debugfs', '-R', `rdump /upper/var/lib/vitrine ${folder}`, disk);
  return { data: join(folder, 'vitrine'), code };
}

function checked(disk: string): number {
  try {
    run('e2fsck', '-p', disk);
    return 0;
  } catch (error) {
    const code = (error as { readonly status?: unknown }).status;
    if (typeof code !== 'number') throw error;
    return code;
  }
}
