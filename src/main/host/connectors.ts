import { glob, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Display } from './host.ts';

/** Linux reports here for each graphics output whether a display is plugged in. */
const statusFiles = '/sys/class/drm/card*-*/status';

/** False also if the kernel reports nothing: an unusable display may then be a broken one. */
export async function noDisplayIsPluggedIn(files = statusFiles): Promise<boolean> {
  const states: string[] = [];
  for await (const file of glob(files)) {
    // Some drivers have an output that writes to memory.
    if (/Writeback/.test(basename(dirname(file)))) continue;
    // The graphics device may be removed at this moment.
    states.push((await readFile(file, 'utf8').catch(() => 'unknown')).trim());
  }
  return states.length > 0 && states.every((state) => state === 'disconnected');
}

/** Chromium lists it where no display is connected. */
const placeholder = '0';

/** The displays that people can see. */
export class RealDisplays {
  readonly #isNonePluggedIn: () => Promise<boolean>;
  #isOneKnown = false;

  constructor(isNonePluggedIn: () => Promise<boolean> = noDisplayIsPluggedIn) {
    this.#isNonePluggedIn = isNonePluggedIn;
  }

  /** A placeholder alone may stand for a display of a server that lists none, unless it listed one before. */
  async of(listed: readonly Display[]): Promise<readonly Display[]> {
    if (listed.some(({ id }) => id !== placeholder)) {
      this.#isOneKnown = true;
      return listed;
    }
    return this.#isOneKnown || (await this.#isNonePluggedIn()) ? [] : listed;
  }
}
