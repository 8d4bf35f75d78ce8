import type { Edition, StoredEdition } from '../edition/edition.ts';
import { VitrineError } from '../errors.ts';
import type { Bindings } from './bindings.ts';
import { namesIn, sizeOf, unfinishedSuffix, unlinkIfThere } from './durable-file.ts';
import type { Ground } from './ground.ts';
import { sidecarPath } from './layout.ts';
import type { Settings } from './settings.ts';
import type { Slot } from './sidecar.ts';
import { readPointer, removeSidecar, sidecars, writePointer, writeSidecar } from './sidecar.ts';
import type { Slots } from './slots.ts';

interface Parts extends Ground {
  readonly slots: Slots;
  readonly bindings: Bindings;
  readonly settings: Settings;
}

/**
 * Staged → active → previous. What another source had stays on the disk until space is short or this source has an
 * edition of its own: a setting changed by mistake and changed back has its show at once.
 */
export class Editions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Answers whether it is another source than before. */
  useSource(source: string): boolean {
    const { settings, slots } = this.#parts;
    if (slots.source === source) return false;
    settings.set('source', source);
    return true;
  }

  async stage(edition: Edition): Promise<void> {
    const { database, slots, fs, layout, clock } = this.#parts;
    this.useSource(edition.source);
    if (slots.slot('active')?.editionId === edition.id) return this.dropStaged();
    if (slots.slot('staged')?.editionId === edition.id) return;
    const body = JSON.stringify(edition);
    await writeSidecar(fs, layout, edition.id, body);
    slots.write(() => {
      database.run('INSERT OR IGNORE INTO edition VALUES (?, ?, ?)', edition.id, edition.source, body);
      slots.put({
        source: edition.source,
        state: 'staged',
        editionId: edition.id,
        stagedAt: clock.now(),
        activatedAt: null,
        complete: false,
      });
    });
    slots.remember(edition);
  }

  async activate(editionId: string, complete: boolean): Promise<void> {
    const { slots, bindings, fs, layout, clock } = this.#parts;
    const active = slots.get('active');
    const staged = slots.get('staged');
    if (active?.edition.id === editionId) {
      if (staged?.edition.id === editionId) this.dropStaged();
      if (complete && this.markComplete(editionId)) await this.writePointer();
      return;
    }
    if (staged?.edition.id !== editionId) {
      throw new VitrineError('permanent', 'edition-not-staged', `Edition ${editionId} is not staged`);
    }
    const { edition, stagedAt } = staged;
    // The sidecar is durable before the row says active: it may have been lost since it was staged.
    if ((await sizeOf(fs, sidecarPath(layout.root, editionId))) === null)
      await writeSidecar(fs, layout, editionId, JSON.stringify(edition));
    const now = clock.now();
    const leaving = slots.slot('active');
    slots.write(() => {
      if (active) bindings.neededUntil(active.edition, now);
      if (leaving) slots.put({ ...leaving, state: 'previous' });
      slots.put({ source: edition.source, state: 'active', editionId, stagedAt, activatedAt: now, complete });
      slots.drop(edition.source, 'staged');
    });
    await this.writePointer();
  }

  /** Answers whether it was not known to be complete before. The pointer is the caller's to write. */
  markComplete(editionId: string): boolean {
    const { slots } = this.#parts;
    const active = slots.slot('active');
    if (active?.editionId !== editionId || active.complete) return false;
    slots.write(() => slots.put({ ...active, complete: true }));
    return true;
  }

  /** Something of the active edition was lost: the next cycle has to look at it again. */
  markIncomplete(): void {
    const { slots } = this.#parts;
    const active = slots.slot('active');
    if (active?.complete) slots.write(() => slots.put({ ...active, complete: false }));
  }

  dropStaged(): void {
    const { slots } = this.#parts;
    const staged = slots.slot('staged');
    if (staged) slots.write(() => slots.drop(staged.source, 'staged'));
  }

  /** The previous edition plays again, and the one left is remembered so that sync does not bring it back. */
  async rollback(): Promise<StoredEdition> {
    const { slots, settings, bindings, clock } = this.#parts;
    const active = slots.slot('active');
    const previous = slots.slot('previous');
    const edition = previous ? slots.manifest(previous.editionId) : null;
    if (!active || !previous || !edition) {
      throw new VitrineError(
        'permanent',
        'no-previous-edition',
        'There is no previous edition to go back to.',
        {
          remedy:
            'There is one after the content has changed, unless it was given up because space was short.',
        },
      );
    }
    slots.write(() => {
      slots.put({
        ...previous,
        state: 'active',
        activatedAt: clock.now(),
        complete: isWhole(edition, bindings),
      });
      slots.put({ ...active, state: 'previous' });
      slots.drop(active.source, 'staged');
      settings.write('left-edition', active.editionId);
    });
    await this.writePointer();
    const now = slots.get('active');
    if (!now) throw new VitrineError('temporary', 'internal', 'The previous edition cannot be read');
    return now;
  }

  /** Space is short: the edition in this slot is given up. Its manifest goes with the next sweep. */
  async giveUp(slot: Slot): Promise<void> {
    const { slots } = this.#parts;
    slots.write(() => slots.drop(slot.source, slot.state));
    await this.writePointer();
  }

  async writePointer(): Promise<void> {
    const { fs, layout, settings, slots } = this.#parts;
    await writePointer(fs, layout, {
      source: slots.source,
      leftEdition: settings.get('left-edition'),
      slots: slots.all.filter((slot) => slot.state !== 'staged'),
    });
  }

  /**
   * What a rebuild needs is there and right: the pointer after a death between activation and pointer, a sidecar that
   * was lost. Writes nothing when it is so.
   */
  async mend(): Promise<void> {
    const { fs, layout, slots } = this.#parts;
    for (const { editionId } of slots.all) {
      if ((await sizeOf(fs, sidecarPath(layout.root, editionId))) !== null) continue;
      const edition = slots.manifest(editionId);
      if (edition) await writeSidecar(fs, layout, editionId, JSON.stringify(edition));
    }
    const pointer = await readPointer(fs, layout);
    if (named(pointer?.slots ?? []) !== named(slots.all)) await this.writePointer();
  }

  /** Manifests that no slot names any more. Comes after the pointer, which may name them until it is written. */
  async sweep(): Promise<void> {
    const { database, fs, layout, slots } = this.#parts;
    const used = new Set(slots.all.map((slot) => slot.editionId));
    const unused = database.all<{ id: string }>('SELECT id FROM edition').filter((row) => !used.has(row.id));
    if (unused.length > 0) {
      database.write(() => {
        for (const { id } of unused) database.run('DELETE FROM edition WHERE id = ?', id);
      });
    }
    for (const id of await sidecars(fs, layout)) if (!used.has(id)) await removeSidecar(fs, layout, id);
    for (const name of await namesIn(fs, layout.editions)) {
      if (name.endsWith(unfinishedSuffix)) await unlinkIfThere(fs, `${layout.editions}/${name}`);
    }
  }
}

/** While it was not shown it may have lost an object. */
function isWhole(edition: Edition, bindings: Bindings): boolean {
  const held = bindings.held(edition);
  return Object.values(edition.mediaFiles).every((file) => file.download === null || held.has(file.id));
}

function named(slots: readonly Slot[]): string {
  return slots
    .filter(({ state }) => state !== 'staged')
    .map(({ source, state, editionId }) => JSON.stringify([source, state, editionId]))
    .toSorted()
    .join();
}
