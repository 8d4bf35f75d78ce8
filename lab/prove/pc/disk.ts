import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';

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

/** The size of the data partition's file system in bytes. */
export function dataSize(disk: string): number {
  const text = run('dumpe2fs', '-h', data(disk));
  const of = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
  return of('Block count') * of('Block size');
}

/** The owner's file on the boot partition, as written on another computer. */
export function placeFile(disk: string, from: string, name: string): void {
  run('mcopy', '-o', '-i', `${disk}@@${partition(disk, 'vitrine-boot').start}`, from, `::${name}`);
}
