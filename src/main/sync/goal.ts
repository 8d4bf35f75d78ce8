import { assumedBytes } from '../download/download.ts';
import type { DownloadTask } from '../download/download-task.ts';
import type { Limits } from '../download/limits.ts';
import type { SyncStore } from '../download/ports.ts';
import type { Edition } from '../edition/edition.ts';
import type { HeldObject } from '../edition/holdings.ts';
import { judge, type Playing, type Standing, type Verdict } from './activation.ts';
import type { GoalProgress } from './report.ts';
import { type Wanted, wanted } from './wanted.ts';

/**
 * The edition to download and its missing files. It is the staged edition, or the active one when that was activated
 * incomplete or lost an object.
 */
export class Goal {
  /** As in the newest answer of the CMS: the addresses in the store may have expired. */
  readonly edition: Edition;
  readonly #wanted: readonly Wanted[];
  /** Ids of media files. */
  readonly #missing: Set<string>;
  /** Markers of downloads that have finally failed. */
  readonly #failed = new Set<string>();

  constructor(store: SyncStore, edition: Edition, now: number, fallbackZone: string | null) {
    this.edition = edition;
    this.#wanted = wanted(edition, now, fallbackZone);
    const absent = new Set(store.bindKnown(edition));
    this.#missing = new Set(
      this.#wanted.flatMap(({ file }) => (file.download !== null && absent.has(file.id) ? [file.id] : [])),
    );
    for (const { download } of this.tasks()) {
      const { marker } = download;
      if (store.attempt(edition.source, marker)?.failed) this.#failed.add(marker);
    }
  }

  /** One task for all media files with the same bytes, in the order of need. */
  tasks(): readonly DownloadTask[] {
    const tasks = new Map<string, DownloadTask & { readonly mediaFileIds: string[] }>();
    const { source } = this.edition;
    for (const { file } of this.#wanted) {
      if (file.download === null || !this.#missing.has(file.id)) continue;
      const { download, kind, name } = file;
      const known = tasks.get(download.marker);
      if (known) known.mediaFileIds.push(file.id);
      else {
        const mediaFileIds = [file.id];
        tasks.set(download.marker, { source, download, kind, mediaFileIds, name, rank: tasks.size });
      }
    }
    return [...tasks.values()];
  }

  held(mediaFileIds: readonly string[]): void {
    for (const id of mediaFileIds) this.#missing.delete(id);
  }

  failed(marker: string): void {
    this.#failed.add(marker);
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Missing files whose downloads have finally failed. */
  get failedCount(): number {
    return this.missing.filter((want) => this.#stateOf(want) === 'failed').length;
  }

  /** Nothing is on its way: what is missing has finally failed. */
  get isSettled(): boolean {
    return this.missing.every((want) => this.#stateOf(want) === 'failed');
  }

  /** How many of its objects the store holds. */
  get heldCount(): number {
    const here = this.#wanted.filter(({ file }) => file.download !== null && !this.#missing.has(file.id));
    return new Set(here.map(({ file }) => file.download?.marker)).size;
  }

  get missingBytes(): number {
    return this.tasks().reduce((sum, { download }) => sum + (download.size ?? assumedBytes), 0);
  }

  /** `receivedOf`: bytes received so far of an unfinished download. */
  progress(receivedOf: (marker: string) => number): GoalProgress {
    const missing = new Set(this.tasks().map(({ download }) => download.marker));
    const downloads = new Map(
      this.#wanted.flatMap(({ file }) => (file.download ? [[file.download.marker, file.download.size]] : [])),
    );
    let bytes: number | null = 0;
    let bytesHere = 0;
    for (const [marker, size] of downloads) {
      bytes = bytes === null || size === null ? null : bytes + size;
      bytesHere += missing.has(marker) ? receivedOf(marker) : (size ?? 0);
    }
    return { files: downloads.size, filesHere: downloads.size - missing.size, bytes, bytesHere };
  }

  get missing(): readonly Wanted[] {
    return this.#wanted.filter(({ file }) => this.#missing.has(file.id));
  }

  judge(playing: Playing, { aheadMs }: Limits): Verdict {
    // The update waits for a logo, but a logo is no show: ready or failed, it never decides alone.
    const plays = this.#wanted.some(({ besides }) => !besides);
    const counted = this.#wanted.filter(
      (want) => !want.besides || (plays && this.#stateOf(want) !== 'ready'),
    );
    const standings = counted.map((want): Standing => ({ inMs: want.inMs, state: this.#stateOf(want) }));
    return judge(standings, playing, aheadMs);
  }

  #stateOf({ file }: Wanted): Standing['state'] {
    if (!this.#missing.has(file.id) || file.download === null) return 'ready';
    return this.#failed.has(file.download.marker) ? 'failed' : 'missing';
  }
}

/** The missing files of an edition. Reads the store only. */
export function missingOf(
  store: Pick<SyncStore, 'holdings'>,
  edition: Edition,
  now: number,
  fallbackZone: string | null,
): readonly Wanted[] {
  const { objects } = store.holdings(edition);
  return wanted(edition, now, fallbackZone).filter(
    ({ file }) => file.download !== null && !objects.has(file.id),
  );
}

/** Whether an edition has something to show within `aheadMs`. */
export function canPlay(
  store: SyncStore,
  edition: Edition,
  now: number,
  fallbackZone: string | null,
  { aheadMs }: Limits,
): boolean {
  const { objects, putAside, undecodable } = store.holdings(edition);
  const isHere = (held: HeldObject | undefined): boolean => !!held && !undecodable.has(held.mimeType);
  return wanted(edition, now, fallbackZone).some(
    ({ file, inMs, besides }) =>
      !besides &&
      inMs <= aheadMs &&
      !putAside.has(file.id) &&
      (file.download === null || isHere(objects.get(file.id))),
  );
}

/** Whether a staged edition waits because it has nothing to show, and the show of another source goes on. */
export function isHeldBack(
  store: Pick<SyncStore, 'show'>,
  edition: Edition,
  now: number,
  fallbackZone: string | null,
  { aheadMs }: Limits,
): boolean {
  const show = store.show();
  if (show === null || show.edition.source === edition.source) return false;
  return !wanted(edition, now, fallbackZone).some(({ inMs, besides }) => !besides && inMs <= aheadMs);
}
