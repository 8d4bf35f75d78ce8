import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const root = new URL('../../', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, root), 'utf8'));
const { allowScripts, dependencies, devDependencies, optionalDependencies } = read('package.json');
const locked = Object.entries<Locked>(read('package-lock.json').packages).filter(([path]) => path !== '');

test('whatever is installed is the very bytes that were looked at, from whichever mirror', () => {
  expect(locked.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved }] of locked) {
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
    expect([path, resolved]).toEqual([path, undefined]);
  }
});

test('what we ask for is one version and no range', () => {
  const requested = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(requested.length).toBeGreaterThan(15);
  for (const [name, version] of requested)
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});

test('no package runs a script when it is installed', () => {
  const scripted = locked.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? path.replace(/^.*node_modules\//, '') : [],
  );
  for (const name of scripted) expect([name, allowScripts[name]]).toEqual([name, false]);
  expect(Object.values<boolean>(allowScripts).some(Boolean)).toBe(false);
});

test('the bill of materials names every package with its hash', () => {
  const sbom = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const output = execFileSync('npm', sbom, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const { components } = JSON.parse(output);
  const named = new Set(components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)));
  for (const [path, { version }] of locked) {
    const name = path.replace(/^.*node_modules\//, '');
    expect(named).toContain(`pkg:npm/${name}@${version}`);
  }
  for (const { purl, hashes } of components) expect([purl, hashes?.[0]?.alg]).toEqual([purl, 'SHA-512']);
});

test('the setup runs no install script, whatever npm does by default', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-setup-'));
  try {
    const own = { name: 'scripted', version: '1.0.0' };
    mkdirSync(join(folder, 'scripts'));
    copyFileSync(new URL('scripts/setup.mjs', root), join(folder, 'scripts/setup.mjs'));
    const scripts = { postinstall: 'node after.js' };
    writeFileSync(join(folder, 'after.js'), "require('node:fs').writeFileSync('ran', '')");
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, scripts }));
    const lock = { ...own, lockfileVersion: 3, packages: { '': own } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    mkdirSync(join(folder, 'node_modules'));
    execFileSync('node', ['scripts/setup.mjs', 'packages'], {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, npm_config_ignore_scripts: 'false' },
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
