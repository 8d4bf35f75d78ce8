import type { Message } from '../../shared/languages/message.ts';
import type { Edition } from '../edition/edition.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import type { DiskHealth } from './health.ts';
import { keptText, messageOf, storedMessage } from './message-texts.ts';
import type { StoreNeeds } from './needs.ts';

interface StrikesNeeds extends Pick<StoreNeeds, 'database' | 'clock'> {
  readonly health: Pick<DiskHealth, 'failed'>;
}

interface Strike {
  readonly source: string;
  readonly mediaFileId: string;
  /** The hash of the object that failed; empty for a web page. */
  readonly content: string;
  readonly strikes: number;
  readonly reason: Message | string;
  readonly lastAt: number;
}

const enough = 3;
const day = 24 * 3_600_000;

/**
 * Counts failures on screen. Three strikes put a media file aside until its content changes or a day has passed. Cached in memory,
 * as every programme reads them.
 */
export class Strikes {
  readonly #needs: StrikesNeeds;
  readonly #strikes = new Map<string, Strike>();
  /** Not on the disk yet. Null: the strike was cleared. */
  readonly #unwritten = new Map<
    string,
    Pick<Strike, 'source' | 'mediaFileId'> & { readonly is: Strike | null }
  >();

  constructor(needs: StrikesNeeds) {
    this.#needs = needs;
    this.reload();
  }

  /** Must be called after the database was replaced. Unwritten strikes stay. */
  reload(): void {
    this.#strikes.clear();
    const rows = this.#needs.database.all<
      Strike & { readonly reason: string; readonly stored: string | null }
    >(
      `SELECT source, media_file_id AS mediaFileId, content, strikes, reason,
              ${messageOf('strike.reason')} AS stored, last_at AS lastAt FROM strike`,
    );
    for (const { stored, ...row } of rows) {
      const strike = { ...row, reason: storedMessage(stored) ?? row.reason };
      this.#strikes.set(key(strike.source, strike.mediaFileId), strike);
    }
    for (const [name, { is }] of this.#unwritten) {
      if (is === null) this.#strikes.delete(name);
      else this.#strikes.set(name, is);
    }
  }

  get any(): boolean {
    return this.#strikes.size > 0;
  }

  add(source: string, mediaFileId: string, content: string, reason: Message | string): void {
    const strikes = (this.#current(source, mediaFileId, content)?.strikes ?? 0) + 1;
    const strike = { source, mediaFileId, content, strikes, reason, lastAt: this.#needs.clock.now() };
    this.#strikes.set(key(source, mediaFileId), strike);
    this.#keep(source, mediaFileId, strike);
  }

  clear(source: string, mediaFileId: string): void {
    if (!this.#strikes.delete(key(source, mediaFileId))) return;
    this.#keep(source, mediaFileId, null);
  }

  /** Why it was put aside; null: it may play. */
  putAside(source: string, mediaFileId: string, content: string): Message | string | null {
    const strike = this.#current(source, mediaFileId, content);
    return strike && strike.strikes >= enough ? strike.reason : null;
  }

  /** Removes the strikes of media files that no edition contains. */
  sweep(editions: readonly Edition[]): void {
    const live = new Set(
      editions.flatMap((edition) => Object.keys(edition.mediaFiles).map((id) => key(edition.source, id))),
    );
    for (const { source, mediaFileId } of [...this.#strikes.values()]) {
      if (!live.has(key(source, mediaFileId))) this.clear(source, mediaFileId);
    }
  }

  /** Must be called when the disk accepts writes again. */
  writeUnwritten(): void {
    for (const name of [...this.#unwritten.keys()]) this.#write(name);
  }

  #write(name: string): void {
    const { database } = this.#needs;
    const unwritten = this.#unwritten.get(name);
    if (unwritten === undefined) return;
    const { source, mediaFileId, is } = unwritten;
    if (is === null)
      database.run('DELETE FROM strike WHERE source = ? AND media_file_id = ?', source, mediaFileId);
    else
      database.write(() =>
        database.run(
          'INSERT OR REPLACE INTO strike VALUES (@source, @mediaFileId, @content, @strikes, @reason, @lastAt)',
          { ...is, reason: keptText(database, is.reason) },
        ),
      );
    if (database.durable) this.#unwritten.delete(name);
  }

  /** A strike that cannot be written counts all the same, and is written later. */
  #keep(source: string, mediaFileId: string, is: Strike | null): void {
    const name = key(source, mediaFileId);
    this.#unwritten.set(name, { source, mediaFileId, is });
    try {
      this.#write(name);
    } catch (thrown) {
      this.#needs.health.failed(asDiskError(thrown, 'write-state'));
    }
  }

  /** A clock that leapt backwards must not put a file aside for longer than a day. */
  #current(source: string, mediaFileId: string, content: string): Strike | null {
    const strike = this.#strikes.get(key(source, mediaFileId));
    if (strike?.content !== content) return null;
    return Math.abs(this.#needs.clock.now() - strike.lastAt) < day ? strike : null;
  }
}

function key(source: string, mediaFileId: string): string {
  return JSON.stringify([source, mediaFileId]);
}
