import { mediaFileOf } from '../edition/edition.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import { slowDisk } from '../show/read-times.ts';
import type { Store } from '../store/store.ts';
import type { SyncStatus } from '../sync/report.ts';
import { scrubBytesPerSecond } from './scrubbing.ts';

interface BlameNeeds {
  readonly store: Pick<Store, 'show' | 'holdings' | 'strike' | 'suspect'>;
  readonly log: Log;
}

/**
 * Decides whether a media file is to blame for having failed on screen. A web page is not to blame when its server could
 * not be reached or had an error of its own: it comes back as soon as it can be had. A page that did not come in time
 * may be at fault or not. It is blamed when the CMS answers afterwards, as the network works then; and only once for
 * each such answer, so that an outage between two of them puts nothing aside.
 */
export class Blame {
  readonly #needs: BlameNeeds;
  /** Pages that did not come in time since the CMS last answered, with what was said of them. */
  readonly #late = new Map<string, string>();
  #answeredAt: string | null = null;
  /** One file at a time, and slowly: what plays comes from the same card. */
  readonly #looking = new Serial();
  readonly #suspects = new Set<string>();
  readonly #ending = new AbortController();

  constructor(needs: BlameNeeds) {
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

  /** What became of the last visit to the CMS. */
  visited({ lastSuccessAt, lastError }: Pick<SyncStatus, 'lastSuccessAt' | 'lastError'>): void {
    const late = [...this.#late];
    if (lastError !== null) this.#late.clear();
    else if (lastSuccessAt !== this.#answeredAt) {
      this.#late.clear();
      for (const [mediaFileId, reason] of late) this.#strike(mediaFileId, reason);
    }
    this.#answeredAt = lastSuccessAt;
  }

  /** The file may be one that cannot be played, or the disk may have spoilt it: then it is fetched again. */
  #strike(mediaFileId: string, reason: string): void {
    const { store, log } = this.#needs;
    const edition = store.show()?.edition;
    store.strike(mediaFileId, reason);
    const object = edition && store.holdings(edition).objects.get(mediaFileId);
    if (!object) return;
    if (this.#suspects.has(object.sha256)) return;
    this.#suspects.add(object.sha256);
    this.#looking
      .run(() => store.suspect(object.sha256, scrubBytesPerSecond, this.#ending.signal))
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted)
          log.warn('a file that failed on screen could not be looked at', { mediaFileId, error });
      })
      .finally(() => this.#suspects.delete(object.sha256));
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('the engine stops'));
    await this.#looking.idle();
  }
}

function isOutage(reason: string): boolean {
  return /^(unreachable: |status 5\d\d$)/.test(reason);
}

function isTimeout(reason: string): boolean {
  return reason.startsWith('timeout: ');
}
