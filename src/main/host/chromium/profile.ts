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

/**
 * Settings that have no switch. No page may print: the dialog would lie over the stage. Nothing is offered to be
 * saved, filled in or translated.
 */
const preferences = {
  printing: { enabled: false },
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  safebrowsing: { enabled: false },
  download_restrictions: 3,
  profile: {
    password_manager_enabled: false,
    default_content_setting_values: { popups: 2, notifications: 2 },
  },
};

/** A fresh home for each start of the browser: nothing that a page leaves behind outlives it. */
export async function freshProfile(account: Account | null): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const folders = ['config', 'cache', 'data', 'run', 'profile', 'profile/Default'].map((name) =>
    join(folder, name),
  );
  for (const inner of folders) await mkdir(inner, { mode: 0o700 });
  const settings = join(folder, 'profile/Default/Preferences');
  await writeFile(settings, JSON.stringify(preferences), { mode: 0o600 });
  if (account) {
    const all = [folder, ...folders, settings];
    await Promise.all(all.map((path) => chown(path, account.uid, account.gid)));
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
