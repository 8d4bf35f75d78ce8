import { mediaFileOf } from '../edition/edition.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import { slowDisk } from '../show/read-times.ts';
import type { Store } from '../store/store.ts';
import type { SyncStatus } from '../sync/report.ts';
import { scrubBytesPerSecond } from './scrubbing.ts';

interface StrikeRuleNeeds {
  readonly store: Pick<Store, 'show' | 'holdings' | 'strike' | 'suspect'>;
  readonly log: Log;
}

/**
 * Decides whether a media file that failed on screen gets a strike. A web page gets none if its server was unreachable or
 * had an error: it returns when the server does. A page that timed out gets one only after the next answer of the CMS,
 * which proves that the network works; and only one for each answer, so that an outage in between puts nothing aside.
 */
export class StrikeRule {
  readonly #needs: StrikeRuleNeeds;
  /** Pages that timed out since the CMS last answered, with their reasons. */
  readonly #late = new Map<string, string>();
  #answeredAt: string | null = null;
  /** One file at a time, and slowly: the show reads from the same card. */
  readonly #checking = new Serial();
  readonly #suspects = new Set<string>();
  readonly #ending = new AbortController();

  constructor(needs: StrikeRuleNeeds) {
    this.#needs = needs;
  }

  failed(mediaFileId: string, reason: string): void {
    if (reason.startsWith(slowDisk)) return;
    const edition = this.#needs.store.show()?.edition;
    const isPage = edition && mediaFileOf(edition, mediaFileId)?.page != null;
    if (isPage && isOutage(reason)) this.#late.delete(mediaFileId);
    else if (isPage && isTimeout(reason)) this.#late.set(mediaFileId, reason);
    else this.#strike(mediaFileId, reason);
  }

  /** The result of the last visit to the CMS. */
  visited({ lastSuccessAt, lastError }: Pick<SyncStatus, 'lastSuccessAt' | 'lastError'>): void {
    const late = [...this.#late];
    if (lastError !== null) this.#late.clear();
    else if (lastSuccessAt !== this.#answeredAt) {
      this.#late.clear();
      for (const [mediaFileId, reason] of late) this.#strike(mediaFileId, reason);
    }
    this.#answeredAt = lastSuccessAt;
  }

  /** Either the file cannot be played, or the disk has corrupted it: `suspect` checks that and has it fetched again. */
  #strike(mediaFileId: string, reason: string): void {
    const { store, log } = this.#needs;
    const edition = store.show()?.edition;
    store.strike(mediaFileId, reason);
    const object = edition && store.holdings(edition).objects.get(mediaFileId);
    if (!object) return;
    if (this.#suspects.has(object.sha256)) return;
    this.#suspects.add(object.sha256);
    this.#checking
      .run(() => store.suspect(object.sha256, scrubBytesPerSecond, this.#ending.signal))
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted)
          log.warn('a file that failed on screen could not be checked', { mediaFileId, error });
      })
      .finally(() => this.#suspects.delete(object.sha256));
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('the engine stops'));
    await this.#checking.idle();
  }
}

function isOutage(reason: string): boolean {
  return /^(unreachable: |status 5\d\d$)/.test(reason);
}

function isTimeout(reason: string): boolean {
  return reason.startsWith('timeout: ');
}
