import type { Cue, Programme } from '../shared/programme.ts';

/** A place in the programme: segment, pass through that segment, index in that pass. */
export interface Position {
  readonly segment: number;
  readonly pass: number;
  readonly index: number;
  readonly cue: Cue;
}

/** The next change on the stage. All instants are by main's clock. */
export interface Turn {
  readonly at: number;
  /** Null: nothing plays from `at` on. */
  readonly position: Position | null;
  /** In step: the instant at which the turn ends, whenever it began. Null: the cue has its whole length. */
  readonly endsAt: number | null;
}

/** A turn that has something to show. */
export type CueTurn = Turn & { readonly position: Position };

/** A turn converted to the steady clock. The running item may end earlier or later than planned. */
export interface Due {
  readonly programme: Programme;
  /** Null: nothing will ever be due. */
  readonly turn: Turn | null;
  readonly at: number;
}

export type DueCue = Due & { readonly turn: CueTurn };

export function isCue(due: Due): due is DueCue {
  return (due.turn?.position ?? null) !== null;
}

/** The item on screen and its end; `position` is null when the programme no longer has it. */
export interface Running {
  readonly position: Position | null;
  readonly endsAt: number;
}

/** The playing order of one programme: a loop of this screen, or in step with other screens. */
export interface Agenda {
  /** Finds the running cue in this programme; null when it is gone. */
  locate(running: Position, now: number): Turn | null;
  /** The turn after the running one. With `finish`, a cue removed by a boundary plays to its end. */
  following(running: Running, finish: boolean): Turn;
  /** The first turn when nothing is on screen: now or later; null: never. */
  starting(now: number): Turn | null;
  /** The turn to take instead of `passed`; `due` is the turn planned next. */
  instead(passed: Turn, due: Turn): Turn | null;
  /** Ids of all cues in the pass at `now`. */
  cuesInPass(now: number): ReadonlySet<string>;
}

export function segmentAt({ segments }: Programme, epochMs: number): number {
  return Math.max(
    0,
    segments.findLastIndex(({ from }) => from <= epochMs),
  );
}
