import type { Clock } from '../clock.ts';
import { systemCode } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import type { Edition } from '../sync/edition.ts';
import type { Ballast } from './ballast.ts';
import type { Bindings } from './bindings.ts';
import type { Database } from './database.ts';
import { namesIn, unlinkIfThere } from './durable-file.ts';
import type { Editions } from './editions.ts';
import type { Layout } from './layout.ts';
import { objectPath } from './layout.ts';
import type { StoreLimits } from './limits.ts';
import type { Slot } from './sidecar.ts';
import type { Slots } from './slots.ts';

interface Parts {
  readonly database: Database;
  readonly bindings: Bindings;
  readonly editions: Editions;
  readonly slots: Slots;
  readonly ballast: Ballast;
  readonly fs: FileSystem;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly limits: StoreLimits;
}

export interface Storage {
  readonly bytes: number;
  readonly objects: number;
  readonly freeBytes: number;
}

export function storageOf(database: Database): Omit<Storage, 'freeBytes'> {
  const sums = database.get<{ bytes: number | null; objects: number }>(
    'SELECT sum(bytes) AS bytes, count(*) AS objects FROM object',
  );
  return { bytes: sums?.bytes ?? 0, objects: sums?.objects ?? 0 };
}

/** How much there is, and what goes when it is short. Runs one at a time with commits. */
export class Space {
  readonly #parts: Parts;
  /** Screen id → what it may still be reading. */
  readonly #kept = new Map<string, readonly string[]>();
  #freeBytes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  keep(screenId: string, sha256s: readonly string[]): void {
    if (sha256s.length === 0) this.#kept.delete(screenId);
    else this.#kept.set(screenId, [...sha256s]);
  }

  storage(): Storage {
    return { ...storageOf(this.#parts.database), freeBytes: this.#freeBytes };
  }

  async measure(): Promise<number> {
    this.#freeBytes = (await this.#parts.fs.space(this.#parts.layout.root)).freeBytes;
    return this.#freeBytes;
  }

  /** Unneeded objects first, the longest unneeded before all; then other sources; then the previous edition. */
  async makeRoom(bytes: number): Promise<boolean> {
    if (await this.#fits(bytes)) return true;
    await this.#emptyQuarantine();
    if (await this.#removeUntilFits(bytes)) return true;
    for (const slot of this.#givable()) {
      await this.#parts.editions.giveUp(slot);
      if (await this.#removeUntilFits(bytes)) return true;
    }
    return false;
  }

  async reclaim(): Promise<boolean> {
    const { editions, slots, bindings, ballast, limits } = this.#parts;
    if (slots.slot('active')) for (const slot of this.#foreign()) await editions.giveUp(slot);
    await editions.sweep();
    const removed = await this.#remove(this.#unneeded());
    bindings.sweep(this.#manifests());
    await ballast.restore(await this.measure(), limits.floorBytes);
    return removed > 0;
  }

  async #fits(bytes: number): Promise<boolean> {
    const { limits } = this.#parts;
    const free = await this.measure();
    return free - bytes >= limits.floorBytes && this.storage().bytes + bytes <= limits.quotaBytes;
  }

  async #removeUntilFits(bytes: number): Promise<boolean> {
    const unneeded = this.#unneeded();
    // In small groups: what is least needed goes, and no more than it takes.
    for (let at = 0; at < unneeded.length; at += 16) {
      await this.#remove(unneeded.slice(at, at + 16));
      if (await this.#fits(bytes)) return true;
    }
    return this.#fits(bytes);
  }

  /** In the order in which editions are given up. What is active or staged here never is. */
  #givable(): readonly Slot[] {
    const previous = this.#parts.slots.slot('previous');
    return [...this.#foreign(), ...(previous ? [previous] : [])];
  }

  #foreign(): readonly Slot[] {
    const { slots } = this.#parts;
    return slots.all.filter((slot) => slot.source !== slots.source);
  }

  #manifests(): readonly Edition[] {
    const { slots } = this.#parts;
    return slots.all.map((slot) => slots.manifest(slot.editionId)).filter((edition) => edition !== null);
  }

  #unneeded(): readonly string[] {
    const { database, bindings } = this.#parts;
    const needed = new Set([...this.#kept.values()].flat());
    for (const edition of this.#manifests()) {
      for (const { sha256 } of bindings.held(edition).values()) needed.add(sha256);
    }
    return database
      .all<{ sha256: string }>('SELECT sha256 FROM object ORDER BY needed_at, sha256')
      .map((row) => row.sha256)
      .filter((sha256) => !needed.has(sha256));
  }

  /** Row before file: killed in between, a file without a row is left, which opening finds; never the reverse. */
  async #remove(sha256s: readonly string[]): Promise<number> {
    if (sha256s.length === 0) return 0;
    const { database, bindings, fs, layout } = this.#parts;
    database.write(() => {
      const statement = database.prepare('DELETE FROM object WHERE sha256 = ?');
      for (const sha256 of sha256s) statement.run(sha256);
    });
    bindings.changed();
    for (const sha256 of sha256s) await unlinkIfThere(fs, objectPath(layout.root, sha256));
    return sha256s.length;
  }

  async #emptyQuarantine(): Promise<void> {
    const { fs, layout } = this.#parts;
    for (const name of await namesIn(fs, layout.quarantine)) {
      try {
        await fs.unlink(`${layout.quarantine}/${name}`);
      } catch (thrown) {
        if (systemCode(thrown) === null) throw thrown;
      }
    }
  }
}
