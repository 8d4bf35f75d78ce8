import type { Turn, Visit } from './visit.ts';
import type { Length } from './zones.ts';

/**
 * What one screen plays from now on: plain data, planned by schedule/ and played by the stage. It carries instants
 * instead of "next" commands, so that the stage continues while main is stalled.
 */
export interface Programme {
  /** Changes with anything visible or audible, and with nothing else. */
  readonly id: string;
  readonly editionId: string | null;
  /** With the zone where the screen has zones: `1/side`. */
  readonly screenId: string;
  /** Every cue of any segment, once. Sequences refer to cues by index. */
  readonly cues: readonly Cue[];
  /** In order of time. The first covers the present; the last continues until the programme is replaced. */
  readonly segments: readonly Segment[];
  /** True: the wall clock sets the position in the pass, so that several screens agree. */
  readonly inStep: boolean;
  /** Media types with codec whose support the stage must report. */
  readonly streams?: readonly string[];
  /** Rotations through nested playlists at planning time; the stage uses them where it has no later state. */
  readonly turns?: readonly (readonly [list: string, turn: Turn])[];
}

export interface Segment {
  /** Epoch milliseconds at which this segment starts. */
  readonly from: number;
  /** Epoch milliseconds from which passes are counted in step. */
  readonly anchor: number;
  /** Empty: nothing plays, and the standby screen is shown. */
  readonly sequence: Sequence;
}

/** One pass: cues by their index in `Programme.cues`, and nested lists at their entry's place. */
export interface Sequence {
  /** Null: in the given order. Otherwise shuffled anew in each pass, by this seed and the number of the pass. */
  readonly seed: number | null;
  readonly members: readonly (number | Sequence)[];
  /** Left out: each pass plays all members. */
  readonly visit?: Visit;
}

export interface Cue {
  /** Equal across programmes for the same showing of the same bytes. */
  readonly id: string;
  readonly entryId: string;
  /** Entry ids from the outermost to the innermost. */
  readonly path: readonly string[];
  readonly mediaFileId: string;
  readonly name: string;
  readonly content: Content;
  /** Always positive. */
  readonly durationMs: number;
  /** True: the cue ends when its video or sound ends, within a second of `durationMs`. */
  readonly toOwnEnd: boolean;
  /** The length is unknown: `durationMs` is a guess, and the media's own end counts. */
  readonly lengthUnknown?: true;
  readonly sound: boolean;
  readonly transition: Transition;
}

/** `source` is relative to the app's address: `media/<sha256>.<extension>`. */
export type Content =
  | { readonly kind: 'image'; readonly source: string; readonly mimeType: string }
  | { readonly kind: 'video'; readonly source: string; readonly mimeType: string }
  | { readonly kind: 'audio'; readonly source: string; readonly mimeType: string }
  | { readonly kind: 'pdf'; readonly source: string }
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'page'; readonly address: string }
  /** In step only: the file is missing. The cue keeps its time while the previous item is held. */
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
  /** The used part of the display in its pixels; null: all of it. */
  readonly region: Region | null;
  readonly ticker: Ticker | null;
  readonly logo: Logo | null;
  /** For web pages: at 2, everything is twice as large in half the space. */
  readonly pageZoom: number;
  /** A web page that stays in sight is reloaded at this interval. */
  readonly pageReloadMs: number;
  /** For a running cue that the programme no longer has at a boundary. */
  readonly atBoundary: 'cut' | 'finish';
  /** From the lowest to the uppermost, each with a programme of its own. Left out: one programme fills the screen. */
  readonly zones?: readonly Zone[];
}

/** A part of the screen. */
export interface Zone {
  readonly id: string;
  readonly left: Length;
  readonly top: Length;
  readonly width: Length;
  readonly height: Length;
  readonly fit: ScreenSettings['fit'];
  readonly sounds: boolean;
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
    /** IANA name; left out: the system's zone. */
    readonly timeZone?: string;
  } | null;
}

export interface Logo {
  readonly source: string;
  /** 0 to 1; left out: opaque. */
  readonly opacity?: number;
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
