import { type Edition, playlistOf } from '../edition/edition.ts';

/** Lists shorter than this may shrink as they like. */
const longEnough = 10;

/**
 * Whether an answer lost so much that it is read twice before it is believed: a list that is suddenly empty,
 * or has less than half of ten or more. A server in trouble answers like that, and so does an editor who means it.
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
