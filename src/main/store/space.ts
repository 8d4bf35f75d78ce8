import { asDiskError } from '../disk-errors.ts';
import { namesIn, unlinkIfThere } from '../durable-file.ts';
import type { Edition } from '../edition/edition.ts';
import type { AttemptRows } from './attempt-rows.ts';
import type { Ballast } from './ballast.ts';
import type { Bindings } from './bindings.ts';
import type { Database } from './database.ts';
import type { EditionState } from './edition-sidecar.ts';
import type { EditionStates } from './edition-states.ts';
import type { Editions } from './editions.ts';
import { objectPath } from './layout.ts';
import { LedgerSweep } from './ledger-sweep.ts';
import type { StoreNeeds } from './needs.ts';
import { dropSetAside } from './set-aside.ts';
import type { Strikes } from './strikes.ts';

interface SpaceNeeds extends StoreNeeds {
  readonly bindings: Bindings;
  readonly editions: Editions;
  readonly states: EditionStates;
  readonly attempts: AttemptRows;
  readonly strikes: Strikes;
  readonly ballast: Ballast;
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

/** How old the figure for free space may be. */
const freshMs = 10_000;

/** How much there is, and what goes when it is short. Runs one at a time with commits. */
export class Space {
  readonly #needs: SpaceNeeds;
  /** Screen id → what it may still be reading. */
  readonly #kept = new Map<string, readonly string[]>();
  #freeBytes = 0;
  #sums: { readonly version: number; readonly bytes: number; readonly objects: number } | null = null;
  /** What reclaim saw when there was nothing left to take: it need not look again while that is so. */
  #clean = '';
  readonly #ledgerSweep: LedgerSweep;
  #measuredAt = Number.NEGATIVE_INFINITY;

  constructor(needs: SpaceNeeds) {
    this.#needs = needs;
    this.#ledgerSweep = new LedgerSweep(needs);
  }

  keep(screenId: string, sha256s: readonly string[]): void {
    if (sha256s.length === 0) this.#kept.delete(screenId);
    else this.#kept.set(screenId, [...sha256s]);
    this.#clean = '';
  }

  /** Free space is as it was when it was last looked at; asking has it looked at again. */
  storage(): Storage {
    const { database, bindings, clock } = this.#needs;
    if (clock.monotonic() - this.#measuredAt > freshMs) void this.#lookAgain();
    if (this.#sums?.version !== bindings.version) {
      this.#sums = { version: bindings.version, ...storageOf(database) };
    }
    return { bytes: this.#sums.bytes, objects: this.#sums.objects, freeBytes: this.#freeBytes };
  }

  async measure(): Promise<number> {
    const { fs, layout, clock } = this.#needs;
    this.#measuredAt = clock.monotonic();
    this.#freeBytes = (await fs.space(layout.root)).freeBytes;
    return this.#freeBytes;
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.measure();
    } catch (thrown) {
      this.#needs.health.failed(asDiskError(thrown, 'measuring free space'));
    }
  }

  /** Unneeded objects first, the longest unneeded before all; then other sources; then the previous edition. */
  async makeSpace(bytes: number): Promise<boolean> {
    const fits = await this.#makeSpace(bytes);
    if (fits) this.#needs.health.spacious();
    else this.#needs.health.full('There is no space for a download, even without the previous edition');
    return fits;
  }

  async #makeSpace(bytes: number): Promise<boolean> {
    if (await this.#fits(bytes)) return true;
    await this.#emptyQuarantine();
    await dropSetAside(this.#needs.fs, this.#needs.layout, 1);
    if (await this.#removeUntilFits(bytes)) return true;
    const givable = this.#givable();
    if (givable.length === 0 || !this.#wouldFit(bytes, givable)) return false;
    for (const record of givable) {
      await this.#giveUp(record);
      if (await this.#removeUntilFits(bytes)) return true;
    }
    return false;
  }

  async reclaim(): Promise<void> {
    const { editions, states, bindings, attempts, strikes } = this.#needs;
    await this.#restoreReserve();
    if (this.#clean === this.#state()) return;
    if (states.record('active')) for (const record of this.#foreign()) await editions.giveUp(record);
    // The pointer may still name what is swept if writing it failed at the time.
    await editions.mend();
    await editions.sweep();
    await this.#remove(this.#unneeded(states.all));
    const manifests = this.#manifests(states.all);
    for (const each of [bindings, attempts, strikes]) each.sweep(manifests);
    await this.#ledgerSweep.run();
    await this.#restoreReserve();
    this.#clean = this.#state();
  }

  async #restoreReserve(): Promise<void> {
    const { ballast, health, limits } = this.#needs;
    await ballast.restore(await this.measure());
    if (ballast.isWhole && this.#freeBytes >= limits.floorBytes) health.spacious();
  }

  #state(): string {
    return JSON.stringify([this.#needs.bindings.version, this.#needs.states.all]);
  }

  async #fits(bytes: number): Promise<boolean> {
    const { limits } = this.#needs;
    const free = await this.measure();
    return free - bytes >= limits.floorBytes && this.storage().bytes + bytes <= limits.quotaBytes;
  }

  /** Nothing is given up for what would not fit even then. */
  #wouldFit(bytes: number, givable: readonly EditionState[]): boolean {
    const { database, limits, states } = this.#needs;
    const freed = this.#unneeded(without(states.all, givable))
      .map((sha256) => database.get<{ bytes: number }>('SELECT bytes FROM object WHERE sha256 = ?', sha256))
      .reduce((sum, row) => sum + (row?.bytes ?? 0), 0);
    return (
      this.#freeBytes + freed - bytes >= limits.floorBytes &&
      this.storage().bytes - freed + bytes <= limits.quotaBytes
    );
  }

  async #removeUntilFits(bytes: number): Promise<boolean> {
    const unneeded = this.#unneeded(this.#needs.states.all);
    // In small groups: what is least needed goes, and no more than it takes.
    for (let at = 0; at < unneeded.length; at += 16) {
      await this.#remove(unneeded.slice(at, at + 16));
      if (await this.#fits(bytes)) return true;
    }
    return this.#fits(bytes);
  }

  /** In the order in which editions are given up. What is on screen, active or staged here never is. */
  #givable(): readonly EditionState[] {
    const previous = this.#needs.states.record('previous');
    return [...this.#foreign(), ...(previous ? [previous] : [])];
  }

  #foreign(): readonly EditionState[] {
    const { states } = this.#needs;
    return states.all.filter((record) => record.source !== states.source && record !== states.playing);
  }

  #manifests(states: readonly EditionState[]): readonly Edition[] {
    const manifests = states.map((record) => this.#needs.states.manifest(record.editionId));
    return manifests.filter((edition) => edition !== null);
  }

  /** What no edition in these states needs and no screen holds; the longest unneeded first. */
  #unneeded(states: readonly EditionState[]): readonly string[] {
    const { database, bindings } = this.#needs;
    const needed = new Set([...this.#kept.values()].flat());
    for (const edition of this.#manifests(states)) {
      for (const { sha256 } of bindings.held(edition).values()) needed.add(sha256);
    }
    return database
      .all<{ sha256: string }>('SELECT sha256 FROM object ORDER BY needed_at, sha256')
      .map((row) => row.sha256)
      .filter((sha256) => !needed.has(sha256));
  }

  async #giveUp(record: EditionState): Promise<void> {
    const { editions, states } = this.#needs;
    await this.#unlinkFirstIfFull(
      () => editions.giveUp(record),
      () => this.#unneeded(without(states.all, [record])),
    );
  }

  /** Row before file: killed in between, a file without a row is left, which opening finds and reclaim takes. */
  async #remove(sha256s: readonly string[]): Promise<void> {
    if (sha256s.length === 0) return;
    const { database, bindings } = this.#needs;
    await this.#unlinkFirstIfFull(
      async () =>
        database.write(() => {
          const statement = database.prepare('DELETE FROM object WHERE sha256 = ?');
          for (const sha256 of sha256s) statement.run(sha256);
        }),
      () => sha256s,
    );
    bindings.changed();
    await this.#unlink(sha256s);
  }

  /** With the reserve used up even a deletion has no space: then the files go first, and opening would see to it. */
  async #unlinkFirstIfFull(write: () => Promise<void>, files: () => readonly string[]): Promise<void> {
    try {
      await write();
    } catch (thrown) {
      if (asDiskError(thrown, 'reclaiming space').code !== 'disk-full') throw thrown;
      await this.#unlink(files());
      await write();
    }
  }

  async #unlink(sha256s: readonly string[]): Promise<void> {
    const { fs, layout } = this.#needs;
    for (const sha256 of sha256s) await unlinkIfThere(fs, objectPath(layout.root, sha256));
  }

  async #emptyQuarantine(): Promise<void> {
    const { fs, layout } = this.#needs;
    for (const name of await namesIn(fs, layout.quarantine)) {
      await unlinkIfThere(fs, `${layout.quarantine}/${name}`);
    }
  }
}

function without(states: readonly EditionState[], taken: readonly EditionState[]): readonly EditionState[] {
  return states.filter(
    (record) => !taken.some(({ source, state }) => record.source === source && record.state === state),
  );
}
