import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../ground/make-folder.ts';

const hourMs = 3_600_000;
const tooMany = 3;
/** Deaths within this time before an end belong to that end. */
const endingMs = 3_000;

/**
 * The death of the GPU process can end the whole program, which is then restarted. Deaths are stored on disk: after
 * three within an hour the next start paints in software, and tries the hardware again after an hour.
 */
export class GpuHistory {
  readonly #file: string;

  constructor(profileFolder: string) {
    this.#file = join(profileFolder, 'gpu-deaths.json');
  }

  /** Written at once: the program may die next. Throws if the disk cannot be written. */
  died(now: number): void {
    makeFolder(dirname(this.#file));
    writeFileSync(this.#file, JSON.stringify([...this.#recent(now), now].slice(-tooMany)));
  }

  /** The program ends: deaths just before belong to that end. */
  ending(now: number): void {
    const counted = this.#recent(now);
    const kept = counted.filter((at) => at <= now - endingMs);
    if (kept.length < counted.length) writeFileSync(this.#file, JSON.stringify(kept));
  }

  needsSoftware(now: number): boolean {
    return this.#recent(now).length >= tooMany;
  }

  #recent(now: number): readonly number[] {
    return this.#read().filter((at) => at <= now && at > now - hourMs);
  }

  #read(): readonly number[] {
    try {
      const parsed: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry === 'number') : [];
    } catch {
      // There is no file yet, or the death that it records cut it short: both count as empty.
      return [];
    }
  }
}
