import { message } from '../../shared/languages/message.ts';
import { isDiskError } from '../ground/disk-errors.ts';
import { type ErrorReport, VitrineError } from '../ground/errors.ts';
import type { Vitals } from '../health/facts.ts';
import type { Store } from '../store/store.ts';
import type { SyncStatus } from '../sync/report.ts';
import type { UpdateStatus } from '../update/update-status.ts';

/** With one of these errors no request leaves the player. */
const blocking: ReadonlySet<string> = new Set(['token-missing', 'token-unreadable', 'token-invalid']);

/** The input of the health verdict. It is read every few seconds, so it must be cheap. */
export function vitalsOf(engine: {
  readonly store: Pick<Store, 'health' | 'storage' | 'show'>;
  readonly sync: Pick<SyncStatus, 'state' | 'lastSuccessAt' | 'lastError'> | null;
  /** A mistake in the configuration, or why it allows no requests to the CMS. */
  readonly mistake: Pick<ErrorReport, 'message'> | null;
  readonly clock: Vitals['clock'];
  readonly updates: UpdateStatus | null;
  readonly content: Vitals['content'];
  /** Bytes that must stay free on the disk. */
  readonly floorBytes: number;
}): Vitals {
  const { store, sync, mistake, clock, updates, content, floorBytes } = engine;
  const failed = sync?.lastError ?? null;
  const show = store.show();
  const { freeBytes } = store.storage();
  return {
    // Zero: not measured yet. A full disk is reported by its state.
    storage: { state: store.health().state, freeBytes, isLow: freeBytes > 0 && freeBytes < floorBytes },
    clock,
    cms: {
      lastReachedAt: sync?.lastSuccessAt ?? null,
      error: failed?.message ?? (sync === null ? (mistake?.message ?? null) : null),
    },
    configuration: mistake?.message ?? (failed !== null && blocking.has(failed.code) ? failed.message : null),
    awaitsCms: sync !== null && sync.state !== 'paused' && sync.lastSuccessAt === null,
    isPaused: sync?.state === 'paused',
    content,
    edition: show?.edition.id ?? null,
    updates: updates?.lastError?.isLasting
      ? message('update.stopped', { why: updates.lastError.message })
      : (updates?.overdue ?? null),
    lostRelease: updates?.lost ?? null,
    rs232: show?.edition.settings.rs232 ?? null,
    servicePin: show?.edition.settings.servicePin ?? null,
  };
}

/**
 * The last ones known while the disk answers nothing: an engine that gives none counts as dead, and the player is restarted for
 * it. That mends no disk, and the show may not come back from it.
 */
export class LastVitals {
  #last: Vitals | null = null;

  of(ask: () => Vitals): Vitals {
    try {
      this.#last = ask();
    } catch (thrown) {
      if (this.#last === null || !(thrown instanceof VitrineError && isDiskError(thrown))) throw thrown;
      const { storage, cms } = this.#last;
      const state = storage.state === 'good' ? 'failing' : storage.state;
      return {
        ...this.#last,
        storage: { ...storage, state },
        // Nothing is fetched without the disk, so the last contact grows old.
        cms: { ...cms, error: cms.error ?? thrown.sentence },
      };
    }
    return this.#last;
  }
}
