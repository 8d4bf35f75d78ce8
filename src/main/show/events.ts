import type { Programme } from '../../shared/programme.ts';
import type { VisitPart } from '../../shared/turns.ts';
import type { VideoDecoder } from '../../shared/video-decoder.ts';

/** One showing of an item on a screen, as proof of play needs it. */
export interface ShowingKey {
  /** Made by the stage, once for each showing. */
  readonly showingId: string;
  readonly screenId: string;
  readonly entryId: string;
  /** The entries it is nested in, outermost first; left out: none. */
  readonly outer?: readonly string[];
  readonly mediaFileId: string;
  readonly editionId: string | null;
  /** Shown above the show, which went on below. */
  readonly isInterrupt?: true;
}

export type Showing =
  | (ShowingKey & {
      readonly type: 'started';
      readonly at: number;
      /** How far it advanced the screen's rotations; left out: not at all. */
      readonly turns?: NonNullable<Programme['turns']>;
      /** Left out: it belongs to no visit. */
      readonly visit?: VisitPart;
      /** Left out: no video, or not reported so far. */
      readonly decoder?: VideoDecoder;
    })
  | (ShowingKey & {
      readonly type: 'ended';
      readonly at: number;
      readonly outcome: 'completed' | 'interrupted' | 'failed';
      readonly reason: string | null;
      /** The last one, as a browser may change it. */
      readonly decoder?: VideoDecoder;
    })
  /** It never came on screen. */
  | (ShowingKey & { readonly type: 'failed'; readonly at: number; readonly reason: string });
