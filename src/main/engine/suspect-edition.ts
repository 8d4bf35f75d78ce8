import type { Log } from '../ground/log.ts';
import type { Store } from '../store/store.ts';

/** How the player was started. */
export interface StartMode {
  readonly isSafe: boolean;
  /** The last edition that painted well. */
  readonly provenEdition: string | null;
}

/**
 * In safe mode the previous edition plays if the active one has never painted well. The next normal start returns to the
 * edition that was left, unless the CMS has sent another one.
 */
export async function leaveSuspect(
  store: Store,
  { isSafe, provenEdition }: StartMode,
  log: Log,
): Promise<void> {
  const previous = store.editions().find(({ state }) => state === 'previous')?.id ?? null;
  const left = store.leftInSafeMode();
  if (!isSafe) {
    if (left !== null && left === previous) await goBack(store, log);
    // If that failed, the next start tries again.
    if (store.active()?.edition.id === left || left !== previous) store.keepLeftInSafeMode(null);
    return;
  }
  const active = store.active()?.edition.id ?? null;
  if (left !== null || active === null || previous === null || active === provenEdition) return;
  log.warn('Safe mode: the active content never painted well, so the previous content plays', {
    edition: active,
  });
  await goBack(store, log);
  if (store.active()?.edition.id !== active) store.keepLeftInSafeMode(active);
}

/** An unwritable disk must not end a start: the player plays from memory. */
async function goBack(store: Store, log: Log): Promise<void> {
  try {
    await store.rollback();
  } catch (error) {
    log.warn('Going back to the previous content could not be written to the disk', { error });
  }
}
