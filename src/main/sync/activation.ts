/** How one media file stands that an edition may show. */
export interface Need {
  /** Milliseconds from now until it may be shown. */
  readonly inMs: number;
  /** `ready` is also what needs no bytes, such as a web page. */
  readonly state: 'ready' | 'missing' | 'failed';
}

export interface Standing {
  readonly needs: readonly Need[];
  /** An edition of the same source is active and has something that may be shown within `aheadMs`. */
  readonly activeCanPlay: boolean;
  readonly aheadMs: number;
}

export type Verdict =
  | { readonly activate: true; readonly complete: boolean }
  | { readonly activate: false; readonly because: 'missing' | 'nothing-ready' };

/** When may a staged edition take over. */
export function judge({ needs, activeCanPlay, aheadMs }: Standing): Verdict {
  const near = needs.filter((need) => need.inMs <= aheadMs);
  const settled = near.every((need) => need.state !== 'missing');
  const anythingReady = near.some((need) => need.state === 'ready');
  const complete = needs.every((need) => need.state === 'ready');

  // The show never stops: an update of which nothing could be had does not replace one that plays. One that is
  // empty on purpose does.
  if (activeCanPlay && near.length > 0 && !anythingReady)
    return { activate: false, because: 'nothing-ready' };
  if (settled && (anythingReady || near.length === 0)) return { activate: true, complete };
  if (!activeCanPlay && anythingReady) return { activate: true, complete };
  return { activate: false, because: anythingReady ? 'missing' : 'nothing-ready' };
}
