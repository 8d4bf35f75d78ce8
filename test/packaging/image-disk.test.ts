import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const script = new URL(
  '../../packaging/image/files/etc/initramfs-tools/scripts/local-bottom/vitrine',
  import.meta.url,
);
const canMount = process.getuid?.() === 0 && process.platform === 'linux';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-image-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('sh', ['-c', 'truncate -s 16M "$0/disk" && mke2fs -q -t ext4 -m 0 "$0/disk"', folder]);
  const text = readFileSync(script, 'utf8');
  const here = text
    .replaceAll('/dev/disk/by-partlabel', `${folder}/labels`)
    .replaceAll('/run/', `${folder}/run/`);
  writeFileSync(join(folder, 'script'), here.replaceAll('udevadm settle', ':'));
});

/** Starts a machine from the disk, and runs these commands in its root; returns what they print. */
function started(commands: string, loop = ''): string {
  const lines = [
    'set -e; cd "$0"; rm -rf run labels root; mkdir run labels root',
    'mount -t tmpfs tmpfs root; mkdir -p root/var/lib root/etc',
    // The system partition is named alone.
    `device=$(losetup --find --show ${loop} disk)`,
    `trap 'cd "$0"; umount -R root run/vitrine-disk/data 2>/dev/null; losetup -d $device' EXIT`,
    'ln -s $device labels/vitrine-data; ln -s $device labels/vitrine-system',
    'rootmnt="$0/root" sh script; cd root',
    commands,
  ];
  return execFileSync('unshare', ['--mount', 'sh', '-c', lines.join('\n'), folder], {
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

const data = (): string => `grep ' ${folder}/run/vitrine-disk/data ' /proc/mounts`;
const plays = 'mkdir -p var/lib/vitrine; echo show >var/lib/vitrine/show; echo named >etc/hostname; sync';

describe.runIf(canMount)('the disk of the image', () => {
  test('keeps what the machine writes, and restarts the machine after an error', () => {
    expect(started(`${plays}; ${data()}`)).toMatch(/ ext4 .*errors=panic/);
    expect(started('cat var/lib/vitrine/show etc/hostname')).toBe('show\nnamed');
  });

  test('is used as before when it is full', () => {
    started(`${plays}; dd if=/dev/zero of=ballast bs=1M 2>/dev/null || sync`);
    expect(started(`rm ballast; echo next >var/lib/vitrine/show; ${data()}`)).toMatch(/ ext4 .*errors=panic/);
    expect(started('cat var/lib/vitrine/show')).toBe('next');
  });

  test('is shown from when it refuses writes, also after a power cut, and the player finds that', () => {
    // As it is while the machine runs: its journal is not empty.
    started(`${plays}; cp ../disk ../cut`);
    execFileSync('mv', [join(folder, 'cut'), join(folder, 'disk')]);
    const seen = started(
      `cat var/lib/vitrine/show etc/hostname
       { echo other >etc/hostname; } 2>/dev/null && cat etc/hostname
       { echo next >var/lib/vitrine/show; } 2>/dev/null || echo refused`,
      '--read-only',
    );
    expect(seen).toBe('show\nnamed\nother\nrefused');
    expect(started('cat var/lib/vitrine/show etc/hostname')).toBe('show\nnamed');
  });

  test('is left alone when it cannot be read: the machine starts as new', () => {
    started(plays);
    execFileSync('dd', ['if=/dev/zero', `of=${join(folder, 'disk')}`, 'bs=1M', 'count=16', 'conv=notrunc'], {
      stdio: 'ignore',
    });
    expect(started(`ls var/lib; echo other >etc/hostname; ${data()}`)).toMatch(/^tmpfs /);
  });
});
