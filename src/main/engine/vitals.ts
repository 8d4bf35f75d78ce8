import type { Vitals } from '../health/facts.ts';
import type { Store } from '../store/store.ts';
import type { SyncStatus } from '../sync/report.ts';
import type { UpdateStatus } from '../update/update-status.ts';

/** What health is judged by. Asked every few seconds, so it is cheap. */
export function vitalsOf(engine: {
  readonly store: Pick<Store, 'health' | 'storage' | 'show'>;
  readonly sync: Pick<SyncStatus, 'lastSuccessAt' | 'lastError'> | null;
  readonly clock: Vitals['clock'];
  readonly updates: UpdateStatus | null;
  /** What has to stay free on the disk. */
  readonly floorBytes: number;
}): Vitals {
  const { store, sync, clock, updates, floorBytes } = engine;
  const show = store.show();
  const { freeBytes } = store.storage();
  return {
    // Nought: not measured yet. A disk that is full says so by its state.
    storage: { state: store.health().state, freeBytes, isLow: freeBytes > 0 && freeBytes < floorBytes },
    clock,
    cms: { lastReachedAt: sync?.lastSuccessAt ?? null, error: sync?.lastError?.message ?? null },
    edition: show?.edition.id ?? null,
    updates: updates?.lastError?.isLasting ? `No update: ${updates.lastError.message}` : null,
    lostRelease: updates?.lost ?? null,
    rs232: show?.edition.settings.rs232 ?? null,
  };
}
