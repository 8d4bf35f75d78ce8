import { type Edition, playlistOf } from '../edition/edition.ts';

/** Shorter lists may shrink freely, unless they become empty. */
const longEnough = 10;

/**
 * Whether an answer lost so much that a second reading must confirm it: a list became empty, or one of ten or more
 * shrank below half. A faulty server answers like that, but an editor may also mean it.
 */
export function looksLossy(before: Edition | null, after: Edition): boolean {
  if (before === null || before.source !== after.source) return false;
  if (lost(count(before.screens), count(after.screens))) return true;
  if (lost(count(before.mediaFiles), count(after.mediaFiles))) return true;
  return Object.values(before.playlists).some((playlist) => {
    const next = playlistOf(after, playlist.id);
    return next !== null && lost(playlist.entries.length, next.entries.length);
  });
}

function lost(before: number, after: number): boolean {
  return (before > 0 && after === 0) || (before >= longEnough && after * 2 < before);
}

function count(record: Readonly<Record<string, unknown>>): number {
  return Object.keys(record).length;
}
