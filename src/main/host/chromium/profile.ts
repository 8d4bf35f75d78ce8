import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** Our process id is part of the name: a folder whose process is gone was left behind by a death. */
const prefix = 'vitrine-browser-';

export interface Profile {
  readonly folder: string;
  remove(): Promise<void>;
}

/** A fresh home for each start of the browser: nothing that a page leaves behind outlives it. */
export async function freshProfile(account: Account | null): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  await Promise.all(
    ['config', 'cache', 'data', 'run'].map((name) => mkdir(join(folder, name), { mode: 0o700 })),
  );
  if (account) {
    const all = ['', 'config', 'cache', 'data', 'run'];
    await Promise.all(all.map((name) => chown(join(folder, name), account.uid, account.gid)));
  }
  return {
    folder,
    // The browser's last processes may still be writing when its first one has ended.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

/** A browser cannot read root's X cookie: it gets a copy of its own. */
export async function copyXAuthority(from: string, profile: Profile, account: Account): Promise<string> {
  const file = join(profile.folder, 'Xauthority');
  await writeFile(file, await readFile(from), { mode: 0o600 });
  await chown(file, account.uid, account.gid);
  return file;
}

export async function removeStaleProfiles(): Promise<void> {
  const names = await readdir(tmpdir());
  const stale = names.filter((name) => {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
    return Number.isInteger(pid) && !isAlive(pid);
  });
  await Promise.all(stale.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
