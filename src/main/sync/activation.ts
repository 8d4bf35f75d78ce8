/** State of one media file that an edition may show. */
export interface Standing {
  /** Milliseconds from now until it may be shown. */
  readonly inMs: number;
  /** `ready` includes entries that need no bytes, such as web pages. */
  readonly state: 'ready' | 'missing' | 'failed';
}

export type Verdict =
  | { readonly activate: true; readonly complete: boolean }
  | { readonly activate: false; readonly because: 'missing' | 'nothing-ready' | 'empty' };

/** What the screens show while an update is judged: `other` is the show of another CMS, account or assignment. */
export type Playing = 'own' | 'other' | 'nothing';

/**
 * Whether a staged edition may take over. `playing`: whose show is on the screens and has something to show within `aheadMs`.
 */
export function judge(files: readonly Standing[], playing: Playing, aheadMs: number): Verdict {
  const near = files.filter((file) => file.inMs <= aheadMs);
  const settled = near.every((file) => file.state !== 'missing');
  const anythingReady = near.some((file) => file.state === 'ready');
  const complete = files.every((file) => file.state === 'ready');

  // The show never stops: an update without a single usable file does not replace an edition that plays. An update
  // that is empty on purpose does.
  if (playing === 'own' && near.length > 0 && !anythingReady)
    return { activate: false, because: 'nothing-ready' };
  // Whoever sets a player up again has not emptied the show that plays.
  if (playing === 'other' && near.length === 0) return { activate: false, because: 'empty' };
  if (settled && (anythingReady || near.length === 0)) return { activate: true, complete };
  if (playing !== 'own' && anythingReady) return { activate: true, complete };
  return { activate: false, because: anythingReady ? 'missing' : 'nothing-ready' };
}
