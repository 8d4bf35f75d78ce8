import { lchown, lstat, mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { privateFolder } from '../../ground/private-folder.ts';
import { runProgram } from '../../ground/program.ts';
import { keepAsOwn, leftBehind, ownPrefix } from '../left-behind.ts';
import type { Account } from './account.ts';

const prefix = 'vitrine-browser-';

export interface Profile {
  readonly folder: string;
  /** A browser of another account cannot read the player's X cookie: it gets a copy. Returns its path. */
  addXAuthority(from: string): Promise<string>;
  /** Gives the folder with all content to the account; the player writes nothing there afterwards. */
  handOver(account: Account): Promise<void>;
  /** What stays of it must keep no browser from starting; a later start of the player removes it. */
  remove(): Promise<void>;
}

/** Permissions that pages never get. */
const refused =
  `popups notifications automatic_downloads background_sync bluetooth_guard bluetooth_scanning clipboard
  file_system_read_guard file_system_write_guard geolocation hid_guard idle_detection local_fonts media_stream_camera
  media_stream_mic midi_sysex payment_handler protocol_handlers sensors serial_guard usb_guard window_placement`.split(
    /\s+/,
  );

/**
 * Settings without a command-line switch. Printing is off, because its dialog would cover the stage. Nothing is offered
 * to be saved, filled in or translated.
 */
const preferences = {
  printing: { enabled: false },
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  // WebRTC would reveal the machine's addresses and bypass the proxy.
  webrtc: {
    ip_handling_policy: 'disable_non_proxied_udp',
    multiple_routes_enabled: false,
    nonproxied_udp_enabled: false,
  },
  // The browser's own error page is dark, in case it is visible for a moment.
  browser: { theme: { color_scheme2: 2 } },
  safebrowsing: { enabled: false },
  download_restrictions: 3,
  profile: {
    password_manager_enabled: false,
    default_content_setting_values: Object.fromEntries(refused.map((name) => [name, 2])),
  },
  // Blocks local files and browser pages in case someone reaches its keyboard shortcuts.
  policy: { url_blocklist: ['file://*', 'chrome://*', 'devtools://*', 'chrome-extension://*'] },
};

/** Readable by this account only, and removed at a later start if this process cannot. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(profilesFolder(), ownPrefix(prefix)));
  keepAsOwn(folder);
  return folder;
}

/**
 * A fresh home for each start of the browser: nothing that a page stores outlives it. `opens`: the address that the
 * browser opens at start; on the command line every local user could read it, here only the browser's account.
 * `authorities`: see authorities.ts.
 */
export async function freshProfile(
  log: Log,
  opens: string | null = null,
  authorities: Buffer | null = null,
): Promise<Profile> {
  const folder = await freshFolder();
  const folders = ['config', 'cache', 'data', 'run', 'profile', 'profile/Default'].map((name) =>
    join(folder, name),
  );
  for (const inner of folders) await mkdir(inner, { mode: 0o700 });
  const settings = join(folder, 'profile/Default/Preferences');
  const session = opens === null ? {} : { session: { restore_on_startup: 4, startup_urls: [opens] } };
  await writeFile(settings, JSON.stringify({ ...preferences, ...session }), { mode: 0o600, flag: 'wx' });
  const inside = [...folders, settings];
  if (authorities !== null) {
    const file = join(folder, 'profile/Default/ServerCertificate');
    await writeFile(file, authorities, { mode: 0o600, flag: 'wx' });
    inside.push(file);
  }
  return {
    folder,
    async addXAuthority(from) {
      const file = join(folder, 'Xauthority');
      await writeFile(file, await readFile(from), { mode: 0o600, flag: 'wx' });
      inside.push(file);
      return file;
    },
    async handOver({ uid, gid }) {
      // The folder itself comes last: until then no other account can enter and place a link in root's way.
      for (const path of [...inside.toReversed(), folder]) await lchown(path, uid, gid);
    },
    remove: () =>
      removeFolder(folder).catch((error: unknown) =>
        log.warn('A browser profile could not be removed', { error }),
      ),
  };
}

export async function removeStaleProfiles(): Promise<void> {
  const profiles = profilesFolder();
  const stale = leftBehind(prefix, await readdir(profiles));
  await Promise.all(stale.map((name) => removeFolder(join(profiles, name))));
}

/**
 * A place where no other account can interfere; the browser's account may only pass through. Without a runtime folder
 * it is the temporary folder, where this process has no more rights than others.
 */
export function profilesFolder(): string {
  if (process.getuid?.() !== 0) {
    const { XDG_RUNTIME_DIR: session } = process.env;
    return (session ? privateFolder(join(session, 'vitrine')) : null) ?? tmpdir();
  }
  const folder = privateFolder('/run/vitrine', 0o711);
  if (folder !== null) return folder;
  throw new VitrineError('usage', message('no-profile-folder'));
}

/** The browser's account removes its own files: whatever it placed there, nothing else can be deleted. */
async function removeFolder(folder: string): Promise<void> {
  const stats = await lstat(folder).catch(() => null);
  if (stats === null) return;
  // The browser's last processes may still write after the first one has ended.
  const retries = { maxRetries: 5, retryDelay: 50 };
  if (process.getuid?.() !== 0 || stats.uid === 0)
    return rm(folder, { recursive: true, force: true, ...retries });
  const account = [`--reuid=${stats.uid}`, `--regid=${stats.gid}`, '--clear-groups', '--no-new-privs'];
  for (let attempt = 0; attempt < retries.maxRetries; attempt++) {
    // Folders may be closed to their own account, and that account may not remove the outermost folder, which lies in a
    // folder of the player. In its own session: a program of that account must not share root's terminal.
    for (const command of [
      ['chmod', '-R', 'u+rwX'],
      ['rm', '-rf', '--one-file-system'],
    ])
      await runProgram(['setpriv', ...account, '--', ...command, '--', folder], { timeoutMs: 60_000 });
    if (
      await rmdir(folder).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, retries.retryDelay));
  }
  throw new VitrineError('temporary', message('profile-left', { folder }));
}
