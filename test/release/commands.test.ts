import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCommand } from '../../src/main/cli/commands.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { ReleaseFolder } from '../../src/main/operator/folder.ts';
import { openKey, parseKeyFile, signerOf } from '../../src/main/operator/keys.ts';
import { changeTargets, changeVersion } from '../../src/main/operator/publish.ts';
import { invoke } from '../support/invoke.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-release-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (...names: string[]): string => join(folder, ...names);

async function release(
  words: string,
  positionals: readonly string[],
  values: Record<string, string | string[]> = {},
) {
  const command = await loadCommand(`release ${words}`);
  if (!command) throw new Error(`no command ${words}`);
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: folder } });
  return invoke(command, {
    config,
    positionals,
    values: { 'passphrase-file': [at('offline.txt'), at('online.txt')], ...values },
  });
}

/** A package whose program prints that version. */
async function writePackage(version: string, prints = version, name = `vitrine-${version}-x64.tar.gz`) {
  const tree = await mkdtemp(at('tree-'));
  await mkdir(join(tree, 'vitrine'));
  await writeFile(join(tree, 'vitrine/vitrine'), `#!/bin/sh\necho ${prints}\n`, { mode: 0o755 });
  await promisify(execFile)('tar', ['-czf', at(name), '-C', tree, 'vitrine']);
  return at(name);
}

async function signers() {
  const files = [
    ['offline/targets.key', 'correct horse battery'],
    ['online/snapshot.key', 'another one for machines'],
    ['online/timestamp.key', 'another one for machines'],
  ] as const;
  return Promise.all(
    files.map(async ([name, passphrase]) => {
      const file = parseKeyFile(await readFile(at(name), 'utf8'), at(name));
      const key = openKey(file, passphrase);
      if (key === null) throw new Error(`${name} stays closed`);
      return signerOf(file, key);
    }),
  );
}

const all = () => ({ keys: [at('offline'), at('online')] });

test('commands create, fill, roll out, recall, renew and check a folder', async () => {
  await writeFile(at('offline.txt'), 'correct horse battery\n');
  await writeFile(at('online.txt'), 'another one for machines\n');
  await writePackage('2.4.0');
  const offline = { 'passphrase-file': [at('offline.txt')] };
  await release('keys', ['offline', at('offline')], offline);
  await release('keys', ['online', at('online')], { 'passphrase-file': [at('online.txt')] });
  expect((await readdir(at('offline'))).filter((name) => name.endsWith('.key'))).toHaveLength(4);
  expect((await stat(at('offline/root-1.key'))).mode & 0o077).toBe(0);
  expect(await readFile(at('offline/root-1.key'), 'utf8')).not.toContain('PRIVATE');
  await expect(release('keys', ['offline', at('offline')], offline)).rejects.toMatchObject({
    code: 'release-exists',
  });

  await release('init', [at('out')], all());
  await expect(release('init', [at('out')], all())).rejects.toThrow('already has root metadata');
  const add = ['add', [at('out'), at('vitrine-2.4.0-x64.tar.gz'), '2.4.0']] as const;
  const unseen = await release(...add, { ...offline, keys: [at('offline/targets.key')] });
  expect(unseen.out).toContain('Players see it after vitrine release renew');
  expect((await release('check', [at('out')])).out).not.toContain('2.4.0');
  // A server that belongs to somebody else has to read it.
  for (const name of ['', 'metadata', 'metadata/timestamp.json', 'targets'])
    expect((await stat(at('out', name))).mode & 0o004).toBe(0o004);
  await release('renew', [at('out')], { keys: [at('online')] });
  expect((await release('check', [at('out')])).out).toContain('2.4.0, linux-x64, stable, 0 %');
  await expect(release(...add, all())).rejects.toThrow('already');

  await release('rollout', [at('out'), '2.4.0', '12.5%'], all());
  expect((await release('check', [at('out')])).out).toContain('12.5 %');
  await expect(release('rollout', [at('out'), '9.9.9', '1%'], all())).rejects.toThrow('no release 9.9.9');
  await release('recall', [at('out'), '2.4.0'], all());
  const { out, code } = await release('check', [at('out')], { root: at('out/metadata/1.root.json') });
  expect(out).toContain('recalled');
  expect(code).toBe(0);
});

test('a package that prints another version is refused, and the check of a folder finds one', async () => {
  const old = await writePackage('2.6.0', '0.1.0');
  await expect(release('add', [at('out'), old, '2.6.0'], all())).rejects.toMatchObject({
    code: 'update-not-runnable',
    message: 'Release 2.6.0 reports version 0.1.0.',
  });
  expect((await readdir(at('out/targets'))).filter((name) => name.includes('2.6.0'))).toEqual([]);
  // For another machine it cannot be started here, and the answer says so.
  const other = await writePackage('2.6.1', '0.1.0');
  const added = await release('add', [at('out'), other, '2.6.1'], { ...all(), arch: 'linux-s390x' });
  expect(added.out).toContain('could not be checked here');
  await release('remove', [at('out'), '2.6.1'], all());
  const broken = await writePackage('2.7.0');
  await release('add', [at('out'), broken, '2.7.0'], all());
  expect((await release('check', [at('out')])).code).toBe(0);
  // The same bytes under another version, as an older command signed them.
  const needs = {
    folder: new ReleaseFolder(realFileSystem, at('out')),
    signers: await signers(),
    now: Date.now(),
  };
  await changeTargets(needs, (targets) =>
    changeVersion(targets, '2.7.0', (custom) => ({ ...custom, version: '2.7.1' })),
  );
  const { out, code } = await release('check', [at('out')]);
  expect([code, out]).toEqual([1, expect.stringContaining('Release 2.7.1 reports version 2.7.0.')]);
  await release('remove', [at('out'), '2.7.1'], all());
});

test('a removed version is gone with its package, and a recalled one stays', async () => {
  const file = await writePackage('2.8.0');
  await release('add', [at('out'), file, '2.8.0'], all());
  const packages = async () => (await readdir(at('out/targets'))).filter((name) => name.includes('2.8.0'));
  expect(await packages()).toHaveLength(1);
  const { out } = await release('remove', [at('out'), '2.8.0'], all());
  expect(out).toBe('2.8.0 is removed.\n');
  expect(await packages()).toEqual([]);
  const checked = await release('check', [at('out')]);
  expect([checked.code, checked.out.includes('2.8.0'), checked.out.includes('warn')]).toEqual([
    0,
    false,
    false,
  ]);
  await expect(release('remove', [at('out'), '2.8.0'], all())).rejects.toThrow('no release 2.8.0');
  await expect(release('remove', [at('out'), '2.4.0'], all())).rejects.toThrow('was recalled and must stay');
});

test('an AppImage becomes the program of a release', async () => {
  await writeFile(at('vitrine-x86_64.AppImage'), '#!/bin/sh\necho 2.5.0\n');
  const add = await release('add', [at('out'), at('vitrine-x86_64.AppImage'), '2.5.0'], all());
  expect(add.out).toContain('vitrine-2.5.0-linux-x64.AppImage.tar.gz is signed');
  const [name = ''] = (await readdir(at('out/targets'))).filter((one) => one.includes('2.5.0'));
  const { stdout } = await promisify(execFile)('tar', ['-tvzf', at('out/targets', name)]);
  expect(stdout).toMatch(/-rwxr-xr-x .* vitrine-2\.5\.0\/vitrine\n$/);
});

test('a key without its passphrase, or for another role, signs nothing', async () => {
  await expect(
    release('recall', [at('out'), '2.4.0'], {
      'passphrase-file': [at('online.txt')],
      keys: [at('offline/targets.key')],
    }),
  ).rejects.toMatchObject({ code: 'release-key-locked' });
  await expect(release('recall', [at('out'), '2.4.0'], { keys: [at('online')] })).rejects.toMatchObject({
    code: 'release-keys-missing',
  });
});
