/** What the tracks of a file say, whatever it is packed in. */
export interface Film {
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** The codec of each track, as a browser is asked for it; null where nothing certain can be said. */
  readonly pictures: readonly (string | null)[];
  readonly sounds: readonly (string | null)[];
  /** Bytes are missing at its end. */
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
