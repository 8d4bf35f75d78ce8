import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../shared/languages/message.ts';
import { type Clock, sleep } from '../../ground/clock.ts';
import { systemCode, VitrineError } from '../../ground/errors.ts';

const tries = 20;
const restMs = 10;

/**
 * Makes a consistent copy of a database that a running player may be writing. The player may move pages from the WAL into the
 * file, which does no harm as long as the same WAL is copied too. A new WAL has another header: then the copy is repeated.
 * Null: there is no database.
 */
export async function copyDatabase(database: string, folder: string, clock: Clock): Promise<string | null> {
  const target = join(folder, 'copy.db');
  for (let number = 0; number < tries; number++) {
    const before = await walHeader(database);
    if (!(await copy(database, target))) return null;
    await fs.rm(`${target}-wal`, { force: true });
    await copy(`${database}-wal`, `${target}-wal`);
    if ((await walHeader(database)) === before) return target;
    await sleep(clock, restMs);
  }
  throw new VitrineError('temporary', message('database-busy'));
}

async function copy(from: string, to: string): Promise<boolean> {
  try {
    // Some file systems share the blocks.
    await fs.copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

/** The header carries salts that change whenever the WAL begins anew. */
async function walHeader(database: string): Promise<string> {
  try {
    const file = await fs.open(`${database}-wal`, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
      return buffer.subarray(0, bytesRead).toString('hex');
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return '';
    throw thrown;
  }
}
