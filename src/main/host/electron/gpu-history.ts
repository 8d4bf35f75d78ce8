import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../ground/make-folder.ts';

const hourMs = 3_600_000;
const tooMany = 3;
/** This is how long before an end. */
const endingMs = 3_000;

/**
 * The GPU process can take the whole program with it, and the program is then started again. Its deaths are kept
 * on disk, so that after three within an hour the next start paints in software, and tries the hardware again
 * only when an hour has passed.
 */
export class GpuHistory {
  readonly #file: string;

  constructor(profileFolder: string) {
    this.#file = join(profileFolder, 'gpu-deaths.json');
  }

  /** Written at once: the program may die next. Throws where the disk takes nothing. */
  died(now: number): void {
    makeFolder(dirname(this.#file));
    writeFileSync(this.#file, JSON.stringify([...this.#recent(now), now].slice(-tooMany)));
  }

  /** The program ends: what died just before belongs to that. */
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
      // There is none yet, or it was cut short by the death that it tells of: it counts as empty.
      return [];
    }
  }
}
