import { asVitrineError } from '../ground/errors.ts';
import { KeptFile } from '../ground/kept-file.ts';
import { ownFolder } from '../ground/own-files.ts';
import { releaseVariable } from '../update/state.ts';
import { begun, ended, ofRelease, parseStarts, type Starts } from './starts.ts';

let counted: { readonly dataDir: string; readonly starts: KeptFile<Starts> } | null = null;

/** Counts this start at the first call, which must precede everything that might end the process. */
export function countedStart(dataDir: string, now = Date.now()): KeptFile<Starts> {
  if (counted?.dataDir !== dataDir) {
    // Must precede the first write into the folder.
    ownFolder(dataDir);
    const starts = new KeptFile(dataDir, 'starts.json', parseStarts);
    starts.write(begun(ofRelease(starts.value, process.env[releaseVariable] ?? null), now));
    counted = { dataDir, starts };
  }
  return counted.starts;
}

/** Failures that no restart repairs, or that another player on this data folder causes, are not failed starts. */
const others = new Set([
  'data-folder-in-use',
  'already-running',
  'database-locked',
  'no-display',
  'ended',
  'starter-gone',
]);

/** Neither a restart nor another release would help. */
export function isNoFailedStart(why: unknown): boolean {
  const { kind, code } = asVitrineError(why);
  return kind === 'usage' || kind === 'auth' || others.has(code);
}

/** A start that failed counts, unless no restart would help. */
export async function uncountStart(starts: KeptFile<Starts>, why: unknown, now = Date.now()): Promise<void> {
  if (isNoFailedStart(why)) starts.keep(ended(starts.value, now));
  await starts.settled();
}
