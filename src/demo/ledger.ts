import { stamp } from './records.ts';

export type Id = number | string;

/** Gives out ids, which are never reused, and stamps each change of a record. */
export class Ledger {
  nextId = 1;
  readonly #now: () => number;
  readonly #changed: () => void;
  #changedAt = 0;

  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
  }

  /** Whole seconds, increased by every change: HTTP dates must distinguish two changes in one second. */
  get changedAt(): number {
    return this.#changedAt;
  }

  put<Row extends { readonly id: number }>(rows: Map<number, Row>, row: Row): Row {
    rows.set(row.id, row);
    this.nextId = Math.max(this.nextId, row.id + 1);
    this.tick();
    this.#changed();
    return row;
  }

  /** Inserts in order of id, which is the order of creation. */
  insert<Row extends { readonly id: number }>(rows: Map<number, Row>, row: Row): void {
    const later = [...rows.values()].filter(({ id }) => id > row.id);
    for (const { id } of later) rows.delete(id);
    for (const one of [row, ...later]) this.put(rows, one);
  }

  get<Row>(rows: Map<number, Row>, id: Id): Row {
    const row = rows.get(Number(id));
    if (!row) throw new Error(`The demo CMS has no record ${id} of this kind.`);
    return row;
  }

  change<Row extends { readonly id: number; updated_at: string }>(
    rows: Map<number, Row>,
    id: Id,
    values: Partial<Omit<Row, 'id'>>,
  ): Row {
    const row = this.get(rows, id);
    Object.assign(row, values, { updated_at: this.stamp() });
    this.tick();
    this.#changed();
    return row;
  }

  remove<Row>(rows: Map<number, Row>, id: Id): Row {
    const row = this.get(rows, id);
    rows.delete(Number(id));
    this.tick();
    this.#changed();
    return row;
  }

  touch(row: { updated_at: string } | undefined): void {
    if (row) row.updated_at = this.stamp();
    this.tick();
    this.#changed();
  }

  take(): number {
    return this.nextId++;
  }

  stamp(): string {
    return stamp(this.#now());
  }

  tick(): number {
    const second = Math.floor(this.#now() / 1000) * 1000;
    this.#changedAt = Math.max(second, this.#changedAt + 1000);
    return this.#changedAt;
  }
}
