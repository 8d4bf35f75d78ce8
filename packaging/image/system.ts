import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const quietly = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void =>
  void execFileSync(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1e8,
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
  });

interface SystemNeeds {
  /** The root of the checkout. */
  readonly root: string;
  /** Debian as an archive. */
  readonly base: string;
  /** The kiosk's package. */
  readonly deb: string;
  readonly date: number;
}

/** What each machine makes for itself at its first boot, and what only the build has left. */
const removed = [
  ['var/lib/dbus/machine-id', 'var/lib/systemd/random-seed', 'var/lib/systemd/credential.secret'],
  ['var/cache/ldconfig/aux-cache', 'var/cache/fontconfig', 'etc/resolv.conf', 'tmp', 'run'],
  ['etc/passwd-', 'etc/shadow-', 'etc/group-', 'etc/gshadow-', 'boot/initrd.img.old', 'boot/vmlinuz.old'],
].flat();

/** Lays out the machine's whole root in a new folder. */
export function layOutSystem({ root, base, deb, date }: SystemNeeds, folder: string): void {
  mkdirSync(folder, { mode: 0o755 });
  quietly('tar', ['-xpf', base, '-C', folder, '--numeric-owner', '--xattrs', '--exclude=./dev/*']);
  const files = join(root, 'packaging/image/files');
  cpSync(files, folder, { recursive: true });
  // As the checkout's umask is anything.
  for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
    const path = join(folder, entry.parentPath.slice(files.length), entry.name);
    const isProgram = /initramfs-tools|vitrine-image/.test(entry.parentPath);
    quietly('chmod', [entry.isDirectory() || isProgram ? '755' : '644', path]);
  }
  copyFileSync(deb, join(folder, basename(deb)));
  const inside = (...words: readonly string[]): void =>
    quietly('chroot', [folder, ...words], {
      SOURCE_DATE_EPOCH: String(date),
      DEBIAN_FRONTEND: 'noninteractive',
    });
  quietly('mount', ['-t', 'proc', 'proc', join(folder, 'proc')]);
  try {
    inside('dpkg', '-i', `/${basename(deb)}`);
    inside('systemctl', 'enable', 'vitrine-splash.service', 'vitrine-ssh.service', 'systemd-repart.service');
    inside('systemctl', 'enable', 'systemd-timesyncd.service', 'NetworkManager.service');
    inside('systemctl', 'disable', 'ssh.service');
    inside('systemctl', 'mask', 'getty@tty1.service', 'NetworkManager-wait-online.service', 'ssh.socket');
    inside('update-initramfs', '-u');
  } finally {
    quietly('umount', [join(folder, 'proc')]);
  }
  for (const name of readdirSync(join(folder, 'etc/ssh')).filter((each) => each.startsWith('ssh_host_')))
    rmSync(join(folder, 'etc/ssh', name));
  const logs = readdirSync(join(folder, 'var/log'), { recursive: true, withFileTypes: true });
  for (const log of logs.filter((each) => each.isFile())) rmSync(join(log.parentPath, log.name));
  for (const name of [...removed, basename(deb)])
    rmSync(join(folder, name), { recursive: true, force: true });
  for (const [name, mode] of [
    ['tmp', 0o1777],
    ['run', 0o755],
    ['boot/vitrine', 0o755],
  ] as const) {
    mkdirSync(join(folder, name));
    quietly('chmod', [mode.toString(8), join(folder, name)]);
  }
  // They find nothing here, and systemd waits for each before it starts anything. The first one also loads drivers of virtual machines,
  // and would listen for SSH on a local socket before an owner has turned SSH on.
  const generators = join(folder, 'etc/systemd/system-generators');
  mkdirSync(generators, { recursive: true });
  for (const name of ['systemd-ssh-generator', 'systemd-gpt-auto-generator'])
    symlinkSync('/dev/null', join(generators, name));
  // The whole machine is ours, and its hardware watchdog on already.
  const limits = join(folder, 'etc/systemd/system/vitrine.service.d');
  mkdirSync(limits, { recursive: true });
  copyFileSync(join(folder, 'usr/share/vitrine/restart-machine.conf'), join(limits, 'restart-machine.conf'));
  // Empty, not "uninitialized": that would also reset which services are enabled.
  writeFileSync(join(folder, 'etc/machine-id'), '');
  symlinkSync('/run/NetworkManager/resolv.conf', join(folder, 'etc/resolv.conf'));
  symlinkSync('/etc/machine-id', join(folder, 'var/lib/dbus/machine-id'));
  // The file system of the data partition, which is mounted before systemd starts.
  const wants = join(folder, 'etc/systemd/system/local-fs.target.wants');
  mkdirSync(wants, { recursive: true });
  symlinkSync(
    '/usr/lib/systemd/system/systemd-growfs@.service',
    join(wants, 'systemd-growfs@run-vitrine\\x2ddisk-data.service'),
  );
}
