import { type Edition, mediaFileOf, playlistOf } from '../edition/edition.ts';
import { mayNest } from '../edition/nesting.ts';
import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import type { MediaFileRecord } from '../edition/records.ts';
import { type WallTime, wallTime } from '../edition/wall-clock.ts';
import { firstTimeZone } from '../edition/zone.ts';
import { soonest } from './soonest.ts';

/** One media file that this edition may show. */
export interface Wanted {
  readonly file: MediaFileRecord;
  /** Milliseconds from now until it may be shown at the earliest. */
  readonly inMs: number;
  /** An overlay such as a logo: alone it is no show. */
  readonly besides: boolean;
}

/**
 * The media files that an edition may show from now on, soonest first, then in the order of the playlist. Entries that
 * will never show again (expired, deleted, never) are left out.
 */
export function wanted(edition: Edition, now: number, fallbackZone: string | null): readonly Wanted[] {
  const wall = wallTime(now, firstTimeZone(edition.settings.timeZone, fallbackZone));
  const walk: Walk = {
    edition,
    wall,
    clockPlausible: now >= firstPlausibleInstant,
    files: new Map(),
    seen: new Map(),
  };
  for (const playlistId of Object.values(edition.screens)) walkThrough(walk, playlistId, 0, 0);
  const played = [...walk.files]
    .flatMap(([id, inMs]) => {
      const file = mediaFileOf(edition, id);
      return file && isShowable(file) ? [{ file, inMs, besides: false }] : [];
    })
    .sort((a, b) => a.inMs - b.inMs);
  const logo = mediaFileOf(edition, edition.settings.logo?.mediaFileId ?? '');
  if (logo === null || !isShowable(logo) || played.some(({ file }) => file.id === logo.id)) return played;
  return [...played, { file: logo, inMs: 0, besides: true }];
}

interface Walk {
  readonly edition: Edition;
  readonly wall: WallTime;
  /** With a clock that is certainly wrong, dated entries may show at any time, so all of them count as near. */
  readonly clockPlausible: boolean;
  /** Media file id → earliest time. Insertion order is the order of the playlist. */
  readonly files: Map<string, number>;
  /** Playlist id → its earliest time for each depth of nesting. */
  readonly seen: Map<string, number[]>;
}

function walkThrough(walk: Walk, playlistId: string, outerInMs: number, around: number): void {
  const playlist = playlistOf(walk.edition, playlistId);
  if (!playlist || playlist.deletedAt !== null) return;
  // An earlier walk came as soon and had as much nesting left, so this one finds nothing new.
  const seen = walk.seen.get(playlistId) ?? [];
  if (seen.slice(0, around + 1).some((inMs) => inMs <= outerInMs)) return;
  seen[around] = outerInMs;
  walk.seen.set(playlistId, seen);

  for (const entry of playlist.entries) {
    const own = soonest(entry, walk.wall);
    if (own === null) continue;
    const inMs = walk.clockPlausible ? Math.max(own, outerInMs) : 0;
    if (entry.nestedPlaylistId !== null) {
      if (mayNest(around)) walkThrough(walk, entry.nestedPlaylistId, inMs, around + 1);
    } else if (entry.mediaFileId !== null) {
      walk.files.set(entry.mediaFileId, Math.min(inMs, walk.files.get(entry.mediaFileId) ?? inMs));
    }
  }
}

function isShowable(file: MediaFileRecord): boolean {
  if (file.deletedAt !== null || (file.status !== null && file.status !== 'converted')) return false;
  return file.kind !== 'folder' && file.kind !== 'unsupported';
}
