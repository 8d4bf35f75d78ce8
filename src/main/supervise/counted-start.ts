import { asVitrineError } from '../errors.ts';
import { KeptFile } from '../kept-file.ts';
import { ownFolder } from '../own-files.ts';
import { releaseVariable } from '../update/state.ts';
import { begun, ended, ofRelease, parseStarts, type Starts } from './starts.ts';

let counted: { readonly dataDir: string; readonly starts: KeptFile<Starts> } | null = null;

/** Counts this start the first time that it is called, which has to be before anything is opened that might end it. */
export function countedStart(dataDir: string, now = Date.now()): KeptFile<Starts> {
  if (counted?.dataDir !== dataDir) {
    // Before the first file in it is written.
    ownFolder(dataDir);
    const starts = new KeptFile(dataDir, 'starts.json', parseStarts);
    starts.write(begun(ofRelease(starts.value, process.env[releaseVariable] ?? null), now));
    counted = { dataDir, starts };
  }
  return counted.starts;
}

/** What another start does not mend, and what another player on this data folder is the reason of, is no failed start. */
const others = new Set([
  'data-folder-in-use',
  'already-running',
  'database-locked',
  'no-display',
  'ended',
  'starter-gone',
]);

/** No other start, nor that of another release, would be a better one. */
export function isNoFailedStart(why: unknown): boolean {
  const { kind, code } = asVitrineError(why);
  return kind === 'usage' || kind === 'auth' || others.has(code);
}

/** The start has come to nothing. It counts, unless no other start would be a better one. */
export async function uncountStart(starts: KeptFile<Starts>, why: unknown, now = Date.now()): Promise<void> {
  if (isNoFailedStart(why)) starts.keep(ended(starts.value, now));
  await starts.settled();
}
