import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTools, packageInto } from '../packaging/packager.ts';
import { Machine } from './machine.ts';

// The Electron deb with a stand-in for Electron's program; everything else is as released.
const folder = mkdtempSync(join(tmpdir(), 'vitrine-electron-deb-'));
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
let machine: Machine;

/** The libraries of Electron's program. */
const libraries = [
  ...[
    'libX11.so.6',
    'libXcomposite.so.1',
    'libXdamage.so.1',
    'libXext.so.6',
    'libXfixes.so.3',
    'libXrandr.so.2',
  ],
  ...[
    'libasound.so.2',
    'libatk-1.0.so.0',
    'libatk-bridge-2.0.so.0',
    'libatspi.so.0',
    'libcairo.so.2',
    'libcups.so.2',
  ],
  ...['libdbus-1.so.3', 'libdrm.so.2', 'libexpat.so.1', 'libgbm.so.1', 'libgio-2.0.so.0', 'libglib-2.0.so.0'],
  ...[
    'libgobject-2.0.so.0',
    'libgtk-3.so.0',
    'libnspr4.so',
    'libnss3.so',
    'libnssutil3.so',
    'libpango-1.0.so.0',
  ],
  ...['libsmime3.so', 'libudev.so.1', 'libxcb.so.1', 'libxkbcommon.so.0'],
];

beforeAll(async () => {
  makeTools(folder);
  await packageInto(folder, '--linux', 'deb', '--x64');
  machine = new Machine('bare', '');
});

afterAll(async () => {
  await machine.throwAway();
  rmSync(folder, { recursive: true, force: true });
});

it('finds its dependencies on a bare Debian 12', async () => {
  cpSync(join(folder, 'out', `vitrine-${version}-amd64.deb`), join(machine.root, 'vitrine.deb'));
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '--no-install-recommends'];
  // Before the boot: the machine itself has no network.
  for (const words of [['update'], ['install', '/vitrine.deb']])
    await promisify(execFile)('chroot', [machine.root, ...apt, ...words], { maxBuffer: 1e8 });
  await machine.boot();
  const known = await machine.run('ldconfig', '-p');
  expect(libraries.filter((name) => !known.includes(`\t${name} `))).toEqual([]);
});

it('has its command on the PATH, a unit and a desktop entry, and only root may write to it', async () => {
  expect(await machine.run('readlink', '-f', '/usr/bin/vitrine')).toBe('/opt/Vitrine/vitrine\n');
  expect((await machine.try('vitrine', '--version')).code).toBe(0);
  await machine.run(
    'env',
    'XDG_RUNTIME_DIR=/run',
    'systemd-analyze',
    '--user',
    'verify',
    '/opt/Vitrine/resources/linux/vitrine.service',
  );
  expect(await machine.run('cat', '/usr/share/applications/vitrine.desktop')).toMatch(/^Icon=vitrine$/m);
  expect(
    await machine.run(
      'find',
      '/opt/Vitrine',
      '!',
      '-type',
      'l',
      '(',
      '-perm',
      '/022',
      '-o',
      '!',
      '-user',
      'root',
      ')',
    ),
  ).toBe('');
  // Setuid root if no user namespace was available at installation, else an ordinary program.
  expect(['755\n', '4755\n']).toContain(await machine.run('stat', '-c', '%a', '/opt/Vitrine/chrome-sandbox'));
});

it('leaves nothing behind when it is removed', async () => {
  await machine.run('apt-get', 'remove', '-y', 'vitrine');
  expect(
    (await machine.try('ls', '/usr/bin/vitrine', '/etc/alternatives/vitrine', '/opt/Vitrine')).stdout,
  ).toBe('');
});
