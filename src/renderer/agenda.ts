import type { Cue, Programme } from '../shared/programme.ts';

/** Where a show stands: in which segment of the programme, in which pass through it, at which index of the pass. */
export interface Position {
  readonly segment: number;
  readonly pass: number;
  readonly index: number;
  readonly cue: Cue;
}

/** What is due on the stage next, and when. All instants are by main's clock. */
export interface Turn {
  readonly at: number;
  /** Null: nothing plays from then on. */
  readonly position: Position | null;
  /** In step: the instant at which the turn ends, whenever it began. Null: the cue has its whole length. */
  readonly endsAt: number | null;
}

/** A turn that has something to show. */
export type CueTurn = Turn & { readonly position: Position };

/** The same by the steady clock, and more precisely: what is on screen may end at another instant than planned. */
export interface Due {
  readonly programme: Programme;
  /** Null: nothing is due, ever. */
  readonly turn: Turn | null;
  readonly at: number;
}

export type DueCue = Due & { readonly turn: CueTurn };

export function isCue(due: Due): due is DueCue {
  return (due.turn?.position ?? null) !== null;
}

/** What is on screen and until when; `position` is null when the programme does not have it any more. */
export interface Running {
  readonly position: Position | null;
  readonly endsAt: number;
}

/** The order of one programme: a loop of this screen's own, or in step with other screens. */
export interface Agenda {
  /** Where a cue that is on screen stands in this programme, or null when it is gone. */
  locate(running: Position, now: number): Turn | null;
  /** What follows what is on screen. With `finish` a cue that a boundary takes away is played to its end. */
  following(running: Running, finish: boolean): Turn;
  /** What plays when nothing is on screen: now, or at the first instant at which something is due; null: never. */
  starting(now: number): Turn | null;
  /** What comes instead of a turn that is to be passed over; `due` is what would come otherwise. */
  instead(passed: Turn, due: Turn): Turn | null;
  /** The ids of the cues that the pass of that instant has. */
  cuesInPass(now: number): ReadonlySet<string>;
}

export function segmentAt({ segments }: Programme, epochMs: number): number {
  return Math.max(
    0,
    segments.findLastIndex(({ from }) => from <= epochMs),
  );
}
