import type { Turn, Visit } from './visit.ts';

/**
 * What one screen plays from now on: plain data, made by schedule/ and run by the stage. It carries instants instead of
 * "next" commands, so that the stage goes on while main is stalled.
 */
export interface Programme {
  /** Anything that changes what is seen or heard changes the id, and nothing else does. */
  readonly id: string;
  readonly editionId: string | null;
  readonly screenId: string;
  /** Every cue that any segment uses, once. Sequences refer to cues by index. */
  readonly cues: readonly Cue[];
  /** In order of time. The first one covers the present, the last one goes on until the programme is replaced. */
  readonly segments: readonly Segment[];
  /** True: the wall clock says where in the pass the show is, so that several screens agree. */
  readonly inStep: boolean;
  /** Types of media, with their codec, of which the stage is to say whether it can decode them. */
  readonly streams?: readonly string[];
  /** How far the rotations through nested playlists had come when it was planned. It counts for a stage that knows no better. */
  readonly turns?: readonly (readonly [list: string, turn: Turn])[];
}

export interface Segment {
  /** Epoch milliseconds at which this segment takes over. */
  readonly from: number;
  /** Epoch milliseconds from which passes are counted when in step. */
  readonly anchor: number;
  /** Empty: nothing plays, the idle screen is shown. */
  readonly sequence: Sequence;
}

/** One pass: cues by their index in `Programme.cues`, and nested lists where their entry stands. */
export interface Sequence {
  /** Null: in the order given. Else shuffled anew in each pass, by this seed and the number of the pass. */
  readonly seed: number | null;
  readonly members: readonly (number | Sequence)[];
  /** Left out: each pass plays all members. */
  readonly visit?: Visit;
}

export interface Cue {
  /** The same showing of the same bytes keeps its id from one programme to the next. */
  readonly id: string;
  readonly entryId: string;
  /** Entry ids from the outermost to the innermost. */
  readonly path: readonly string[];
  readonly mediaFileId: string;
  readonly name: string;
  readonly content: Content;
  /** How long it is shown; always positive. */
  readonly durationMs: number;
  /** True: it is over when the video or sound is over, which is within a second of `durationMs`. */
  readonly toOwnEnd: boolean;
  /** Nobody knows how long it is: `durationMs` is a guess, and its own end wins wherever that is. */
  readonly lengthUnknown?: true;
  readonly sound: boolean;
  readonly transition: Transition;
}

/** `source` is relative to the app's own address: `media/<sha256>.<extension>`. */
export type Content =
  | { readonly kind: 'image'; readonly source: string; readonly mimeType: string }
  | { readonly kind: 'video'; readonly source: string; readonly mimeType: string }
  | { readonly kind: 'audio'; readonly source: string; readonly mimeType: string }
  | { readonly kind: 'pdf'; readonly source: string }
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'page'; readonly address: string }
  /** In step only: its bytes are not here. It keeps its time, and what was before it is held. */
  | { readonly kind: 'absent' };

export type ContentKind = Content['kind'];

export interface Transition {
  readonly kind: 'cut' | 'fade' | 'slide';
  readonly durationMs: number;
}

export interface ScreenSettings {
  readonly rotation: 0 | 90 | 180 | 270;
  readonly fit: 'contain' | 'cover' | 'stretch';
  /** A CSS colour, or `blur`: a blurred copy of the item fills the edges. */
  readonly background: string;
  /** 0 to 1. */
  readonly volume: number;
  /** 1: as large as the region. */
  readonly scale: number;
  /** What is used of the display, in its pixels; null: all of it. */
  readonly region: Region | null;
  readonly ticker: Ticker | null;
  readonly logo: Logo | null;
  /** Of web pages: at 2, everything on them is twice as large, and there is space for half as much. */
  readonly pageZoom: number;
  /** A web page that stays in sight is loaded anew this often. */
  readonly pageReloadMs: number;
  /** What happens at a boundary to a cue that the programme has no more. */
  readonly atBoundary: 'cut' | 'finish';
}

export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Ticker {
  readonly text: string;
  readonly color: string;
  readonly backgroundColor: string;
  /** Pixels of a 1080-line screen per second. */
  readonly speed: number;
  readonly direction: 'left' | 'right';
  readonly position: 'top' | 'bottom';
  readonly clock: {
    readonly format: string;
    readonly position: 'left' | 'right';
    /** IANA name; left out: the system's. */
    readonly timeZone?: string;
  } | null;
}

export interface Logo {
  readonly source: string;
  readonly position: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
}

export const defaultScreenSettings: ScreenSettings = {
  rotation: 0,
  fit: 'contain',
  background: '#000000',
  volume: 1,
  scale: 1,
  region: null,
  ticker: null,
  logo: null,
  pageZoom: 1,
  pageReloadMs: 3_600_000,
  atBoundary: 'cut',
};
