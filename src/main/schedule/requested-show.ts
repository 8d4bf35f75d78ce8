import { screenOf, showId, zoneOf } from '../../shared/zones.ts';

/**
 * Which show is meant by the id of a screen, with a zone or without: of a divided screen the first zone. `alike`: all displays
 * show the same, so whichever is meant plays what the first one plays.
 */
export function requestedShow(shows: readonly string[], requested: string | null, alike: boolean): string {
  const [first = ''] = shows;
  if (requested === null) return first;
  const wanted = alike ? showId(screenOf(first), zoneOf(requested)) : requested;
  if (shows.includes(wanted)) return wanted;
  const divided = shows.find((show) => screenOf(show) === wanted);
  return divided ?? (alike ? first : wanted);
}
