import { sleep } from '../../ground/clock.ts';
import { asDiskError } from '../../ground/disk-errors.ts';
import { namesIn, sizeOf, unlinkIfThere } from '../../ground/durable-file.ts';
import { systemCode } from '../../ground/errors.ts';
import type { Bindings } from '../bindings.ts';
import type { StoreNeeds } from '../needs.ts';
import { objectPath } from '../objects/layout.ts';
import { isUnreadable } from './readable.ts';
import { hashFile } from './verify.ts';

interface ScrubNeeds extends StoreNeeds {
  readonly bindings: Bindings;
  readonly onChanged: () => void;
  /** Called before the object is removed. */
  readonly onLost: (sha256: string) => void;
}

export type Scrubbed = { readonly sha256: string; readonly sound: boolean };

/** Some damaged files are kept to diagnose the disk. */
const keptInQuarantine = 8;

/** Bytes rot on cheap cards: rereads objects from time to time, and removes changed ones. */
export class Scrub {
  readonly #needs: ScrubNeeds;

  constructor(needs: ScrubNeeds) {
    this.#needs = needs;
  }

  /** Checks the object whose last check is oldest. Null: none is due. */
  async step(bytesPerSecond = Number.POSITIVE_INFINITY, signal?: AbortSignal): Promise<Scrubbed | null> {
    const { database, clock, limits } = this.#needs;
    const now = clock.now();
    // A check in the future was made by a clock that was ahead: the object would not be due until that time comes.
    const due = database.get<{ sha256: string }>(
      'SELECT sha256 FROM object WHERE checked_at <= ? OR checked_at > ? ORDER BY checked_at LIMIT 1',
      now - limits.scrubAfterMs,
      now,
    );
    return due && { sha256: due.sha256, sound: await this.check(due.sha256, bytesPerSecond, signal) };
  }

  /** Checks a suspect object now. Returns whether it is sound. */
  async check(
    sha256: string,
    bytesPerSecond = Number.POSITIVE_INFINITY,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const { fs, layout, clock, database } = this.#needs;
    const rest = async (bytes: number): Promise<void> => {
      const ms = (bytes / bytesPerSecond) * 1_000;
      if (ms > 0) await sleep(clock, ms, signal);
    };
    let found: string | null;
    try {
      found = await hashFile(fs, objectPath(layout.root, sha256), rest);
    } catch (thrown) {
      signal?.throwIfAborted();
      // Any other failure proves nothing about this object.
      if (!isUnreadable(thrown)) return this.#later(sha256, thrown);
      found = 'unreadable';
    }
    if (found === sha256) {
      try {
        database.run('UPDATE object SET checked_at = ? WHERE sha256 = ?', clock.now(), sha256);
      } catch (thrown) {
        return this.#later(sha256, thrown);
      }
      return true;
    }
    return this.#needs.serial.run(async () => {
      // The file was absent, but was downloaded again since: it is sound.
      if (found === null && (await sizeOf(fs, objectPath(layout.root, sha256))) !== null) return true;
      await this.#quarantine(sha256);
      return false;
    });
  }

  /** Moves it behind all others: otherwise an object that always fails would be the only one ever checked. */
  #later(sha256: string, thrown: unknown): boolean {
    const { database, health, clock } = this.#needs;
    health.failed(asDiskError(thrown, 'check-files'));
    try {
      database.run('UPDATE object SET checked_at = ? WHERE sha256 = ?', clock.now(), sha256);
    } catch (again) {
      health.failed(asDiskError(again, 'check-files'));
    }
    return true;
  }

  /** The row goes first: then nothing uses these bytes, and sync downloads them again. */
  async #quarantine(sha256: string): Promise<void> {
    const { bindings, fs, layout, clock, log } = this.#needs;
    this.#needs.onLost(sha256);
    if (bindings.drop([sha256]) === 0) return;
    log.error('An object is damaged; removing it and downloading it again', { sha256 });
    try {
      await fs.rename(objectPath(layout.root, sha256), `${layout.quarantine}/${sha256}.${clock.now()}`);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
    }
    const names = [...(await namesIn(fs, layout.quarantine))].sort((a, b) => stamp(a) - stamp(b));
    for (const name of names.slice(0, -keptInQuarantine))
      await unlinkIfThere(fs, `${layout.quarantine}/${name}`);
    this.#needs.onChanged();
  }
}

function stamp(name: string): number {
  return Number(name.split('.')[1] ?? 0);
}
