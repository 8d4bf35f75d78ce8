/**
 * A screen may be divided into zones, each with a playlist of its own. Wherever a show is named, a zone's is `1/side`: the id of
 * the screen, then the id of the zone. A screen without zones is one show, named by the screen alone.
 */
export function showId(screenId: string, zoneId: string): string {
  return zoneId === '' ? screenId : `${screenId}/${zoneId}`;
}

export function screenOf(id: string): string {
  return id.split('/', 1)[0] ?? id;
}

/** Empty: the whole screen. */
export function zoneOf(id: string): string {
  return id.slice(screenOf(id).length + 1);
}

/** Pixels of the display, or text such as `12.5%`: a part of the screen. */
export type Length = number | string;

export const percentPattern = /^(-?\d{1,6}(?:\.\d{1,6})?)\s*%$/;

/** Null: the length is in pixels. */
export function percentOf(length: Length): number | null {
  const percent = typeof length === 'string' ? percentPattern.exec(length)?.[1] : undefined;
  return percent === undefined ? null : Number(percent);
}
