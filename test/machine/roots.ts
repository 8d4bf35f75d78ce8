import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Outside the checkout: built once per machine, in about two minutes. */
export const cache = process.env.VITRINE_MACHINE_CACHE ?? '/var/cache/vitrine-machine';
const root = join(import.meta.dirname, '../..');

/** `bare`: a fresh Debian 12. `ready`: with the dependencies of our package. `installed`: with our package. */
export type RootName = 'bare' | 'ready' | 'installed';

/** The folders below a machine's disk, uppermost first; missing ones are built. */
export function layers(name: RootName, deb: string): readonly string[] {
  needs();
  if (name === 'bare') return [bare()];
  if (name === 'ready') return [ready()];
  return [installed(deb), ready()];
}

/** Debian's packages that ours depends on, as apt downloads them. */
export const archives = join(cache, 'archives');

const say = (text: string): void => void process.stderr.write(`machine: ${text}\n`);
const quietly = (program: string, ...args: readonly string[]): void =>
  void execFileSync('nice', [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1e8 });

function needs(): void {
  const missing = [
    ['debootstrap', '/usr/sbin/debootstrap'],
    ['systemd-container', '/usr/bin/systemd-nspawn'],
    ['imagemagick', '/usr/bin/import'],
  ].filter(([, program = '']) => !existsSync(program));
  if (missing.length === 0) return;
  const names = missing.map(([name = '']) => name);
  say(`installing ${names.join(', ')}`);
  quietly('apt-get', 'install', '-y', '--no-install-recommends', ...names);
}

/** Built beside its place and moved as a whole: an interrupted run leaves no partial root. */
function made(name: string, make: (folder: string) => void): string {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  try {
    make(fresh);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** The sources of Debian 12 and its security updates in this machine's apt configuration. */
function mirrors(): readonly [debian: string, security: string] {
  const format = '$(RELEASE) $(REPO_URI) $(COMPONENT) $(CREATED_BY)';
  const lines = execFileSync('apt-get', ['indextargets', '--format', format], { encoding: 'utf8' });
  const of = (suite: string): string => {
    const [, address] = new RegExp(`^${suite} (\\S+) main Packages$`, 'm').exec(lines) ?? [];
    if (address === undefined) throw new Error(`apt has no source with ${suite} main: add one`);
    return address;
  };
  return [of('bookworm'), of('bookworm-security')];
}

function bare(): string {
  return made('bare', (folder) => {
    say('making a bare Debian 12 (about a minute) …');
    const first = 'systemd-sysv,libpam-systemd,dbus,udev,iproute2,procps';
    const [debian, security] = mirrors();
    quietly('debootstrap', '--variant=minbase', `--include=${first}`, 'bookworm', folder, debian);
    const sources = `deb ${debian} bookworm main\ndeb ${security} bookworm-security main\n`;
    writeFileSync(join(folder, 'etc/apt/sources.list'), sources);
    copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
    quietly('chroot', folder, 'apt-get', 'update');
  });
}

function ready(): string {
  return made('ready', (folder) => {
    const below = bare();
    say('installing what the package needs (about a minute) …');
    quietly('cp', '-a', below, folder);
    inChroot(folder, (install) => {
      install(...dependencies());
      install('--no-install-recommends', 'xserver-xorg-video-dummy');
      mkdirSync(archives, { recursive: true });
      const fetched = join(folder, 'var/cache/apt/archives');
      for (const name of readdirSync(fetched).filter((file) => file.endsWith('.deb')))
        renameSync(join(fetched, name), join(archives, name));
    });
  });
}

/** As apt resolves them with our package: dependencies and recommendations. */
function dependencies(): readonly string[] {
  const control = readFileSync(join(root, 'packaging/kiosk/control/control'), 'utf8');
  return ['Depends', 'Recommends'].flatMap((field) =>
    (new RegExp(`^${field}: (.*)$`, 'm').exec(control)?.[1] ?? '')
      .split(', ')
      .map((name) => name.replace(/ .*/, ''))
      .filter((name) => name !== ''),
  );
}

/** Distinguishes builds of the package. */
export function hashOf(deb: string): string {
  return createHash('sha256').update(readFileSync(deb)).digest('hex').slice(0, 16);
}

function installed(deb: string): string {
  const hash = hashOf(deb);
  for (const name of existsSync(cache) ? readdirSync(cache) : [])
    if (
      /^installed-[0-9a-f]{16}$/.test(name) &&
      name !== `installed-${hash}` &&
      !isMounted(join(cache, name))
    )
      rmSync(join(cache, name), { recursive: true, force: true });
  return made(`installed-${hash}`, (folder) => {
    const work = `${folder}.work`;
    const merged = `${folder}.merged`;
    for (const each of [folder, work, merged]) mkdirSync(each, { recursive: true });
    const options = `lowerdir=${ready()},upperdir=${folder},workdir=${work}`;
    quietly('mount', '-t', 'overlay', 'overlay', '-o', options, merged);
    try {
      copyFileSync(deb, join(merged, 'kiosk.deb'));
      inChroot(merged, () => quietly('chroot', merged, 'dpkg', '-i', '/kiosk.deb'));
      rmSync(join(merged, 'kiosk.deb'));
    } finally {
      quietly('umount', merged);
      for (const each of [work, merged]) rmSync(each, { recursive: true, force: true });
    }
  });
}

/** Another run may be using it. */
function isMounted(folder: string): boolean {
  return readFileSync('/proc/mounts', 'utf8').includes(folder);
}

function inChroot(folder: string, act: (install: (...names: readonly string[]) => void) => void): void {
  const policy = join(folder, 'usr/sbin/policy-rc.d');
  writeFileSync(policy, '#!/bin/sh\nexit 101\n');
  chmodSync(policy, 0o755);
  quietly('mount', '-t', 'proc', 'proc', join(folder, 'proc'));
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y'];
  const keep = ['-o', 'APT::Keep-Downloaded-Packages=true'];
  try {
    act((...names) => quietly('chroot', folder, ...apt, ...keep, 'install', ...names));
  } finally {
    quietly('umount', join(folder, 'proc'));
    rmSync(policy);
  }
}

/** Replaces what a container lacks: a virtual terminal and a display. */
export function fitOut(folder: string): void {
  cpSync(join(import.meta.dirname, 'machine-files'), folder, { recursive: true });
  appendFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n');
}
