import { glob, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Where Linux says of each output of the graphics whether something is plugged in. */
const statusFiles = '/sys/class/drm/card*-*/status';

/** False also where the kernel tells nothing: then a display that cannot be used may be one that failed. */
export async function noDisplayIsPluggedIn(files = statusFiles): Promise<boolean> {
  const states: string[] = [];
  for await (const file of glob(files)) {
    // Some drivers have an output that writes to memory.
    if (/Writeback/.test(basename(dirname(file)))) continue;
    // The graphics may be taken away in this moment.
    states.push((await readFile(file, 'utf8').catch(() => 'unknown')).trim());
  }
  return states.length > 0 && states.every((state) => state === 'disconnected');
}
