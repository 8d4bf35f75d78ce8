import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../packaging/kiosk/package.ts';
import { commandNames } from '../../src/main/cli/commands.ts';
import { slow } from '../support/limits.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-kiosk-test-'));
const unpacked = join(folder, 'unpacked');
const control = join(folder, 'control');
const publisher = { maintainer: 'A $& Signs <signs@acme.se>', homepage: 'https://acme.se/signs' };
const knowsChromium = ((): boolean => {
  const { stdout } = spawnSync('apt-cache', ['policy', 'chromium'], { encoding: 'utf8' });
  return /^ {2}Candidate: \d/m.test(stdout ?? '');
})();
let file = '';

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 });

async function build(name: string): Promise<string> {
  return buildPackage({
    root,
    folder: mkdtempSync(join(folder, name)),
    out: join(folder, name),
    architecture: 'amd64',
    version: '1.2.3',
    date: 1_700_000_000,
    quick: true,
    publisher,
  });
}

beforeAll(async () => {
  run(process.execPath, join(root, 'scripts/setup.mjs'), 'build');
  file = await build('first');
  run('dpkg-deb', '--extract', file, unpacked);
  run('dpkg-deb', '--control', file, control);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the kiosk package', () => {
  it('is the same bytes when it is built again', { ...slow, tags: 'long' }, async () => {
    const again = await build('second');
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true);
  });

  it('holds the program with its Node and its database, and no Electron', () => {
    const program = join(unpacked, 'usr/lib/vitrine/1.2.3');
    expect(readdirSync(program).sort()).toEqual(['dist', 'node', 'node_modules', 'package.json']);
    expect(readdirSync(join(program, 'node_modules'))).toEqual(['better-sqlite3']);
    expect(readdirSync(join(program, 'node_modules/better-sqlite3/prebuilds'))).toEqual(['linux-x64.node']);
    expect(run(join(program, 'node'), join(program, 'dist/main/index.js'), '--version')).toMatch(/^\d/);
    expect(run('dpkg-deb', '--field', file, 'Depends')).not.toMatch(/electron/i);
  });

  it('lets a player that is not set up choose a Wi-Fi by NetworkManager, and nobody else anything', () => {
    const path = join(unpacked, 'usr/share/polkit-1/rules.d/60-vitrine.rules');
    let rule: (action: { id: string }, subject: { user: string }) => unknown = () => null;
    let isSetUp = false;
    const polkit = {
      Result: { YES: 'yes' },
      spawn: (command: readonly string[]) => {
        expect(command).toEqual(['/usr/bin/test', '!', '-e', '/etc/vitrine/set-up']);
        if (isSetUp) throw new Error('It has ended with 1.');
        return '';
      },
      addRule: (given: typeof rule) => {
        rule = given;
      },
    };
    runInNewContext(readFileSync(path, 'utf8'), { polkit });
    const [network, anything] = [
      'org.freedesktop.NetworkManager.network-control',
      'org.freedesktop.login1.reboot',
    ];
    expect(rule({ id: network }, { user: 'vitrine' })).toBe('yes');
    expect(rule({ id: network }, { user: 'daemon' })).toBeUndefined();
    expect(rule({ id: anything }, { user: 'vitrine' })).toBeUndefined();
    expect(rule({ id: `x${network}` }, { user: 'vitrine' })).toBeUndefined();
    isSetUp = true;
    expect(rule({ id: network }, { user: 'vitrine' })).toBeUndefined();
  });

  it('belongs to root, and nobody else may write in it', () => {
    const lines = run('dpkg-deb', '--contents', file).trim().split('\n');
    expect(lines.length).toBeGreaterThan(100);
    const modes = new Set(lines.map((line) => line.split(/\s+/).slice(0, 2).join(' ')));
    expect([...modes].sort()).toEqual([
      '-rw-r--r-- root/root',
      '-rwxr-xr-x root/root',
      'drwxr-xr-x root/root',
      'lrwxrwxrwx root/root',
    ]);
  });

  it('names the version in the starter, which is unpacked after all that it names', () => {
    expect(readFileSync(join(unpacked, 'usr/lib/vitrine/start'), 'utf8')).toContain(
      "'/usr/lib/vitrine/1.2.3'",
    );
    const paths = run('dpkg-deb', '--contents', file)
      .split('\n')
      .map((line) => line.split(/\s+/)[5]);
    const last = paths.findLastIndex((path) => path?.startsWith('./usr/lib/vitrine/1.2.3/'));
    for (const name of ['start', 'installer', 'stick'])
      expect(paths.indexOf(`./usr/lib/vitrine/${name}`)).toBeGreaterThan(last);
  });

  it('has scripts that their languages understand', () => {
    for (const name of ['start', 'relay', 'display'])
      run('perl', '-c', join(unpacked, 'usr/lib/vitrine', name));
    for (const name of ['installer', 'stick']) run('sh', '-n', join(unpacked, 'usr/lib/vitrine', name));
    for (const name of ['postinst', 'prerm', 'postrm']) {
      run('sh', '-n', join(control, name));
      expect(statSync(join(control, name)).mode & 0o777).toBe(0o755);
    }
  });

  it('has a manual page and a completion, written from the commands', () => {
    const page = join(unpacked, 'usr/share/man/man1/vitrine.1.gz');
    const manual = gunzipSync(readFileSync(page)).toString();
    const script = join(unpacked, 'usr/share/bash-completion/completions/vitrine');
    const complete = (...words: readonly string[]): readonly string[] =>
      run(
        'bash',
        '-c',
        `. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vitrine; echo "\${COMPREPLY[*]}"`,
        ...[script, 'vitrine', ...words],
      )
        .trim()
        .split(' ');
    for (const name of commandNames) expect(manual).toContain(`.B ${name.replaceAll('-', '\\-')}`);
    expect(complete('sch')).toEqual(['schedule']);
    expect(complete('edition', '')).toEqual(['list', 'rollback']);
    expect(complete('cms', 'playlist', 'de')).toEqual(['delete']);
    expect(complete('schedule', '--d')).toEqual(['--day']);
    expect(complete('status', '--')).toEqual(['--config', '--help', '--json']);
  });

  it('names its publisher in the control file, the copyright and the changelog', () => {
    expect(run('dpkg-deb', '--field', file, 'Maintainer').trim()).toBe(publisher.maintainer);
    expect(run('dpkg-deb', '--field', file, 'Homepage').trim()).toBe(publisher.homepage);
    const documents = join(unpacked, 'usr/share/doc/vitrine-kiosk');
    expect(readFileSync(join(documents, 'copyright'), 'utf8')).toMatch(
      /^Source: https:\/\/acme\.se\/signs$/m,
    );
    expect(gunzipSync(readFileSync(join(documents, 'changelog.gz'))).toString()).toContain(
      ` -- ${publisher.maintainer}  `,
    );
  });

  // Chromium recommends a printer tool, and that one recommends a service that announces the machine to the network.
  it.skipIf(!knowsChromium)(
    'brings no avahi-daemon to an empty machine, recommendations included',
    { tags: 'long' },
    () => {
      const empty = ['-o', 'Dir::State::status=/dev/null'];
      const simulated = run('apt-get', '--simulate', ...empty, 'install', '--install-recommends', file);
      const installed = [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
      expect(installed).toEqual(expect.arrayContaining(['vitrine-kiosk', 'chromium']));
      expect(installed.filter((name) => name && /avahi-daemon|^cups|printer/.test(name))).toEqual([]);
    },
  );

  it('leaves no mark of a template unfilled', () => {
    const texts = [
      ...readdirSync(control).map((name) => join(control, name)),
      ...['start', 'relay', 'installer', 'stick', 'display'].map((name) =>
        join(unpacked, 'usr/lib/vitrine', name),
      ),
    ];
    for (const path of texts) expect(readFileSync(path, 'utf8')).not.toMatch(/@[A-Z]+@/);
  });
});
