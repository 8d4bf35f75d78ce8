import { message } from '../../../shared/languages/message.ts';
import { asDiskError, type DiskWork } from '../../ground/disk-errors.ts';
import type { VitrineError } from '../../ground/errors.ts';
import type { Bindings } from '../bindings.ts';
import type { EditionFiles } from '../editions/edition-files.ts';
import type { EditionStates } from '../editions/edition-states.ts';
import type { Editions } from '../editions/editions.ts';
import type { HealthLog } from '../health-log.ts';
import type { StoreNeeds } from '../needs.ts';
import { type Opened, openFilled, openInMemory, openOnDisk } from '../open.ts';
import type { Proof } from '../proof/proof.ts';
import { proofRows } from '../proof/proof-rows.ts';
import { recoverObjects } from './recover.ts';
import { salvageProof } from './salvage.ts';
import { asideName, moveAside } from './set-aside.ts';

interface MendingNeeds extends StoreNeeds {
  readonly opened: Opened;
  /** All caches of rows. */
  readonly memories: readonly { reload(): void; writeUnwritten?(): void }[];
  readonly proof: Proof;
  readonly healthLog: HealthLog;
  readonly bindings: Bindings;
  readonly editions: Editions;
  readonly files: EditionFiles;
  readonly states: EditionStates;
  readonly restoreReserve: () => Promise<void>;
  readonly hasReserve: () => boolean;
  readonly onChanged: () => void;
}

/** How often a player that runs from memory retries the disk. */
const retryMs = 60_000;
/** How often it retries to restore the reserve after it was used. */
const reserveAgainMs = 600_000;
/** How often it retries to recover the proof of play while the disk is full. */
const salvageAgainMs = 600_000;

/** Repairs what a crash, a damaged database or a disk that rejected writes left, while the show goes on. */
export class Mending {
  readonly #needs: MendingNeeds;
  #lock: Opened['lock'];
  /** The damaged database to replace, with its new name; null: none. */
  #damage: { readonly aside: string; readonly at: number; isAside: boolean } | null = null;
  #repairing = false;
  #cancel: () => void = () => undefined;
  #cancelSalvage: () => void = () => undefined;
  #cancelReserve: () => void = () => undefined;

  constructor(needs: MendingNeeds) {
    this.#needs = needs;
    this.#lock = needs.opened.lock;
    needs.database.onDamaged = () => this.#damaged();
  }

  async afterOpening(): Promise<void> {
    const { database, opened } = this.#needs;
    if (!database.durable) {
      this.#retryLater();
      return;
    }
    await this.#settle(opened.lastSignOfLife);
    const { aside } = opened;
    if (aside !== null) void this.#needs.serial.run(() => this.#salvage(aside, opened.lastSignOfLife));
  }

  async stop(): Promise<void> {
    this.#cancelAll();
    await this.#needs.serial.idle();
    this.#cancelAll();
  }

  #cancelAll(): void {
    for (const cancel of [this.#cancel, this.#cancelSalvage, this.#cancelReserve]) cancel();
  }

  /** The disk was full. No download or update may come for weeks that would notice that it has space again. */
  reserveUsed(): void {
    const { clock, serial, restoreReserve, hasReserve } = this.#needs;
    this.#cancelReserve();
    this.#cancelReserve = clock.after(
      reserveAgainMs,
      () =>
        void serial.run(async () => {
          await this.attempt('make-space', restoreReserve);
          if (!hasReserve()) this.reserveUsed();
        }),
    );
  }

  release(): void {
    this.#lock?.release();
  }

  /** Each step is useful alone: a full or failing disk must not prevent the start of the show. */
  async #settle(lastSignOfLife: number): Promise<void> {
    const { proof, healthLog, files, restoreReserve } = this.#needs;
    await this.attempt('repair', () => proof.closeOpen(lastSignOfLife));
    await this.attempt('repair', () => healthLog.closeOpen(lastSignOfLife));
    await this.attempt('repair', () => recoverObjects(this.#needs));
    await this.attempt('repair', () => files.mend());
    await this.attempt('make-space', restoreReserve);
  }

  async attempt(doing: DiskWork, work: () => void | Promise<void>): Promise<void> {
    const { health, log } = this.#needs;
    try {
      await work();
    } catch (thrown) {
      const error = asDiskError(thrown, doing);
      health.failed(error);
      log.warn('Skipping a step that failed on the disk', { error });
    }
  }

  /** Showings that are here already are not counted again. */
  async #salvage(aside: string, openEndedAt: number | null): Promise<void> {
    const { health, clock, serial } = this.#needs;
    this.#cancelSalvage();
    this.#cancelSalvage = clock.after(
      salvageAgainMs,
      () => void serial.run(() => this.#salvage(aside, openEndedAt)),
    );
    await this.attempt('repair', async () => {
      const saved = await salvageProof(this.#needs, aside, openEndedAt);
      this.#cancelSalvage();
      if (saved > 0) health.recovered(clock.now(), message('store.recovered.proof', { count: saved }));
    });
  }

  #damaged(): void {
    const { database, serial } = this.#needs;
    if (this.#repairing || !database.durable) return;
    this.#repairing = true;
    void serial.run(() => this.#repair());
  }

  /** Continues with the database on the disk; while that fails, with one in memory, and retries the disk. */
  async #repair(): Promise<void> {
    const { database, log } = this.#needs;
    let opened: Opened;
    try {
      opened = database.durable ? await this.#replaced() : await this.#openedAgain();
    } catch (thrown) {
      const error = asDiskError(thrown, 'open-folder');
      if (database.durable) await this.#goOnInMemory(error);
      else log.debug('The disk still rejects writes', { error });
      this.#retryLater();
      return;
    }
    try {
      await this.#goOnWith(opened);
    } finally {
      // Also after a listener threw: the next damage must be repaired too.
      this.#repairing = false;
    }
  }

  #openedAgain(): Promise<Opened> {
    return this.#damage === null ? openOnDisk(this.#needs) : this.#replaced();
  }

  /** Sets the damaged database aside and fills a new one, as at a start. The lock stays held. */
  async #replaced(): Promise<Opened> {
    const { database, fs, layout, clock } = this.#needs;
    const at = clock.now();
    this.#damage ??= { aside: await asideName(fs, layout, at), at, isAside: false };
    if (database.durable) database.close();
    // Later, this path holds the new database, filled or not: it must not overwrite the damaged one.
    if (!this.#damage.isAside) await moveAside(fs, layout, this.#damage.aside);
    this.#damage.isAside = true;
    const filled = await openFilled(this.#needs);
    return { ...filled, lock: this.#lock, lastSignOfLife: this.#damage.at };
  }

  /** If even that fails, the database stays closed: caches serve the show, and the rest waits. */
  async #goOnInMemory(error: VitrineError): Promise<void> {
    const { database, health, log, onChanged } = this.#needs;
    health.readOnly(error);
    try {
      const memory = await openInMemory(this.#needs);
      database.close();
      database.become(memory);
      this.#reload();
      onChanged();
    } catch (thrown) {
      log.warn('Cannot read the show into memory', { error: asDiskError(thrown, 'read-disk') });
    }
  }

  /** Writes the changes made in memory. */
  async #goOnWith(opened: Opened): Promise<void> {
    const { database, health, clock, proof, memories, onChanged } = this.#needs;
    const damage = this.#damage;
    const wasInMemory = !database.durable;
    const rows = wasInMemory ? [...proofRows(database, 0)] : [];
    database.close();
    database.become(opened.database);
    this.#lock = opened.lock;
    this.#damage = null;
    this.#reload();
    health.writable();
    if (damage !== null)
      health.recovered(clock.now(), message('store.recovered.damaged', { aside: damage.aside }));
    await this.#settle(opened.lastSignOfLife);
    proof.take(rows);
    await this.attempt('write-state', () => {
      for (const memory of memories) memory.writeUnwritten?.();
    });
    // After an immediate repair, items from before the damage are still on screen.
    if (damage !== null) await this.#salvage(damage.aside, wasInMemory ? damage.at : null);
    onChanged();
  }

  #retryLater(): void {
    const { clock, serial } = this.#needs;
    this.#cancel = clock.after(retryMs, () => void serial.run(() => this.#repair()));
  }

  #reload(): void {
    for (const memory of this.#needs.memories) memory.reload();
  }
}
