import type { Cue, Sequence } from './programme.ts';
import { expand, noTurns } from './sequence.ts';
import type { Turns } from './visit.ts';

/** The cue that the wall clock prescribes. */
export interface OnAir {
  /** Number of the pass since the anchor. */
  readonly pass: number;
  /** Index in the order of this pass. */
  readonly index: number;
  /** Index in the programme's cues. */
  readonly cue: number;
  /** Time since the start of the cue. */
  readonly elapsedMs: number;
}

/** In step: the cue at `instant`; null when a pass has no length. */
export function onAirAt(
  sequence: Sequence,
  cues: readonly Cue[],
  anchor: number,
  instant: number,
): OnAir | null {
  const place = placeOf(sequence, cues, instant - anchor);
  if (place === null) return null;
  const { pass, turns, rounds } = place;
  let { elapsedMs } = place;
  const { order } = expand(sequence, cues, { pass, turns, rounds });
  for (const [index, cue] of order.entries()) {
    const duration = cues[cue]?.durationMs ?? 0;
    if (elapsedMs < duration) return { pass, index, cue, elapsedMs };
    elapsedMs -= duration;
  }
  return null;
}

/** The pass at a time since the anchor. */
function placeOf(sequence: Sequence, cues: readonly Cue[], sinceAnchor: number) {
  const period = periodOf(sequence, cues);
  if (period === null || !(period.lengthMs > 0)) return null;
  const { passes, lengthMs, leadMs, leadPasses, rounds } = period;
  const periods = Math.max(
    Math.floor((sinceAnchor - leadMs) / lengthMs),
    sinceAnchor < 0 ? Number.NEGATIVE_INFINITY : 0,
  );
  let elapsedMs = sinceAnchor - periods * lengthMs;
  let index = sinceAnchor < 0 ? leadPasses : 0;
  if (index > 0) elapsedMs -= leadMs;
  for (; index < passes.length - 1; index++) {
    const { lengthMs: length } = passes[index] ?? nowhere;
    if (elapsedMs < length) break;
    elapsedMs -= length;
  }
  const repeated = passes.length - leadPasses;
  return { pass: index + periods * repeated, elapsedMs, turns: passes[index]?.turns ?? noTurns, rounds };
}

/** All different passes of a show in step: the lead passes come once, the others repeat. */
interface Period {
  readonly passes: readonly { readonly turns: Turns; readonly lengthMs: number }[];
  readonly leadPasses: number;
  readonly leadMs: number;
  /** Length of all repeating passes. */
  readonly lengthMs: number;
  readonly rounds: number;
}

const nowhere = { lengthMs: 0 };
/** With more cues, the position of a show in step is not computed. */
const mostCues = 50_000;
/** The more rounds of a random rotation differ, the longer a show in step takes to repeat. */
const roundsTried = [12, 4, 1];
const periods = new WeakMap<Sequence, Period | null>();

/** Null: the rotations take too long to repeat for a show in step. */
export function periodOf(sequence: Sequence, cues: readonly Cue[]): Period | null {
  const kept = periods.get(sequence);
  if (kept !== undefined) return kept;
  let made: Period | null = null;
  if (hasVisits(sequence)) {
    for (const rounds of roundsTried) made ??= measured(sequence, cues, rounds);
  } else {
    const lengthMs = passLength(sequence, cues);
    made = { passes: [{ turns: noTurns, lengthMs }], leadPasses: 0, leadMs: 0, lengthMs, rounds: 1 };
  }
  periods.set(sequence, made);
  return made;
}

function measured(sequence: Sequence, cues: readonly Cue[], rounds: number): Period | null {
  const passes: { turns: Turns; lengthMs: number }[] = [];
  const seen = new Map<string, number>();
  let turns = noTurns;
  for (let count = 0; count <= mostCues; ) {
    // Rotations only ever join at the end, so equal states have one order.
    const key = JSON.stringify([...turns]);
    const leadPasses = seen.get(key);
    if (leadPasses !== undefined) {
      const sum = (some: typeof passes): number => some.reduce((total, { lengthMs }) => total + lengthMs, 0);
      const leadMs = sum(passes.slice(0, leadPasses));
      return { passes, leadPasses, leadMs, lengthMs: sum(passes) - leadMs, rounds };
    }
    seen.set(key, passes.length);
    const { order, turns: after } = expand(sequence, cues, { pass: passes.length, turns, rounds });
    const lengthMs = order.reduce((sum, cue) => sum + (cues[cue]?.durationMs ?? 0), 0);
    passes.push({ turns, lengthMs });
    count += order.length + 1;
    turns = after;
  }
  return null;
}

export function hasVisits({ visit, members }: Sequence): boolean {
  return visit !== undefined || members.some((member) => typeof member !== 'number' && hasVisits(member));
}

/** In milliseconds. Without rotations each pass plays each cue once, so all passes have the same length. */
export function passLength({ members }: Sequence, cues: readonly Cue[]): number {
  let length = 0;
  for (const member of members)
    length += typeof member === 'number' ? (cues[member]?.durationMs ?? 0) : passLength(member, cues);
  return length;
}

/** The same show without rotations: each visit plays all items. */
export function withoutVisits({ seed, members }: Sequence): Sequence {
  return {
    seed,
    members: members.map((member) => (typeof member === 'number' ? member : withoutVisits(member))),
  };
}
