import { asDiskError } from '../../ground/disk-errors.ts';
import type { Bindings } from '../bindings.ts';
import type { Database } from '../database.ts';
import type { StoreNeeds } from '../needs.ts';

interface CapacityNeeds extends StoreNeeds {
  readonly bindings: Pick<Bindings, 'version'>;
}

export interface Storage {
  readonly bytes: number;
  readonly objects: number;
  readonly freeBytes: number;
}

type Sums = Omit<Storage, 'freeBytes'>;

export function storageOf(database: Database): Sums {
  const sums = database.get<{ bytes: number | null; objects: number }>(
    'SELECT sum(bytes) AS bytes, count(*) AS objects FROM object',
  );
  return { bytes: sums?.bytes ?? 0, objects: sums?.objects ?? 0 };
}

/** Maximum age of the figure for free space. */
const freshMs = 10_000;

/** How much space the objects take, and how much more fits. */
export class Capacity {
  readonly #needs: CapacityNeeds;
  #free = { bytes: 0, measuredAt: Number.NEGATIVE_INFINITY };
  #sums: { readonly version: number; readonly of: Sums } | null = null;

  constructor(needs: CapacityNeeds) {
    this.#needs = needs;
  }

  /** Returns the last measured free space; an old figure is renewed for the next caller. */
  storage(): Storage {
    const { clock, health } = this.#needs;
    if (clock.monotonic() - this.#free.measuredAt > freshMs) {
      this.measure().catch((thrown: unknown) => health.failed(asDiskError(thrown, 'measure-space')));
    }
    return { ...this.#taken(), freeBytes: this.#free.bytes };
  }

  async measure(): Promise<number> {
    const { fs, layout, clock } = this.#needs;
    this.#free = { ...this.#free, measuredAt: clock.monotonic() };
    const { freeBytes } = await fs.space(layout.root);
    this.#free = { ...this.#free, bytes: freeBytes };
    return freeBytes;
  }

  async fits(bytes: number): Promise<boolean> {
    await this.measure();
    return this.wouldFit(bytes, 0);
  }

  /** Whether this many bytes fit by the last measurement, once objects of `freed` bytes are gone. */
  wouldFit(bytes: number, freed: number): boolean {
    const { floorBytes, quotaBytes } = this.#needs.limits;
    const more = bytes - freed;
    return this.#free.bytes - more >= floorBytes && this.#taken().bytes + more <= quotaBytes;
  }

  #taken(): Sums {
    const { bindings, database } = this.#needs;
    const { version } = bindings;
    if (this.#sums?.version !== version) this.#sums = { version, of: storageOf(database) };
    return this.#sums.of;
  }
}
