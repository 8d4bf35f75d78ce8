import { message } from '../../shared/languages/message.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import { VitrineError } from '../errors.ts';
import type { Bindings } from './bindings.ts';
import type { EditionFiles } from './edition-files.ts';
import { type EditionState, writeSidecar } from './edition-sidecar.ts';
import { type EditionStates, insertManifest } from './edition-states.ts';
import type { KeptValues } from './kept-values.ts';
import type { StoreNeeds } from './needs.ts';

interface EditionsNeeds extends StoreNeeds {
  readonly states: EditionStates;
  readonly files: EditionFiles;
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
      insertManifest(database, edition, body);
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
    const { states, bindings, files, clock } = this.#needs;
    const active = states.stored('active');
    const staged = states.record('staged');
    const edition = states.stored('staged')?.edition;
    if (active?.edition.id === editionId) {
      if (staged?.editionId === editionId) this.dropStaged();
      if (complete && this.markComplete(editionId)) await files.writePointer();
      return;
    }
    if (staged?.editionId !== editionId || edition === undefined) {
      throw new VitrineError('permanent', message('edition-not-staged', { edition: editionId }));
    }
    // It has to be durable before the row says active, and it may have been lost since it was staged.
    await files.ensureSidecar(edition);
    const now = clock.now();
    const leaving = states.record('active');
    states.write(() => {
      if (active) bindings.neededUntil(active.edition, now);
      if (leaving) states.put({ ...leaving, state: 'previous' });
      states.put({ ...staged, state: 'active', activatedAt: now, complete });
      states.drop(staged.source, 'staged');
    });
    await files.writePointer();
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
    const { states, files, kept, bindings, clock } = this.#needs;
    const active = states.record('active');
    const previous = states.record('previous');
    const edition = previous ? states.manifest(previous.editionId) : null;
    if (!active || !previous || !edition) {
      throw new VitrineError('permanent', message('no-previous-edition'));
    }
    // It may have lost an object while it was not shown.
    const complete = bindings.holdsAll(edition);
    const { stagedAt } = previous;
    const activatedAt = clock.now();
    states.write(() => {
      states.put({ ...previous, state: 'active', activatedAt, complete });
      states.put({ ...active, state: 'previous' });
      states.drop(active.source, 'staged');
      kept.write('left-edition', active.editionId);
    });
    await files.writePointer();
    return { edition, state: 'active', stagedAt, activatedAt, complete };
  }

  /** Gives up an edition because space is short. Its manifest goes with the next sweep. */
  async giveUp(record: EditionState): Promise<void> {
    const { states, files } = this.#needs;
    states.write(() => states.drop(record.source, record.state));
    await files.writePointer();
  }
}
