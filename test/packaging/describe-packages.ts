import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf } from '../architecture/imports.ts';
import { isShow, startInside } from '../host/electron/start-inside.ts';
import { archiveHash, type PackedFile, readArchive } from './archive.ts';
import { fuses, makeTools, packageInto, sevenZip } from './packager.ts';
import { embeddedHashes, readFuses } from './stand-in.ts';

// Packages the built player without a network, against a folder that stands in for Electron, and looks inside.

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** With it, and a stand-in for fpm, debs can be made. */
const hasDpkg = existsSync('/usr/bin/dpkg-deb');
/** With it, and stand-ins for the rest of their tools, AppImages can be made. */
const hasSquashfs = existsSync('/usr/bin/mksquashfs');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const all = [
  { name: 'Linux x64', folder: 'linux-unpacked', program: 'vitrine', native: 'linux-x64', starts: elf(0x3e) },
  {
    name: 'Linux arm64',
    folder: 'linux-arm64-unpacked',
    program: 'vitrine',
    native: 'linux-arm64',
    starts: elf(0xb7),
  },
  {
    name: 'Windows x64',
    folder: 'win-unpacked',
    program: 'vitrine.exe',
    native: 'win32-x64',
    starts: portable(0x8664),
  },
] as const;

/** Packages of these kinds for these processors under Linux, and for Windows. */
export function describePackages(architectures: readonly Architecture[], kinds: readonly Kind[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-packaging-'));
  const can = { deb: hasDpkg, 'tar.gz': sevenZip !== null, AppImage: hasSquashfs };
  const made = kinds.filter((kind) => can[kind]);
  const packages = all.filter(
    ({ name, native }) => name.startsWith('Windows') || architectures.some((one) => native.endsWith(one)),
  );

  beforeAll(async () => {
    if (!existsSync(join(root, 'dist', 'built')))
      await run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
    makeTools(folder);
    await packageInto(folder, '--linux', 'dir', ...made, ...architectures.map((one) => `--${one}`));
    // Icon and version texts of the program are edited by a tool that would have to be fetched.
    await packageInto(folder, '--win', 'dir', '--x64', '-c.win.signAndEditExecutable=false');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(packages)('the package for $name', ({ folder: packed, program, native, starts }) => {
    const at = (...parts: readonly string[]): string => join(folder, 'out', packed, ...parts);
    let read: readonly PackedFile[] | null = null;
    const files = (): readonly PackedFile[] => {
      read ??= readArchive(at('resources', 'app.asar'));
      return read;
    };
    const paths = (): readonly string[] => files().map((file) => file.path);
    const text = (path: string): string => {
      const found = files().find((file) => file.path === path);
      if (!found) throw new Error(`${path} is not in the package`);
      return found.read().toString();
    };

    it('has its program under its own name, with every fuse as stated', () => {
      expect(readFuses(readFileSync(at(program)))).toEqual(fuses);
      if (!program.endsWith('.exe')) expect(statSync(at(program)).mode & 0o111).toBe(0o111);
    });

    it('has entry, engine, renderer and preload script', () => {
      const packageJson = JSON.parse(text('package.json'));
      const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      expect(packageJson).toMatchObject({ name: 'vitrine', version: own.version, type: 'module' });
      expect(paths()).toEqual(
        expect.arrayContaining([
          packageJson.main,
          'dist/main/engine.js',
          'dist/renderer/index.html',
          'dist/preload/preload.cjs',
        ]),
      );
      expect(paths().filter((path) => path.startsWith('dist/demo/media/')).length).toBeGreaterThan(0);
    });

    it('has one native file, of its own platform, where the system can load it', () => {
      const found = files().filter((file) => file.path.endsWith('.node'));
      expect(found.map(({ path, unpacked }) => [path, unpacked])).toEqual([
        [`node_modules/better-sqlite3/prebuilds/${native}.node`, true],
      ]);
      expect(starts(found[0]?.read() ?? Buffer.alloc(0))).toBe(true);
    });

    it('has no other package, no source, no test, no notes', () => {
      const strange = paths().filter(
        (path) =>
          path !== 'package.json' &&
          !/^dist\/(main|renderer|preload|demo|setup|fleet|clips)\//.test(path) &&
          !/^node_modules\/better-sqlite3\/(LICENSE|package\.json|lib\/|prebuilds\/)/.test(path),
      );
      expect(strange).toEqual([]);
      expect(JSON.parse(text('package.json'))).not.toHaveProperty('devDependencies');
      expect(JSON.parse(text('package.json'))).not.toHaveProperty('scripts');
    });

    it('has no source map of ours and no path of the machine it was built on', () => {
      expect(paths().filter((path) => path.endsWith('.map'))).toEqual([]);
      const telling = files().filter((file) => file.path.startsWith('dist/') && file.read().includes(root));
      expect(telling.map((file) => file.path)).toEqual([]);
    });

    it('imports only what is in it', () => {
      const scripts = files().filter(({ path }) => /^dist\/(main|preload)\/.*\.c?js$/.test(path));
      const known = new Set([...paths(), ...builtinModules, 'better-sqlite3', 'electron']);
      const unknown = scripts.flatMap(({ path, read }) =>
        importsOf(path, read().toString())
          .filter((imported) => !imported.startsWith('node:') && !known.has(imported))
          .map((imported) => `${path} imports ${imported}`),
      );
      expect(unknown).toEqual([]);
      // A sandboxed preload script has Electron and nothing else.
      expect(importsOf('dist/preload/preload.cjs', text('dist/preload/preload.cjs'))).toEqual(['electron']);
    });

    it('is small beside Electron itself', () => {
      const bytes = files().reduce((sum, file) => sum + file.size, 0);
      expect(bytes).toBeGreaterThan(2_000_000);
      expect(bytes).toBeLessThan(16_000_000);
    });

    it('keeps one language of the browser', () => {
      expect(readdirSync(at('locales'))).toEqual(['en-US.pak']);
    });

    if (program.endsWith('.exe')) {
      it('carries the hash of its archive, which it will be checked against', () => {
        expect(embeddedHashes(readFileSync(at(program)))).toEqual([
          { file: 'resources\\app.asar', alg: 'SHA256', value: archiveHash(at('resources', 'app.asar')) },
        ]);
      });

      it('brings a command whose answer has no line of Electron in it', () => {
        const command = readFileSync(at('bin', 'vitrine.cmd'), 'latin1');
        expect(command).toContain('"%~dp0..\\vitrine.exe" %* >nul\r\n');
        expect(command).toContain('VITRINE_ANSWER_FILE');
      });

      it('brings a task that starts the launcher, and that Windows does not end by itself', () => {
        const task = readFileSync(at('bin', 'vitrine-task.xml'), 'latin1');
        const value = (name: string) => new RegExp(`<${name}>(.*)</${name}>`).exec(task)?.[1];
        expect(value('Command')).toBe('"%ProgramFiles%\\Vitrine\\vitrine.exe"');
        expect(value('Arguments')).toBe('launch');
        // Else 72 hours, not on battery, and below every other program.
        expect(value('ExecutionTimeLimit')).toBe('PT0S');
        expect(value('DisallowStartIfOnBatteries')).toBe('false');
        expect(value('StopIfGoingOnBatteries')).toBe('false');
        expect(value('Priority')).toBe('4');
        // A launcher that has died starts again; one that runs is left alone.
        expect(value('Interval')).toBe('PT1M');
        expect(task.indexOf('<Repetition>')).toBeLessThan(task.indexOf('</LogonTrigger>'));
        expect(value('MultipleInstancesPolicy')).toBe('IgnoreNew');
      });
    } else {
      it('brings what starts it with the session', () => {
        const unit = readFileSync(at('resources', 'linux', 'vitrine.service'), 'utf8');
        const starter = /^ExecStart=\/opt\/Vitrine\/(\S+) \/usr\/bin\/vitrine run$/m.exec(unit)?.[1] ?? '';
        expect(statSync(at(starter)).mode & 0o111).toBe(0o111);
        expect(unit).toMatch(/^Restart=always$/m);
        expect(unit).toMatch(/^RestartSec=[1-9]/m);
        expect(unit).toMatch(/^KillMode=mixed$/m);
        expect(readFileSync(at('resources', 'linux', 'vitrine-autostart.desktop'), 'utf8')).toMatch(
          /^Exec=vitrine launch$/m,
        );
      });
    }
  });

  describe.runIf(made.includes('deb'))('the deb', () => {
    const deb = (name: string): string => join(folder, 'out', name);
    const dpkg = async (...args: readonly string[]): Promise<string> =>
      (await run('dpkg-deb', [...args])).stdout;
    const file = async (path: string): Promise<string> =>
      (
        await run('sh', [
          '-c',
          `dpkg-deb --fsys-tarfile '${deb(`vitrine-${version}-amd64.deb`)}' | tar -xO '.${path}'`,
        ])
      ).stdout;

    it.each(
      architectures.map((one) => (one === 'x64' ? 'amd64' : one)),
    )('of %s says what it is and what it needs', async (arch) => {
      const control = await dpkg('-f', deb(`vitrine-${version}-${arch}.deb`));
      expect(control).toMatch(/^Package: vitrine$/m);
      expect(control).toMatch(new RegExp(`^Architecture: ${arch}$`, 'm'));
      expect(control).toMatch(/^Maintainer: Local build <local@localhost>$/m);
      expect(control).toMatch(/^Homepage: http:\/\/localhost\/$/m);
      const [, depends = ''] = /^Depends: (.*)$/m.exec(control) ?? [];
      expect(depends.split(', ')).toEqual(
        expect.arrayContaining(['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2t64 | libasound2']),
      );
      expect(control).not.toMatch(/^Recommends:/m);
      const bill = JSON.parse(readFileSync(deb(`vitrine-${version}-${arch}.deb.cdx.json`), 'utf8'));
      expect(bill.components).toContainEqual(expect.objectContaining({ purl: 'pkg:deb/debian/libnss3' }));
      expect(existsSync(deb(`vitrine-${version}-${arch}.deb.intoto.json`))).toBe(true);
    });

    it('has a desktop entry, icons, the unit, and the profile that allows its sandbox on Ubuntu', async () => {
      const contents = await dpkg('-c', deb(`vitrine-${version}-amd64.deb`));
      const paths = contents.split('\n').map((line) => line.split(' ').at(-1)?.slice(1));
      for (const size of [16, 32, 48, 64, 128, 256, 512])
        expect(paths).toContain(`/usr/share/icons/hicolor/${size}x${size}/apps/vitrine.png`);
      expect(paths).toContain('/opt/Vitrine/resources/linux/vitrine.service');
      const entry = await file('/usr/share/applications/vitrine.desktop');
      // Without a word after it the program plays; without a switch before it, it keeps its sandbox.
      expect(entry).toMatch(/^Exec=\/opt\/Vitrine\/vitrine %U$/m);
      expect(entry).toMatch(/^Icon=vitrine$/m);
      expect(await file('/opt/Vitrine/resources/apparmor-profile')).toMatch(
        /"\/opt\/Vitrine\/vitrine"[\s\S]*userns,/,
      );
      const program = contents.split('\n').find((line) => line.endsWith('./opt/Vitrine/vitrine'));
      expect(program).toMatch(/^-rwxr-xr-x root\/root/);
    });

    it('puts the command on the PATH, and takes it away again', async () => {
      const scripts = join(folder, 'control');
      await dpkg('-e', deb(`vitrine-${version}-amd64.deb`), scripts);
      expect(readFileSync(join(scripts, 'postinst'), 'utf8')).toContain(
        "update-alternatives --install '/usr/bin/vitrine' 'vitrine' '/opt/Vitrine/vitrine' 100",
      );
      expect(readFileSync(join(scripts, 'postrm'), 'utf8')).toContain(
        "update-alternatives --remove 'vitrine' '/opt/Vitrine/vitrine'",
      );
    });
  });

  describe.runIf(made.includes('tar.gz'))(
    `the archive${sevenZip === null ? ' (left out: apt-get install 7zip)' : ''}`,
    () => {
      it.each(
        architectures,
      )('of %s holds the program in a folder of its own, and nobody else may write in it', async (arch) => {
        const { stdout } = await run('tar', [
          '-tzvf',
          join(folder, 'out', `vitrine-${version}-${arch}.tar.gz`),
        ]);
        const lines = stdout.trim().split('\n');
        const named = (path: string): string =>
          lines.find((line) => line.endsWith(` vitrine-${version}-${arch}/${path}`)) ?? '';
        expect(lines.every((line) => line.includes(` vitrine-${version}-${arch}/`))).toBe(true);
        expect(lines.filter((line) => /^.{8}w/.test(line))).toEqual([]);
        expect(named('vitrine')).toMatch(/^-rwxr-xr-x/);
        expect(named('chrome-sandbox')).toMatch(/^-rwxr-xr-x/);
        for (const path of ['resources/app.asar', 'resources/linux/vitrine.service', 'locales/en-US.pak'])
          expect(named(path), path).toMatch(/^-rw-r--r--/);
      });
    },
  );

  describe.runIf(made.includes('AppImage'))(
    `the AppImage${hasSquashfs ? '' : ' (left out: apt-get install squashfs-tools)'}`,
    () => {
      const image = join(folder, 'out', 'vitrine-x86_64.AppImage');

      it('has desktop entry, icons, unit and fuses', async () => {
        const at = (await run(image, ['--appimage-extract'])).stdout.trim();
        const entry = readFileSync(join(at, 'vitrine.desktop'), 'utf8');
        expect(entry).toMatch(/^Exec=AppRun %U$/m);
        expect(entry).toMatch(/^Icon=vitrine$/m);
        expect(entry).toMatch(/^X-AppImage-Version=/m);
        expect(readFileSync(join(at, '.DirIcon'))).toEqual(
          readFileSync(join(root, 'build/icons/512x512.png')),
        );
        expect(existsSync(join(at, 'resources/linux/vitrine.service'))).toBe(true);
        expect(readFuses(readFileSync(join(at, 'vitrine')))).toEqual(fuses);
        rmSync(dirname(at), { recursive: true });
      });

      it.each([
        ['may', 'exit 0', []],
        ['may not', 'exit 1', ['--no-sandbox']],
      ])('starts the program with what it was given, where a sandbox %s be made', async (_may, unshare, first) => {
        const bin = mkdtempSync(join(folder, 'bin-'));
        writeFileSync(join(bin, 'unshare'), `#!/bin/sh\n${unshare}\n`, { mode: 0o755 });
        writeFileSync(join(bin, 'program'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
        const env = { PATH: `${bin}:${process.env.PATH}`, STAND_IN_PROGRAM: join(bin, 'program') };
        for (const given of [['demo', '--cms-port', '0'], ['--version'], []])
          expect((await run(image, given, { env })).stdout.split('\n').filter(Boolean)).toEqual([
            ...first,
            ...given,
          ]);
      });
    },
  );

  // Electron itself is not there, but its fake is: what lies in the archive, and the database beside it, is enough to play.
  it.runIf(process.platform === 'linux')('a packed player plays, database and all', async () => {
    const { folder: packed } = packages.find(({ native }) => native.endsWith(process.arch)) ?? all[0];
    const entry = join(folder, 'out', packed, 'resources', 'app.asar', 'dist/main/index.js');
    const player = startInside(entry, ['run'], { home: folder, display: ':99' });
    expect(await player.says(isShow), player.log()).toBe(true);
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: 0, signal: null });
    expect(readdirSync(join(folder, 'data')).some((name) => name.endsWith('.db'))).toBe(true);
  });
}

type Architecture = 'x64' | 'arm64';
type Kind = 'deb' | 'tar.gz' | 'AppImage';

function elf(machine: number) {
  return (file: Buffer): boolean =>
    file.toString('latin1', 1, 4) === 'ELF' && file.readUInt16LE(18) === machine;
}

function portable(machine: number) {
  return (file: Buffer): boolean =>
    file.toString('latin1', 0, 2) === 'MZ' && file.readUInt16LE(file.readUInt32LE(0x3c) + 4) === machine;
}
