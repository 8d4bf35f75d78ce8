/** How many nested playlists may stand around an entry. */
export const deepestNesting = 16;

/** Whether an entry that has so many nested playlists around it may nest another one. */
export function mayNest(around: number): boolean {
  return around < deepestNesting;
}
