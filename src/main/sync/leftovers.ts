import { join } from 'node:path';
import { unlinkIfThere } from '../ground/durable-file.ts';
import type { SharedNeeds } from './needs.ts';

type LeftoversNeeds = Pick<SharedNeeds, 'fs' | 'store' | 'log'>;

/** Parts left behind by earlier downloads, in this run or before a crash. */
export class Leftovers {
  readonly #needs: LeftoversNeeds;
  #names: ReadonlySet<string> = new Set();

  constructor(needs: LeftoversNeeds) {
    this.#needs = needs;
  }

  async survey(): Promise<void> {
    const files = await this.#needs.fs.readdir(this.#needs.store.partsFolder);
    const names = files.map((file) => /^([0-9a-f]{64})\.(?:part|json|json\.new)$/.exec(file)?.[1]);
    this.#names = new Set(names.filter((name) => name !== undefined));
  }

  /** Whether the last survey found files of this part. */
  has(partName: string): boolean {
    return this.#names.has(partName);
  }

  /** Removes the parts of the last survey that are not wanted. */
  async sweep(wanted: ReadonlySet<string>): Promise<void> {
    const { fs, store, log } = this.#needs;
    const unwanted = [...this.#names].filter((name) => !wanted.has(name));
    for (const name of unwanted) {
      for (const ending of ['part', 'json', 'json.new'])
        await unlinkIfThere(fs, join(store.partsFolder, `${name}.${ending}`));
    }
    if (unwanted.length > 0) {
      log.debug('Removed obsolete unfinished downloads', { removed: unwanted.length });
    }
  }
}
