import type { Message } from '../../shared/languages/message.ts';
import type { MediaKind } from '../../shared/media-types.ts';

/** What the store has for one edition, as plain values. `schedule/` knows nothing else of disks. */
export interface Holdings {
  /** Media file id → the verified object that holds its bytes. */
  readonly objects: ReadonlyMap<string, HeldObject>;
  /** Media file id → why it was excluded after repeated failures on screen, see `failureOnScreen`. */
  readonly putAside: ReadonlyMap<string, Message | string>;
  /** Media file id → why its bytes are missing, if a download was tried. */
  readonly missing: ReadonlyMap<string, Shortfall>;
  /** Types of objects that the browser of this machine cannot decode. */
  readonly undecodable: ReadonlySet<string>;
}

export interface Shortfall {
  readonly message: Message;
  /** All attempts have failed; no edition waits for it. */
  readonly failed: boolean;
}

export const emptyHoldings: Holdings = {
  objects: new Map(),
  putAside: new Map(),
  missing: new Map(),
  undecodable: new Set(),
};

/** A verified object, described by its bytes and not by the server. */
export interface HeldObject extends ContentDescription {
  readonly sha256: string;
  readonly bytes: number;
}

export interface ContentDescription {
  readonly kind: MediaKind;
  /** With the codec of its first track where that is known: `video/mp4; codecs="avc1.64001F"`. */
  readonly mimeType: string;
  /** One of the closed list in `shared/media-types.ts`. */
  readonly extension: string;
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
}
