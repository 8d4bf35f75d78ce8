import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Message, message } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from './errors.ts';
import { makeFolder } from './make-folder.ts';

type Kind = 'trusted' | 'secret';

/** Permission bits to remove: others must neither write nor read secrets. */
const taken: Readonly<Record<Kind, number>> = { trusted: 0o022, secret: 0o027 };
/** Permission bits to report: the others may be granted to a group on purpose. */
const reported: Readonly<Record<Kind, number>> = { trusted: 0o002, secret: 0o026 };
const anybodyElse = 0o077;

/** Removes the excess permissions of our own file, and returns those that remain. */
export function keepToOurselves(path: string, kind: Kind): Message | null {
  if (process.platform !== 'win32') closeOurs(path, taken[kind]);
  return exposureOf(path, kind);
}

/** Whether another user than root could change or read it. Changes nothing; null also for a missing file. */
export function exposureOf(path: string, kind: Kind): Message | null {
  if (process.platform === 'win32') return null;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (isForeign(stats)) return message('own-files.foreign', { path, uid: stats.uid, own: ownUid() });
  if ((stats.mode & reported[kind]) === 0) return null;
  const mode = kind === 'secret' ? '600' : 'go-w';
  const isWritable = (stats.mode & 0o022) !== 0;
  return message(isWritable ? 'own-files.writable' : 'own-files.readable', { path, mode });
}

/**
 * Creates the data folder, or closes an existing one to others. A folder with files of another user is rejected: a link in it would
 * make the player overwrite or empty its target.
 */
export function ownFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (process.platform === 'win32') return;
    refuseForeign(folder, folder, statSync(folder));
    closeOurs(folder, taken.trusted);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats) refuseForeign(folder, path, stats);
      if (stats?.isDirectory()) closeOurs(path, taken.trusted);
      else if (stats?.isFile()) closeOurs(path, anybodyElse);
    }
  } catch (thrown) {
    // The store reports a full, missing or read-only disk; the show may still play from it.
    if (thrown instanceof VitrineError || systemCode(thrown) === null) throw thrown;
  }
}

function refuseForeign(folder: string, path: string, stats: Stats): void {
  if (!isForeign(stats)) return;
  const values = { folder, path, uid: stats.uid, own: ownUid() };
  throw new VitrineError('usage', message('data-folder-foreign', values));
}

const ownUid = (): number => process.getuid?.() ?? 0;

function isForeign({ uid }: Stats): boolean {
  return uid !== 0 && uid !== process.getuid?.();
}

/** Linux's O_PATH, which Node does not name: a handle to the file that does not open it. */
const { O_PATH = 0o10000000 } = constants as { readonly O_PATH?: number };

/**
 * Checks and changes the same file. It is not opened: closing it would drop every POSIX lock of this process on it, including those
 * of the database in the engine thread.
 */
function closeOurs(path: string, unwanted: number): void {
  let handle: number | null = null;
  try {
    handle = openSync(path, O_PATH);
    const stats = fstatSync(handle);
    if (stats.uid === process.getuid?.() && (stats.mode & unwanted) !== 0)
      chmodSync(`/proc/self/fd/${handle}`, stats.mode & 0o7777 & ~unwanted);
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
  } finally {
    if (handle !== null) closeSync(handle);
  }
}
