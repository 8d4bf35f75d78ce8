import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as v from 'valibot';
import { type Message, message } from '../../shared/languages/message.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { type ExclusiveFile, takeExclusively } from '../ground/exclusive-file.ts';
import { realFileSystem } from '../ground/fs.ts';
import { type Layout, layoutOf } from './objects/layout.ts';

/** A player that is ending may still hold it. */
const waitMs = 500;

const holderFile = v.object({ pid: v.number(), since: v.string(), host: v.string() });

/** One player per data folder. */
export async function lockDataFolder(layout: Layout, now: number): Promise<ExclusiveFile> {
  let lock: ExclusiveFile | null;
  try {
    lock = await takeExclusively(layout.lock, waitMs);
  } catch (thrown) {
    throw asDiskError(thrown, 'lock-folder');
  }
  if (lock === null) throw inUse(layout);
  writeHolder(layout, now);
  return lock;
}

/** The same before the store opens; the lock is then passed to `openStore`. */
export async function lockEarly(dataDir: string, now: number): Promise<ExclusiveFile> {
  const layout = layoutOf(dataDir);
  await realFileSystem.mkdir(layout.root);
  return lockDataFolder(layout, now);
}

/** Only for people: on a full disk the lock holds without it. */
function writeHolder(layout: Layout, now: number): void {
  const text = JSON.stringify({ pid: process.pid, since: new Date(now).toISOString(), host: hostname() });
  try {
    writeFileSync(layout.lockHolder, text, { mode: 0o600 });
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
  }
}

function inUse(layout: Layout): VitrineError {
  return new VitrineError('temporary', holder(layout) ?? message('data-folder-in-use'), {
    remedy: message('data-folder-in-use.end'),
  });
}

function holder(layout: Layout): Message | null {
  try {
    const content: unknown = JSON.parse(readFileSync(layout.lockHolder, 'utf8'));
    if (v.is(holderFile, content)) return message('data-folder-in-use.by', content);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError) && systemCode(thrown) === null) throw thrown;
  }
  return null;
}

/** The process that holds a lock on this file, if the system reports it. */
export function whoLocks(path: string): { readonly pid: string; readonly name: string } | null {
  try {
    const inode = String(statSync(path).ino);
    const line = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .find((each) => each.includes(`:${inode} `));
    const pid = line?.trim().split(/\s+/)[4];
    return pid ? { pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() } : null;
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return null;
  }
}
