import { lchown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepAsOwn, leftBehind, ownPrefix } from '../left-behind.ts';
import type { Account } from './account.ts';

const prefix = 'vitrine-browser-';

export interface Profile {
  readonly folder: string;
  /** A browser that runs as somebody else cannot read our X cookie: it gets a copy. Answers the path of that. */
  addXAuthority(from: string): Promise<string>;
  /** From now on the folder and all in it belong to the account; we write nothing there any more. */
  handOver(account: Account): Promise<void>;
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
export async function freshProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), ownPrefix(prefix)));
  keepAsOwn(folder);
  const folders = ['config', 'cache', 'data', 'run', 'profile', 'profile/Default'].map((name) =>
    join(folder, name),
  );
  for (const inner of folders) await mkdir(inner, { mode: 0o700 });
  const settings = join(folder, 'profile/Default/Preferences');
  await writeFile(settings, JSON.stringify(preferences), { mode: 0o600, flag: 'wx' });
  const inside = [...folders, settings];
  return {
    folder,
    async addXAuthority(from) {
      const file = join(folder, 'Xauthority');
      await writeFile(file, await readFile(from), { mode: 0o600, flag: 'wx' });
      inside.push(file);
      return file;
    },
    async handOver({ uid, gid }) {
      // The folder itself comes last: until then nobody else gets in to lay a link where root is about to act.
      for (const path of [...inside.toReversed(), folder]) await lchown(path, uid, gid);
    },
    // The browser's last processes may still be writing when its first one has ended.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

export async function removeStaleProfiles(): Promise<void> {
  const stale = leftBehind(prefix, await readdir(tmpdir()));
  await Promise.all(stale.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}
