import { expect, it } from 'vitest';
import { type TestSurroundings, testedHosts } from '../../e2e/hosts.ts';

const bare: TestSurroundings = { env: {}, isRoot: false, exists: () => false, electronProgram: () => null };

function electron(surroundings: Partial<TestSurroundings>) {
  const host = testedHosts({ ...bare, ...surroundings }).find(({ name }) => name === 'electron');
  if (!host) throw new Error('Electron is not among the hosts');
  return host;
}

it('Chromium is always tested', () => {
  expect(testedHosts(bare).find(({ name }) => name === 'chromium')?.leftOut).toBeNull();
});

it('Electron is skipped without its binary, with a message', () => {
  expect(electron({}).leftOut).toContain('not installed');
  expect(electron({ electronProgram: () => '/gone/electron' }).leftOut).toContain('not installed');
});

it('Electron is tested with its binary', () => {
  const there = electron({ electronProgram: () => '/electron/dist/electron', exists: () => true });
  expect(there.leftOut).toBeNull();
  expect(there.command[0]).toBe('/electron/dist/electron');
});

it('a folder named by the environment comes first, and a packaged player before it', () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: '/other' };
  expect(electron({ env, exists: () => true }).command[0]).toMatch(/^[/\\]other[/\\]electron/);
  const packaged = electron({
    env: { ...env, VITRINE_TEST_PACKAGED: '/opt/Vitrine/vitrine' },
    exists: () => true,
  });
  expect(packaged.command).toEqual(['/opt/Vitrine/vitrine']);
});

it.runIf(process.platform === 'linux')(
  'Electron is skipped for root, where it would need its sandbox off',
  () => {
    expect(electron({ electronProgram: () => '/e', exists: () => true, isRoot: true }).leftOut).toContain(
      'root',
    );
  },
);
