import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { SharedRun } from '../../ground/shared-run.ts';
import type { Slowness } from '../../ground/slowness.ts';
import { within } from '../within.ts';

/** Must exceed the quota of one origin plus the browser's own files with a cache of 64 MiB. */
const usualBudget = { bytes: 256 * 2 ** 20, files: 20_000 };
/** Files are counted after this change of free space, and every ten seconds. */
const step = { bytes: 32 * 2 ** 20, files: 4_000 };
const restMs = 10_000;
/** Time for the browser to remove stored data. */
const clearWaitMs = 30_000;
/** A browser that does not remove stored data after this many attempts is replaced. */
const mostClears = 10;

interface Amount {
  readonly bytes: number;
  readonly files: number;
}

export interface PageStoreNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly slowness: Slowness;
  /** The browser's folder. */
  readonly folder: string;
  readonly budget?: Amount;
  /** Free space of its disk, which is cheap to query. */
  free?(): Promise<Amount>;
  /** Removes what pages have stored. */
  clear(): Promise<unknown>;
  /** The data cannot be removed while this browser runs. */
  giveUp(): void;
}

/**
 * Bounds what all web pages store together: each origin has a quota, but a page may have frames of many origins, and
 * the browser's folder may lie in memory. Windows check it while they show pages, and end their pages while it is full.
 */
export class PageStores {
  readonly #needs: PageStoreNeeds;
  readonly #budget: Amount;
  #isFull = false;
  #clears = 0;
  #restsUntil = 0;
  /** Free space when the files were counted. */
  #left: Amount = { bytes: 0, files: 0 };
  /** Shared by windows that check at the same time. */
  readonly #looking = new SharedRun<boolean>();

  constructor(needs: PageStoreNeeds) {
    this.#needs = needs;
    this.#budget = needs.budget ?? usualBudget;
  }

  areFull(): Promise<boolean> {
    return this.#looking.of(() => this.#look());
  }

  async #look(): Promise<boolean> {
    const { clock, folder, log } = this.#needs;
    const left = await (this.#needs.free?.() ?? freeBelow(folder));
    const grows = this.#left.bytes - left.bytes > step.bytes || this.#left.files - left.files > step.files;
    if (!this.#isFull && !grows && clock.monotonic() < this.#restsUntil) return false;
    // The pages that were open when the store was full have ended by now.
    if (this.#isFull) await this.#clear();
    this.#left = left;
    this.#restsUntil = clock.monotonic() + restMs;
    const { bytes, files } = await weigh(folder, this.#budget);
    const isFull = bytes > this.#budget.bytes || files > this.#budget.files;
    if (isFull && !this.#isFull)
      log.warn('Web pages store too much data: they are ended, and their data is removed', {
        mebibytes: Math.round(bytes / 2 ** 20),
        files,
      });
    this.#isFull = isFull;
    if (!isFull) this.#clears = 0;
    return isFull;
  }

  async #clear(): Promise<void> {
    if (++this.#clears > mostClears) {
      this.#needs.log.warn('The browser does not remove the data of web pages: it is restarted');
      this.#needs.giveUp();
    } else {
      const { clock, slowness, clear } = this.#needs;
      await within(clock, slowness.of(clearWaitMs), 'answer', clear());
    }
  }
}

async function freeBelow(folder: string): Promise<Amount> {
  const { bfree, bsize, ffree } = await statfs(folder);
  return { bytes: bfree * bsize, files: ffree };
}

/** Counts until the limit is exceeded. */
async function weigh(folder: string, most: Amount): Promise<Amount> {
  let [bytes, files] = [0, 0];
  const folders = [folder];
  // The list grows during the walk.
  for (const next of folders) {
    // The browser removes folders during the walk.
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(next, entry.name));
    files += entries.length;
    if (files > most.files) break;
    const sizes = await Promise.all(entries.map(({ name }) => sizeOf(join(next, name))));
    bytes += sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > most.bytes) break;
  }
  return { bytes, files };
}

/** Size on disk; of a link its own. A removed file counts as zero. */
function sizeOf(path: string): Promise<number> {
  return lstat(path).then(
    ({ blocks }) => blocks * 512,
    () => 0,
  );
}
