import type { Edition } from '../../edition/edition.ts';
import { namesIn, unlinkIfThere } from '../../ground/durable-file.ts';
import type { AttemptRows } from '../attempt-rows.ts';
import type { Bindings } from '../bindings.ts';
import type { EditionFiles } from '../editions/edition-files.ts';
import type { EditionState } from '../editions/edition-sidecar.ts';
import type { EditionStates } from '../editions/edition-states.ts';
import type { Editions } from '../editions/editions.ts';
import { sweepMessages } from '../message-texts.ts';
import type { StoreNeeds } from '../needs.ts';
import { LedgerSweep } from '../proof/ledger-sweep.ts';
import { dropSetAside } from '../repair/set-aside.ts';
import type { Strikes } from '../strikes.ts';
import type { Ballast } from './ballast.ts';
import type { Capacity } from './capacity.ts';
import { removeObjects, unlinkFirstIfFull } from './remove-objects.ts';

interface SpaceNeeds extends StoreNeeds {
  readonly bindings: Bindings;
  readonly capacity: Capacity;
  readonly editions: Editions;
  readonly files: EditionFiles;
  readonly states: EditionStates;
  readonly attempts: AttemptRows;
  readonly strikes: Strikes;
  readonly ballast: Ballast;
}

/** Objects are removed in small groups, so that no more go than necessary. */
const removedAtOnce = 16;

/** Removes what nothing needs, and decides what goes when space is short. */
export class Space {
  readonly #needs: SpaceNeeds;
  readonly #ledgerSweep: LedgerSweep;
  /** Screen id → objects that it may still read. */
  readonly #onScreens = new Map<string, readonly string[]>();
  /** The state in which reclaim found nothing left to remove: it skips the same state. */
  #clean = '';

  constructor(needs: SpaceNeeds) {
    this.#needs = needs;
    this.#ledgerSweep = new LedgerSweep(needs);
  }

  keep(screenId: string, sha256s: readonly string[]): void {
    if (sha256s.length === 0) this.#onScreens.delete(screenId);
    else this.#onScreens.set(screenId, [...sha256s]);
    this.#clean = '';
  }

  /**
   * Removes unneeded objects, the longest unneeded first; then other sources, then the previous edition. Returns whether this
   * many bytes fit.
   */
  async makeSpace(bytes: number): Promise<boolean> {
    const { health } = this.#needs;
    const fits = await this.#makeSpace(bytes);
    if (fits) health.spacious();
    else health.full('No space for a download, even without the previous edition');
    return fits;
  }

  async #makeSpace(bytes: number): Promise<boolean> {
    const { fs, layout, capacity } = this.#needs;
    if (await capacity.fits(bytes)) return true;
    for (const name of await namesIn(fs, layout.quarantine)) {
      await unlinkIfThere(fs, `${layout.quarantine}/${name}`);
    }
    await dropSetAside(fs, layout, 1);
    if (await this.#removeUntilFits(bytes)) return true;
    const givable = this.#givable();
    // Give up nothing for a download that would not fit even then.
    if (givable.length === 0 || !capacity.wouldFit(bytes, this.#bytesWithout(givable))) return false;
    for (const record of givable) {
      await this.#giveUp(record);
      if (await this.#removeUntilFits(bytes)) return true;
    }
    return false;
  }

  async #removeUntilFits(bytes: number): Promise<boolean> {
    const unneeded = this.#unneeded();
    for (let at = 0; at < unneeded.length; at += removedAtOnce) {
      await removeObjects(this.#needs, unneeded.slice(at, at + removedAtOnce));
      if (await this.#needs.capacity.fits(bytes)) return true;
    }
    return this.#needs.capacity.fits(bytes);
  }

  async reclaim(): Promise<void> {
    const { database, editions, files, states, bindings, attempts, strikes } = this.#needs;
    await this.restoreReserve();
    if (this.#clean === this.#state()) return;
    if (states.record('active')) for (const record of this.#foreign()) await editions.giveUp(record);
    // A pointer that could not be written still names what is swept.
    await files.mend();
    await files.sweep();
    await removeObjects(this.#needs, this.#unneeded());
    const manifests = this.#manifests(states.all);
    for (const rows of [bindings, attempts, strikes]) rows.sweep(manifests);
    sweepMessages(database);
    await this.#ledgerSweep.run();
    await this.restoreReserve();
    this.#clean = this.#state();
  }

  async restoreReserve(): Promise<void> {
    const { ballast, capacity, health, limits } = this.#needs;
    const freeBytes = await capacity.measure();
    await ballast.restore(freeBytes);
    if (ballast.isWhole && freeBytes >= limits.floorBytes) health.spacious();
  }

  #state(): string {
    return JSON.stringify([this.#needs.bindings.version, this.#needs.states.all]);
  }

  async #giveUp(record: EditionState): Promise<void> {
    await unlinkFirstIfFull(
      this.#needs,
      () => this.#needs.editions.giveUp(record),
      () => this.#unneeded([record]),
    );
  }

  /** Editions to give up, in this order: never one that is on screen, active or staged. */
  #givable(): readonly EditionState[] {
    const previous = this.#needs.states.record('previous');
    return [...this.#foreign(), ...(previous ? [previous] : [])];
  }

  #foreign(): readonly EditionState[] {
    const { states } = this.#needs;
    return states.all.filter((record) => record.source !== states.source && record !== states.playing);
  }

  #manifests(records: readonly EditionState[]): readonly Edition[] {
    const manifests = records.map((record) => this.#needs.states.manifest(record.editionId));
    return manifests.filter((edition) => edition !== null);
  }

  /** Objects that no screen holds and no edition needs, apart from those given up; the longest unneeded first. */
  #unneeded(givenUp: readonly EditionState[] = []): readonly string[] {
    const { database, bindings, states } = this.#needs;
    const needed = new Set([...this.#onScreens.values()].flat());
    const isGivenUp = (record: EditionState): boolean =>
      givenUp.some(({ source, state }) => record.source === source && record.state === state);
    for (const edition of this.#manifests(states.all.filter((record) => !isGivenUp(record)))) {
      for (const { sha256 } of bindings.held(edition).values()) needed.add(sha256);
    }
    return database
      .all<{ sha256: string }>('SELECT sha256 FROM object ORDER BY needed_at, sha256')
      .map((row) => row.sha256)
      .filter((sha256) => !needed.has(sha256));
  }

  #bytesWithout(givenUp: readonly EditionState[]): number {
    const { database } = this.#needs;
    return this.#unneeded(givenUp)
      .map((sha256) => database.get<{ bytes: number }>('SELECT bytes FROM object WHERE sha256 = ?', sha256))
      .reduce((sum, row) => sum + (row?.bytes ?? 0), 0);
  }
}
