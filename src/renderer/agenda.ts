import type { Cue, Programme } from '../shared/programme.ts';

/** Where a show is: which segment of the programme, which pass through it, which position in the pass. */
export interface Position {
  readonly segment: number;
  readonly pass: number;
  readonly index: number;
  readonly cue: Cue;
}

/** What comes next, and when. All instants are by main's clock. */
export interface Turn {
  readonly at: number;
  /** Null: nothing plays from then on. */
  readonly position: Position | null;
  /** In step: the instant at which it ends, whenever it began. Null: it has its whole length. */
  readonly endsAt: number | null;
}

/** What is on screen and until when; `position` null: the programme does not have it any more. */
export interface Running {
  readonly position: Position | null;
  readonly endsAt: number;
}

/** The way through one programme: in a loop of its own, or in step with other screens. */
export interface Agenda {
  /** True: a late start joins in the middle, and what is missing keeps its time. */
  readonly inStep: boolean;
  /** Where a cue that is on screen stands in this programme, or null when it is gone. */
  locate(running: Position, now: number): Turn | null;
  /** What follows what is on screen. With `finish` a cue that a boundary takes away is played to its end. */
  following(running: Running, finish: boolean): Turn;
  /** What plays when nothing does: now, or at the first instant at which something is due; null: never. */
  starting(now: number): Turn | null;
  /** What comes in the stead of a turn that could not be made ready; `due` is what would be tried now. */
  instead(failed: Turn, due: Turn): Turn | null;
  /** Different cues in what plays at that instant. */
  cuesInPass(now: number): number;
}

export function segmentAt(programme: Programme, epochMs: number): number {
  const later = programme.segments.findIndex((segment) => segment.from > epochMs);
  return later === -1 ? programme.segments.length - 1 : Math.max(0, later - 1);
}
