import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';

/** How the player was started, as far as the engine has to know. */
export interface StartMode {
  readonly isSafe: boolean;
  /** The edition that was painting well last. */
  readonly provenEdition: string | null;
}

/**
 * In safe mode the previous edition plays where the active one has never painted well. Outside of it the one that was left
 * plays again, unless the CMS has said something else meanwhile.
 */
export async function leaveSuspect(
  store: Store,
  { isSafe, provenEdition }: StartMode,
  log: Log,
): Promise<void> {
  const previous = store.editions().find(({ state }) => state === 'previous')?.id ?? null;
  const left = store.leftInSafeMode();
  if (!isSafe) {
    if (left !== null && left === previous) await store.rollback();
    store.keepLeftInSafeMode(null);
    return;
  }
  const active = store.active()?.edition.id ?? null;
  if (left !== null || active === null || previous === null || active === provenEdition) return;
  log.warn('Safe mode: the active edition never painted well, so the previous one plays', {
    edition: active,
  });
  await store.rollback();
  store.keepLeftInSafeMode(active);
}
