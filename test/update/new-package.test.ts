import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { command as run } from '../../src/main/cli/run.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { startAgain } from '../../src/main/ground/exit-code.ts';
import { isNewPackage } from '../../src/main/update/launched.ts';
import { givesWay } from '../../src/main/update/new-package.ts';
import type { UpdateState } from '../../src/main/update/state.ts';
import { readState } from '../../src/main/update/state-file.ts';
import { invoke } from '../support/invoke.ts';
import { a, b, installed, onTrial, state } from './support/installed.ts';

const taken = (version: string) => ({ release: b, version, code: 'died', why: '', sentence: null, at: '' });

/** A package of this version as its launcher starts it, over a state and its current release. */
async function package_(of: UpdateState, version: string, over: string) {
  const { root } = await installed({}, of);
  await writeFile(join(root, 'releases', a, 'complete'), `${version}\n`);
  const env = { VITRINE_UPDATE_ROOT: root, VITRINE_RELEASE: 'factory', VITRINE_FACTORY: over };
  const written = async () => readState(await readFile(join(root, 'update-state'), 'utf8'));
  return { root, env, written };
}

test.each([
  ['1.2.2', '1.2.4', [], true],
  ['1.2.2', '1.2.3', [], false],
  ['1.2.2', '1.2.2', [], false],
  ['1.2.2', '1.2.2', ['1.2.1', '1.2.3'], true],
  ['1.2.4', '1.2.5', [], false],
  ['1.2.2', '1.10.0', [], true],
  [null, '1.2.4', [], true],
  [null, '1.2.2', [], false],
])('over package %s with release %s current and %j taken back, package 1.2.3 gives way: %s', async (over, version, back, gives) => {
  const of = { ...state, over, blocked: back.map(taken) };
  const { env, written } = await package_(of, version, '1.2.3');
  expect(isNewPackage(env)).toBe(true);
  expect(await givesWay(env)).toBe(gives);
  // One that stays writes once it is up: until then its failures count.
  expect(await written()).toEqual(gives ? { ...of, over: '1.2.3' } : of);
  expect(isNewPackage(env)).toBe(!gives);
});

test('a package that gives way ends before it opens anything, and the trial of the release goes on', async () => {
  const { root, env, written } = await package_({ ...onTrial, over: '1.0.0' }, '2.1.0', '2.0.5');
  await writeFile(join(root, 'failed-factory'), 'failed\n');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(root, 'config.json');
  await writeFile(file, '{"no": "setting"}');
  const config = loadConfig({ noFile: true, env: {} });
  expect(await invoke(run, { config, configSources: { file, env: {} } })).toMatchObject({ code: startAgain });
  expect(await written()).toEqual({ ...onTrial, over: '2.0.5' });
  expect(existsSync(join(root, 'failed-factory'))).toBe(false);
});

test('a package stays where the state cannot be written, or names no release', async () => {
  const { root, env } = await package_({ ...state, over: '1.0.0' }, '2.1.0', '2.0.5');
  await mkdir(join(root, 'update-state.new'));
  expect(await givesWay(env)).toBe(false);
  await rm(join(root, 'update-state.new'), { recursive: true });
  await chmod(join(root, 'releases', a), 0o755);
  await rm(join(root, 'releases', a, 'complete'));
  expect(await givesWay(env)).toBe(false);
  await rm(join(root, 'update-state'));
  expect(isNewPackage(env)).toBe(false);
  expect(isNewPackage({ ...env, VITRINE_RELEASE: a })).toBe(false);
});
