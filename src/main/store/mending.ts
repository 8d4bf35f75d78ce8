import { asDiskError } from '../disk-errors.ts';
import type { Bindings } from './bindings.ts';
import type { EditionFiles } from './edition-files.ts';
import type { EditionStates } from './edition-states.ts';
import type { Editions } from './editions.ts';
import type { HealthLog } from './health-log.ts';
import type { StoreNeeds } from './needs.ts';
import { type Opened, openFilled, openOnDisk } from './open.ts';
import type { Proof } from './proof.ts';
import { proofRows } from './proof-rows.ts';
import { recoverObjects } from './recover.ts';
import { salvageProof } from './salvage.ts';
import { setAside } from './set-aside.ts';

interface MendingNeeds extends StoreNeeds {
  readonly opened: Opened;
  /** Everything that holds rows in memory. */
  readonly memories: readonly { reload(): void }[];
  readonly proof: Proof;
  readonly healthLog: HealthLog;
  readonly bindings: Bindings;
  readonly editions: Editions;
  readonly files: EditionFiles;
  readonly states: EditionStates;
  readonly restoreReserve: () => Promise<void>;
  readonly onChanged: () => void;
}

/** How long a player that runs from memory waits before it asks the disk again. */
const askAgainMs = 60_000;

/** Puts right, while the screens go on, what a death, a damaged database or a disk that took nothing has left. */
export class Mending {
  readonly #needs: MendingNeeds;
  #lock: Opened['lock'];
  #repairing = false;
  #cancel: () => void = () => undefined;

  constructor(needs: MendingNeeds) {
    this.#needs = needs;
    this.#lock = needs.opened.lock;
    needs.database.onDamaged = () => this.#damaged();
  }

  async afterOpening(): Promise<void> {
    const { database, opened } = this.#needs;
    if (!database.durable) {
      this.#askAgain();
      return;
    }
    await this.#settle(opened.lastSignOfLife);
    const { aside } = opened;
    if (aside !== null) void this.#needs.serial.run(() => this.#salvage(aside, opened.lastSignOfLife));
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#needs.serial.idle();
    this.#cancel();
  }

  release(): void {
    this.#lock?.release();
  }

  /** Each step is of use without the others: a full or failing disk must not keep the show from starting. */
  async #settle(lastSignOfLife: number): Promise<void> {
    const { proof, healthLog, files, restoreReserve } = this.#needs;
    await this.attempt('closing showings', () => proof.closeOpen(lastSignOfLife));
    await this.attempt('closing the log of health', () => healthLog.closeOpen(lastSignOfLife));
    await this.attempt('recovering objects', () => recoverObjects(this.#needs));
    await this.attempt('writing sidecars', () => files.mend());
    await this.attempt('setting the reserve aside', restoreReserve);
  }

  async attempt(doing: string, work: () => void | Promise<void>): Promise<void> {
    const { health, log } = this.#needs;
    try {
      await work();
    } catch (thrown) {
      const error = asDiskError(thrown, doing);
      health.failed(error);
      log.warn('A step on the disk failed and was left out', { error });
    }
  }

  async #salvage(aside: string, openEndedAt: number | null): Promise<void> {
    const { health, clock } = this.#needs;
    await this.attempt('salvaging proof of play', async () => {
      const saved = await salvageProof(this.#needs, aside, openEndedAt);
      if (saved > 0) health.recovered(clock.now(), 'Proof of play was taken over', `${saved} showings`);
    });
  }

  #damaged(): void {
    const { database, serial } = this.#needs;
    if (this.#repairing || !database.durable) return;
    this.#repairing = true;
    void serial
      .run(() => this.attempt('replacing the database', () => this.#repair()))
      .finally(() => {
        this.#repairing = false;
      });
  }

  /** Sets the database aside and rebuilds it, as a start does. */
  async #repair(): Promise<void> {
    const { database, fs, layout, clock, health } = this.#needs;
    database.close();
    const aside = await setAside(fs, layout, clock.now());
    database.become((await openFilled(this.#needs)).database);
    this.#reload();
    health.recovered(clock.now(), 'The database was damaged', `set aside as ${aside}`);
    await this.attempt('recovering objects', () => recoverObjects(this.#needs));
    await this.#salvage(aside, null);
    this.#needs.onChanged();
  }

  #askAgain(): void {
    const { clock, serial } = this.#needs;
    this.#cancel = clock.after(askAgainMs, () => void serial.run(() => this.#leaveMemory()));
  }

  /** The disk may be writable or have space by now. Then what was shown meanwhile is written to it. */
  async #leaveMemory(): Promise<void> {
    const { database, health, log } = this.#needs;
    let opened: Opened;
    try {
      opened = await openOnDisk(this.#needs);
    } catch (thrown) {
      log.debug('The disk still takes nothing', { error: asDiskError(thrown, 'opening the data folder') });
      this.#askAgain();
      return;
    }
    const rows = [...proofRows(database, 0)];
    database.close();
    database.become(opened.database);
    this.#lock = opened.lock;
    this.#reload();
    health.writable();
    await this.#settle(opened.lastSignOfLife);
    await this.attempt('keeping what was shown', () => this.#needs.proof.take(rows));
    this.#needs.onChanged();
  }

  #reload(): void {
    for (const memory of this.#needs.memories) memory.reload();
  }
}
