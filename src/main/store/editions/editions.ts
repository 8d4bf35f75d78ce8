import { message } from '../../../shared/languages/message.ts';
import type { Edition, StoredEdition } from '../../edition/edition.ts';
import { asDiskError } from '../../ground/disk-errors.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Bindings } from '../bindings.ts';
import type { KeptValues } from '../kept-values.ts';
import type { StoreNeeds } from '../needs.ts';
import type { EditionFiles } from './edition-files.ts';
import { type EditionState, writeSidecar } from './edition-sidecar.ts';
import { type EditionStates, insertManifest } from './edition-states.ts';

interface EditionsNeeds extends StoreNeeds {
  readonly states: EditionStates;
  readonly files: EditionFiles;
  readonly bindings: Bindings;
  readonly kept: KeptValues;
}

/**
 * Moves editions through their states: staged → active → previous. Editions of another source stay on the disk until space is
 * short or this source has an edition, so that reverting a wrong setting restores its show at once.
 */
export class Editions {
  readonly #needs: EditionsNeeds;

  constructor(needs: EditionsNeeds) {
    this.#needs = needs;
  }

  /** Returns whether the source changed. */
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
    await this.#sweep();
  }

  /** An update that is replaced before it becomes active would stay: reclaim runs only after an activation, which may never come. */
  async #sweep(): Promise<void> {
    const { files, log } = this.#needs;
    try {
      // An old pointer may still name what is swept.
      await files.mend();
      await files.sweep();
      log.state('sweep', 'done', 'debug', 'Unused editions are removed');
    } catch (thrown) {
      // The update is staged all the same, and the next one retries.
      const error = asDiskError(thrown, 'make-space');
      log.state('sweep', error.code, 'warn', 'Unused editions stay on the disk', { error });
    }
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
    // The sidecar must be durable before the row says active, and may have been lost since staging.
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

  /** Returns whether it changed: then the caller must write the pointer. */
  markComplete(editionId: string): boolean {
    const { states } = this.#needs;
    const active = states.record('active');
    if (active?.editionId !== editionId || active.complete) return false;
    states.write(() => states.put({ ...active, complete: true }));
    return true;
  }

  /** The active edition lost an object: the next cycle must check it again. */
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

  /** Remembers the edition that was left, so that sync does not activate it again. */
  async rollback(): Promise<StoredEdition> {
    const { states, files, kept, bindings, clock } = this.#needs;
    const active = states.record('active');
    const previous = states.record('previous');
    const edition = previous ? states.manifest(previous.editionId) : null;
    if (!active || !previous || !edition) {
      throw new VitrineError('permanent', message('no-previous-edition'));
    }
    // It may have lost an object since.
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

  /** The next sweep removes its manifest. */
  async giveUp(record: EditionState): Promise<void> {
    const { states, files } = this.#needs;
    states.write(() => states.drop(record.source, record.state));
    await files.writePointer();
  }
}
