import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { SharedRun } from '../../ground/shared-run.ts';

/** The quota of one origin is below that, and what the browser keeps for itself, its cache of 64 MiB and all. */
const usualBudget = { bytes: 256 * 2 ** 20, files: 20_000 };
/** All files are counted when so much has gone from the disk since the last time, and every ten seconds. */
const step = { bytes: 32 * 2 ** 20, files: 4_000 };
const restMs = 10_000;
/** A browser that keeps what it was told to remove is replaced. */
const mostClears = 10;

interface Amount {
  readonly bytes: number;
  readonly files: number;
}

export interface PageStoreNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Where the browser keeps all that it keeps. */
  readonly folder: string;
  readonly budget?: Amount;
  /** What the disk below it has left, which costs next to nothing to ask. */
  free?(): Promise<Amount>;
  /** Removes what pages have stored. */
  clear(): Promise<unknown>;
  /** It cannot be removed while this browser runs. */
  giveUp(): void;
}

/**
 * Bounds what web pages store together: each origin has a quota, but a page may have frames of any number of origins, and
 * the browser's folder may lie in memory. Windows ask while they show pages, and end their pages while it is full.
 */
export class PageStores {
  readonly #needs: PageStoreNeeds;
  readonly #budget: Amount;
  #isFull = false;
  #clears = 0;
  #restsUntil = 0;
  /** What the disk had left when the files were counted. */
  #left: Amount = { bytes: 0, files: 0 };
  /** Several windows ask at once. */
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
    // The pages that were there when it was found to be full have been ended by now.
    if (this.#isFull) await this.#clear();
    this.#left = left;
    this.#restsUntil = clock.monotonic() + restMs;
    const { bytes, files } = await weigh(folder, this.#budget);
    const isFull = bytes > this.#budget.bytes || files > this.#budget.files;
    if (isFull && !this.#isFull)
      log.warn('Web pages store too much: they are ended, and what they have stored is removed', {
        mebibytes: Math.round(bytes / 2 ** 20),
        files,
      });
    this.#isFull = isFull;
    if (!isFull) this.#clears = 0;
    return isFull;
  }

  async #clear(): Promise<void> {
    if (++this.#clears > mostClears) {
      this.#needs.log.warn('The browser does not remove what web pages have stored: it is started again');
      this.#needs.giveUp();
    } else await this.#needs.clear();
  }
}

async function freeBelow(folder: string): Promise<Amount> {
  const { bfree, bsize, ffree } = await statfs(folder);
  return { bytes: bfree * bsize, files: ffree };
}

/** Counts until it is more than that. */
async function weigh(folder: string, most: Amount): Promise<Amount> {
  let [bytes, files] = [0, 0];
  const folders = [folder];
  // Grows while it is walked.
  for (const next of folders) {
    // The browser removes folders meanwhile.
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

/** On the disk; of a link its own. What has gone meanwhile has none. */
function sizeOf(path: string): Promise<number> {
  return lstat(path).then(
    ({ blocks }) => blocks * 512,
    () => 0,
  );
}
