/** State of one media file that an edition may show. */
export interface Standing {
  /** Milliseconds from now until it may be shown. */
  readonly inMs: number;
  /** `ready` includes entries that need no bytes, such as web pages. */
  readonly state: 'ready' | 'missing' | 'failed';
}

export type Verdict =
  | { readonly activate: true; readonly complete: boolean }
  | { readonly activate: false; readonly because: 'missing' | 'nothing-ready' };

/**
 * Whether a staged edition may take over. `activeCanPlay`: the active edition has the same source and something to show
 * within `aheadMs`.
 */
export function judge(files: readonly Standing[], activeCanPlay: boolean, aheadMs: number): Verdict {
  const near = files.filter((file) => file.inMs <= aheadMs);
  const settled = near.every((file) => file.state !== 'missing');
  const anythingReady = near.some((file) => file.state === 'ready');
  const complete = files.every((file) => file.state === 'ready');

  // The show never stops: an update without a single usable file does not replace an edition that plays. An update
  // that is empty on purpose does.
  if (activeCanPlay && near.length > 0 && !anythingReady)
    return { activate: false, because: 'nothing-ready' };
  if (settled && (anythingReady || near.length === 0)) return { activate: true, complete };
  if (!activeCanPlay && anythingReady) return { activate: true, complete };
  return { activate: false, because: anythingReady ? 'missing' : 'nothing-ready' };
}
