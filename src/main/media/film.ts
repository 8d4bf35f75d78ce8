/** Properties of a file by its tracks, in any container. */
export interface Film {
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** RFC 6381 string of each track's codec; null when uncertain. */
  readonly pictures: readonly (string | null)[];
  readonly sounds: readonly (string | null)[];
  /** Bytes are missing at the end. */
  readonly cutShort: boolean;
}

export const unknownFilm: Film = {
  durationMs: null,
  width: null,
  height: null,
  pictures: [],
  sounds: [],
  cutShort: false,
};
