import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const gpg = (...args: readonly string[]) =>
  spawnSync('gpg', ['--batch', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Refuses a key that could not sign, before anything is written. */
export function checkKeys(keys: readonly string[]): void {
  const place = process.env.GNUPGHOME ?? join(homedir(), '.gnupg');
  for (const key of keys) {
    const { status, stdout, error } = gpg('--with-colons', '--list-secret-keys', key);
    if (error !== undefined) throw new Error('Missing: apt-get install gnupg');
    const [, state = ''] = /^sec:(\w?):/m.exec(stdout) ?? [];
    if (status !== 0)
      throw new Error(
        `There is no secret key ${key} in ${place}: set GNUPGHOME to the folder that has it, or import it by gpg --import.`,
      );
    if (/[er]/.test(state))
      throw new Error(
        `The key ${key} ${state === 'e' ? 'has expired: extend it by gpg --quick-set-expire' : 'is revoked: take another one'}.`,
      );
  }
}

/** The public keys as apt reads them. */
export function publicKeys(keys: readonly string[]): Buffer {
  return execFileSync('gpg', ['--batch', '--export', '--export-options', 'export-minimal', ...keys], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Writes `InRelease` and `Release.gpg` beside `Release`, and reads them as a player would. */
export function sign(folder: string, keys: readonly string[], keyring: Buffer): void {
  const release = join(folder, 'Release');
  const asAll = ['--yes', '--digest-algo=SHA512', ...keys.map((key) => `--local-user=${key}`)];
  const run = (...args: readonly string[]): void => {
    const { status, stderr } = gpg(...args);
    if (status !== 0) throw new Error(`The index could not be signed: ${stderr.trim()}`);
  };
  run(...asAll, `--output=${join(folder, 'InRelease')}`, '--clearsign', release);
  run(...asAll, '--armor', `--output=${join(folder, 'Release.gpg')}`, '--detach-sign', release);
  const trusted = join(folder, 'trusted.gpg');
  writeFileSync(trusted, keyring);
  execFileSync('gpgv', ['--quiet', '--keyring', trusted, join(folder, 'InRelease')], { stdio: 'pipe' });
  execFileSync('gpgv', ['--quiet', '--keyring', trusted, join(folder, 'Release.gpg'), release], {
    stdio: 'pipe',
  });
}
