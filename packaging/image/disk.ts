import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from '../kiosk/architectures.ts';
import { quietly } from './system.ts';

const mebibyte = 1024 * 1024;
const [bootSize, dataSize] = [256 * mebibyte, 256 * mebibyte];

/** No splash of the firmware's own text, no text of kernel and systemd, no cursor. */
const parameters = [
  'root=PARTLABEL=vitrine-system rootfstype=squashfs ro quiet loglevel=3 rd.udev.log_level=3',
  'systemd.show_status=false vt.global_cursor_default=0 panic=10 oops=panic',
].join(' ');

/** As in the names of files of EFI. */
const ofFirmware: Readonly<Record<Architecture, string>> = { amd64: 'x64', arm64: 'aa64' };

interface DiskNeeds {
  readonly architecture: Architecture;
  /** The machine's whole root. */
  readonly system: string;
  /** For intermediate files. */
  readonly folder: string;
  readonly date: number;
  readonly quick: boolean;
}

/** Writes the image of a disk with its three partitions: boot, system and data. */
export function writeDisk(needs: DiskNeeds, image: string): void {
  const { folder } = needs;
  const parts = [
    { label: 'vitrine-boot', type: 'ef00', file: boot(needs), size: bootSize },
    { label: 'vitrine-system', type: '8304', file: squashed(needs), size: 0 },
    { label: 'vitrine-data', type: '8300', file: data(needs), size: dataSize },
  ];
  let at = mebibyte;
  const layout = parts.map((part) => {
    const size = Math.ceil((part.size || statSync(part.file).size) / mebibyte) * mebibyte;
    const placed = { ...part, start: at, size };
    at += size;
    return placed;
  });
  rmSync(image, { force: true });
  writeFileSync(image, '');
  truncateSync(image, at + mebibyte);
  const table = layout.flatMap(({ label, type, start, size }, index) => {
    const number = index + 1;
    return [
      `--new=${number}:${start / 512}:${(start + size) / 512 - 1}`,
      `--typecode=${number}:${type}`,
      `--change-name=${number}:${label}`,
      `--partition-guid=${number}:${guid(needs, label)}`,
    ];
  });
  quietly('sgdisk', ['--clear', `--disk-guid=${guid(needs, 'disk')}`, ...table, image]);
  for (const { file, start } of layout) {
    const place = ['bs=1M', `seek=${start / mebibyte}`, 'conv=notrunc,sparse'];
    quietly('dd', [`if=${file}`, `of=${image}`, ...place]);
    rmSync(file);
  }
  rmSync(join(folder, 'empty'), { recursive: true, force: true });
}

/** The same for the same date: no machine reads them as its identity. */
function guid({ date }: DiskNeeds, what: string): string {
  const hex = createHash('sha256').update(`vitrine ${what} ${date}`).digest('hex');
  const [, a, b, c, d] = /^(.{8})(.{4}).(.{3}).(.{3})/.exec(hex) ?? [];
  return `${a}-${b}-4${c}-8${d}-${hex.slice(-12)}`;
}

/** Debian's signed boot chain, so that Secure Boot may stay on; kernel and initramfs; room for the owner's file. */
function boot(needs: DiskNeeds): string {
  const { system, folder, date, architecture } = needs;
  const kind = ofFirmware[architecture];
  const file = join(folder, 'boot.fat');
  writeFileSync(file, '');
  truncateSync(file, bootSize);
  quietly('mkfs.vfat', ['-F', '32', '-n', 'VITRINE', '--invariant', file]);
  const put = (from: string, to: string): void =>
    quietly('mcopy', ['-i', file, from, `::${to}`], { SOURCE_DATE_EPOCH: String(date), TZ: 'UTC' });
  const write = (name: string, text: string, to: string): void => {
    writeFileSync(join(folder, name), text);
    put(join(folder, name), to);
  };
  for (const each of ['EFI', 'EFI/BOOT', 'loader', 'loader/entries'])
    quietly('mmd', ['-i', file, `::${each}`], { SOURCE_DATE_EPOCH: String(date), TZ: 'UTC' });
  put(join(system, `usr/lib/shim/shim${kind}.efi.signed`), `EFI/BOOT/BOOT${kind.toUpperCase()}.EFI`);
  // The name that shim loads.
  put(join(system, `usr/lib/systemd/boot/efi/systemd-boot${kind}.efi.signed`), `EFI/BOOT/grub${kind}.efi`);
  put(kernel(system, 'vmlinuz-'), 'vmlinuz');
  put(kernel(system, 'initrd.img-'), 'initrd.img');
  write('loader.conf', 'timeout 0\neditor no\nconsole-mode keep\n', 'loader/loader.conf');
  const entry = `title Vitrine\nlinux /vmlinuz\ninitrd /initrd.img\noptions ${parameters}\n`;
  write('vitrine.conf', entry, 'loader/entries/vitrine.conf');
  return file;
}

function kernel(system: string, prefix: string): string {
  const names = readdirSync(join(system, 'boot')).filter((name) => name.startsWith(prefix));
  const [name] = names;
  if (name === undefined || names.length > 1) throw new Error(`/boot has ${names.length} files ${prefix}*`);
  return join(system, 'boot', name);
}

function squashed({ system, folder, date, quick }: DiskNeeds): string {
  const file = join(folder, 'system.squashfs');
  quietly(
    'mksquashfs',
    [
      ...[system, file, '-noappend', '-no-progress', '-comp', 'zstd', '-b', quick ? '128K' : '1M'],
      ...['-Xcompression-level', quick ? '3' : '19'],
      // The kernel is on the boot partition.
      ...['-wildcards', '-e', 'boot/vmlinuz*', 'boot/initrd*'],
    ],
    { SOURCE_DATE_EPOCH: String(date) },
  );
  return file;
}

/** Empty and small: it grows to the end of the disk at the first boot. */
function data(needs: DiskNeeds): string {
  const { folder, date } = needs;
  const file = join(folder, 'data.ext4');
  const empty = join(folder, 'empty');
  for (const name of ['upper', 'work']) mkdirSync(join(empty, name), { recursive: true, mode: 0o755 });
  writeFileSync(file, '');
  truncateSync(file, dataSize);
  const ids = [
    '-U',
    guid(needs, 'data'),
    '-E',
    `hash_seed=${guid(needs, 'seed')},lazy_itable_init=0,root_owner=0:0`,
  ];
  quietly('mke2fs', ['-q', '-F', '-t', 'ext4', '-m', '0', '-L', 'vitrine-data', ...ids, '-d', empty, file], {
    E2FSPROGS_FAKE_TIME: String(date),
    SOURCE_DATE_EPOCH: String(date),
  });
  return file;
}
