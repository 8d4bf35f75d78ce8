import { namesIn, sizeOf, unfinishedSuffix, unlinkIfThere } from '../durable-file.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import { VitrineError } from '../errors.ts';
import type { Bindings } from './bindings.ts';
import type { EditionState } from './edition-sidecar.ts';
import { readPointer, removeSidecar, sidecars, writePointer, writeSidecar } from './edition-sidecar.ts';
import type { EditionStates } from './edition-states.ts';
import type { KeptValues } from './kept-values.ts';
import { sidecarPath } from './layout.ts';
import type { StoreNeeds } from './needs.ts';

interface EditionsNeeds extends StoreNeeds {
  readonly states: EditionStates;
  readonly bindings: Bindings;
  readonly kept: KeptValues;
}

/**
 * Moves editions through their states: staged → active → previous. What another source had stays on the disk until
 * space is short or this source has an edition of its own, so that a setting that was changed by mistake and is changed
 * back has its show at once.
 */
export class Editions {
  readonly #needs: EditionsNeeds;

  constructor(needs: EditionsNeeds) {
    this.#needs = needs;
  }

  /** Answers whether it is another source than before. */
  useSource(source: string): boolean {
    const { kept, states } = this.#needs;
    if (states.source === source) return false;
    kept.set('source', source);
    return true;
  }

  async stage(edition: Edition): Promise<void> {
    const { database, states, fs, layout, clock } = this.#needs;
    this.useSource(edition.source);
    if (states.record('active')?.editionId === edition.id) return this.dropStaged();
    if (states.record('staged')?.editionId === edition.id) return;
    const body = JSON.stringify(edition);
    await writeSidecar(fs, layout, edition.id, body);
    states.write(() => {
      database.run('INSERT OR IGNORE INTO edition VALUES (?, ?, ?)', edition.id, edition.source, body);
      states.put({
        source: edition.source,
        state: 'staged',
        editionId: edition.id,
        stagedAt: clock.now(),
        activatedAt: null,
        complete: false,
      });
    });
    states.remember(edition);
  }

  async activate(editionId: string, complete: boolean): Promise<void> {
    const { states, bindings, fs, layout, clock } = this.#needs;
    const active = states.stored('active');
    const staged = states.stored('staged');
    if (active?.edition.id === editionId) {
      if (staged?.edition.id === editionId) this.dropStaged();
      if (complete && this.markComplete(editionId)) await this.writePointer();
      return;
    }
    if (staged?.edition.id !== editionId) {
      throw new VitrineError('permanent', 'edition-not-staged', `Edition ${editionId} is not staged`);
    }
    const { edition, stagedAt } = staged;
    // The sidecar has to be durable before the row says active, and it may have been lost since it was staged.
    if ((await sizeOf(fs, sidecarPath(layout.root, editionId))) === null)
      await writeSidecar(fs, layout, editionId, JSON.stringify(edition));
    const now = clock.now();
    const leaving = states.record('active');
    states.write(() => {
      if (active) bindings.neededUntil(active.edition, now);
      if (leaving) states.put({ ...leaving, state: 'previous' });
      states.put({
        source: edition.source,
        state: 'active',
        editionId,
        stagedAt,
        activatedAt: now,
        complete,
      });
      states.drop(edition.source, 'staged');
    });
    await this.writePointer();
  }

  /** Answers whether that is new. Then the caller has to write the pointer. */
  markComplete(editionId: string): boolean {
    const { states } = this.#needs;
    const active = states.record('active');
    if (active?.editionId !== editionId || active.complete) return false;
    states.write(() => states.put({ ...active, complete: true }));
    return true;
  }

  /** The active edition has lost something: the next cycle has to look at it again. */
  markIncomplete(): void {
    const { states } = this.#needs;
    const active = states.record('active');
    if (active?.complete) states.write(() => states.put({ ...active, complete: false }));
  }

  dropStaged(): void {
    const { states } = this.#needs;
    const staged = states.record('staged');
    if (staged) states.write(() => states.drop(staged.source, 'staged'));
  }

  /** The previous edition plays again, and the one left is remembered so that sync does not bring it back. */
  async rollback(): Promise<StoredEdition> {
    const { states, kept, bindings, clock } = this.#needs;
    const active = states.record('active');
    const previous = states.record('previous');
    const edition = previous ? states.manifest(previous.editionId) : null;
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
    states.write(() => {
      states.put({
        ...previous,
        state: 'active',
        activatedAt: clock.now(),
        // It may have lost an object while it was not shown.
        complete: bindings.holdsAll(edition),
      });
      states.put({ ...active, state: 'previous' });
      states.drop(active.source, 'staged');
      kept.write('left-edition', active.editionId);
    });
    await this.writePointer();
    const now = states.stored('active');
    if (!now) throw new VitrineError('temporary', 'internal', 'The previous edition cannot be read');
    return now;
  }

  /** Gives up an edition because space is short. Its manifest goes with the next sweep. */
  async giveUp(record: EditionState): Promise<void> {
    const { states } = this.#needs;
    states.write(() => states.drop(record.source, record.state));
    await this.writePointer();
  }

  async writePointer(): Promise<void> {
    const { fs, layout, kept, states } = this.#needs;
    await writePointer(fs, layout, {
      source: states.source,
      assignee: kept.assignee(states.source),
      leftEdition: kept.get('left-edition'),
      states: states.all.filter((record) => record.state !== 'staged'),
    });
  }

  /**
   * Puts right what a rebuild needs: a pointer that was not written because the player died after an activation, and a
   * sidecar that was lost. Writes nothing when both are right.
   */
  async mend(): Promise<void> {
    const { fs, layout, states } = this.#needs;
    for (const { editionId } of states.all) {
      if ((await sizeOf(fs, sidecarPath(layout.root, editionId))) !== null) continue;
      const edition = states.manifest(editionId);
      if (edition) await writeSidecar(fs, layout, editionId, JSON.stringify(edition));
    }
    const pointer = await readPointer(fs, layout);
    if (named(pointer?.states ?? []) !== named(states.all)) await this.writePointer();
  }

  /** Removes manifests that no record names any more. Until the pointer is written, it may still name them. */
  async sweep(): Promise<void> {
    const { database, fs, layout, states } = this.#needs;
    const used = new Set(states.all.map((record) => record.editionId));
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

function named(states: readonly EditionState[]): string {
  return states
    .filter(({ state }) => state !== 'staged')
    .map(({ source, state, editionId }) => JSON.stringify([source, state, editionId]))
    .toSorted()
    .join();
}
