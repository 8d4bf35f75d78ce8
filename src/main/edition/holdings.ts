/** What the store has for one edition, as plain values: all that `schedule/` knows of disks. */
export interface Holdings {
  /** Media file id → the verified object that holds its bytes. */
  readonly objects: ReadonlyMap<string, HeldObject>;
  /** Media file id → why it was put aside after repeated failures on screen. */
  readonly putAside: ReadonlyMap<string, string>;
}

/** A verified object, described by its own bytes and not by what the server said of it. */
export interface HeldObject extends ContentDescription {
  readonly sha256: string;
  readonly bytes: number;
}

export interface ContentDescription {
  readonly kind: 'image' | 'video' | 'audio' | 'pdf' | 'text';
  readonly mimeType: string;
  /** One of the closed list in `shared/media-types.ts`. */
  readonly extension: string;
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
}
