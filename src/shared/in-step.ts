import { type Cycle, cyclesOf, startOf, turnsBefore } from './cycles.ts';
import type { Cue, Sequence } from './programme.ts';
import { expand } from './sequence.ts';
import { atOnce, type Steps } from './steps.ts';

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
  const period = periodOf(sequence, cues);
  if (period === null || !(passStart(period, 1) > 0)) return null;
  const pass = passAt(period, instant - anchor);
  let elapsedMs = instant - anchor - passStart(period, pass);
  for (const [index, cue] of orderOf(sequence, cues, period, pass).entries()) {
    const duration = cues[cue]?.durationMs ?? 0;
    if (elapsedMs < duration) return { pass, index, cue, elapsedMs };
    elapsedMs -= duration;
  }
  return null;
}

/** When each pass of a show in step begins. */
interface Period {
  /** What every pass plays, in milliseconds. */
  readonly alwaysMs: number;
  readonly cycles: readonly Cycle[];
  readonly rounds: number;
}

/** The more rounds of a random rotation differ, the longer a show in step takes to repeat. */
const roundsTried = [12, 4, 1];
const periods = new WeakMap<Sequence, Period | null>();

/** Null: a rotation takes too long to repeat for a show in step. */
export function periodOf(sequence: Sequence, cues: readonly Cue[]): Period | null {
  return atOnce(periodSteps(sequence, cues));
}

export function* periodSteps(sequence: Sequence, cues: readonly Cue[]): Steps<Period | null> {
  const kept = periods.get(sequence);
  if (kept !== undefined) return kept;
  let made: Period | null = null;
  for (const rounds of roundsTried) {
    const cycles = yield* cyclesOf(sequence, cues, rounds);
    if (cycles === null) continue;
    made = { alwaysMs: lengthWithoutVisits(sequence, cues), cycles, rounds };
    break;
  }
  periods.set(sequence, made);
  return made;
}

/** In milliseconds since the anchor. */
function passStart({ alwaysMs, cycles }: Period, pass: number): number {
  return cycles.reduce((sum, cycle) => sum + startOf(cycle, pass), alwaysMs * pass);
}

/** The last pass that has begun at a time since the anchor. */
function passAt(period: Period, sinceAnchor: number): number {
  let begun = 0;
  let later = 1;
  for (; passStart(period, later) <= sinceAnchor; later *= 2) begun = later;
  for (let back = 1; passStart(period, begun) > sinceAnchor; back *= 2) [begun, later] = [-back, begun];
  while (later - begun > 1) {
    const middle = Math.floor((begun + later) / 2);
    if (passStart(period, middle) <= sinceAnchor) begun = middle;
    else later = middle;
  }
  return begun;
}

/** A stage needs the same pass many times. */
const orders = new WeakMap<Period, { readonly pass: number; readonly order: readonly number[] }>();

function orderOf(sequence: Sequence, cues: readonly Cue[], period: Period, pass: number): readonly number[] {
  const kept = orders.get(period);
  if (kept?.pass === pass) return kept.order;
  const { cycles, rounds } = period;
  const turns = new Map(cycles.flatMap((cycle) => [...turnsBefore(cycle, pass)]));
  const { order } = expand(sequence, cues, { pass, turns, rounds });
  orders.set(period, { pass, order });
  return order;
}

/** In milliseconds. Every pass plays each cue outside of rotations once. */
function lengthWithoutVisits({ visit, members }: Sequence, cues: readonly Cue[]): number {
  if (visit !== undefined) return 0;
  let length = 0;
  for (const member of members)
    length +=
      typeof member === 'number' ? (cues[member]?.durationMs ?? 0) : lengthWithoutVisits(member, cues);
  return length;
}

/** The same show without rotations: each visit plays all items. */
export function withoutVisits({ seed, members }: Sequence): Sequence {
  return {
    seed,
    members: members.map((member) => (typeof member === 'number' ? member : withoutVisits(member))),
  };
}
