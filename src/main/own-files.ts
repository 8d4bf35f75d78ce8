import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode, VitrineError } from './errors.ts';
import { makeFolder } from './make-folder.ts';

type Kind = 'trusted' | 'secret';

/** What others may not have of a file: to change it, and to read it too where it holds a secret. */
const taken: Readonly<Record<Kind, number>> = { trusted: 0o022, secret: 0o027 };
/** What is told of one that is not ours: a group may have been given the rest on purpose. */
const told: Readonly<Record<Kind, number>> = { trusted: 0o002, secret: 0o026 };
const anybodyElse = 0o077;

/** Somebody else than us or root could change or read this. */
export interface Exposure {
  readonly message: string;
  readonly remedy: string;
}

/** Takes from others what they may not have, where the file is ours. What is left is told. */
export function keepToOurselves(path: string, kind: Kind): Exposure | null {
  if (process.platform !== 'win32') closeOurs(path, taken[kind]);
  return exposureOf(path, kind);
}

/** Only looks. Null also where there is no such file. */
export function exposureOf(path: string, kind: Kind): Exposure | null {
  if (process.platform === 'win32') return null;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (isForeign(stats)) {
    return {
      message: `${path} belongs to another user (${stats.uid}), who can change it.`,
      remedy: `Run: chown ${process.getuid?.() ?? 0} ${path}`,
    };
  }
  if ((stats.mode & told[kind]) === 0) return null;
  const isWritable = (stats.mode & 0o022) !== 0;
  return {
    message: `Other users of this machine can ${isWritable ? 'change' : 'read'} ${path}.`,
    remedy: `Run: chmod ${kind === 'secret' ? '600' : 'go-w'} ${path}`,
  };
}

/**
 * Makes the data folder, or closes the one that is there to others. One that somebody else has made or laid something
 * into is not used: a link in it would have the player write or empty whatever it points to.
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
    // A disk that is full, gone or read-only is told by the store, and the show may still play from it.
    if (thrown instanceof VitrineError || systemCode(thrown) === null) throw thrown;
  }
}

function refuseForeign(folder: string, path: string, stats: Stats): void {
  if (!isForeign(stats)) return;
  throw new VitrineError(
    'usage',
    'data-folder-foreign',
    `${path === folder ? 'The data folder' : 'In the data folder'} ${path} belongs to another user (${stats.uid}), and so it is not used.`,
    {
      remedy: `Run this as that user. If the folder is to be ours: chown -R ${process.getuid?.() ?? 0} ${folder}; else set another dataDir (VITRINE_DATA_DIR).`,
    },
  );
}

function isForeign({ uid }: Stats): boolean {
  return uid !== 0 && uid !== process.getuid?.();
}

function closeOurs(path: string, unwanted: number): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid !== process.getuid?.() || (stats.mode & unwanted) === 0) return;
  try {
    chmodSync(path, stats.mode & 0o7777 & ~unwanted);
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
  }
}
