// Stretches of a recording in which one item is visible, and their frames.
import type { Sight } from './recording.ts';

export interface Run {
  readonly id: number;
  /** Positions in the recording; both belong to it. */
  readonly from: number;
  until: number;
}

/** Frames in the middle of a clip that were not recorded. */
export interface LostFrames {
  readonly since: number;
  readonly at: number;
  readonly frames: number;
  /** The recording has no picture from the time when they were due. */
  readonly unrecorded: boolean;
}

/** Stretches of pictures with the code of one item, including unreadable ones in the middle. */
export function runsOf(sights: readonly Sight[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [index, { code }] of sights.entries()) {
    if (code === null) continue;
    const last = runs.at(-1);
    if (last?.id === code.id) last.until = index;
    else runs.push({ id: code.id, from: index, until: index });
  }
  return runs;
}

export function lastFrame(sights: readonly Sight[], run: Run): number {
  return sights[run.until]?.code?.frame ?? 0;
}

/** The first picture of the last frame. */
export function beginOfLast(sights: readonly Sight[], run: Run): number {
  const last = lastFrame(sights, run);
  let since = run.until;
  while (since > run.from && sights[since - 1]?.code?.frame === last) since -= 1;
  return since;
}

/** When the first frame was replaced. */
export function endOfFirst(sights: readonly Sight[], run: Run): number {
  const first = sights[run.from]?.code?.frame;
  let next = run.from + 1;
  while (next < sights.length && [first, undefined].includes(sights[next]?.code?.frame)) next += 1;
  return sights[next]?.at ?? sights[run.from]?.at ?? 0;
}

/** Two pictures of a clip at 30 a second cannot be missed by a recording that comes twice as often. */
const lateRecordingMs = 34;

export function lostIn(sights: readonly Sight[]): {
  readonly lost: readonly LostFrames[];
  readonly of: number;
} {
  const lost: LostFrames[] = [];
  let [first, highest] = [-1, -1];
  let last: Sight | null = null;
  let late = false;
  for (const sight of sights) {
    late ||= last !== null && sight.at - last.at > lateRecordingMs;
    const frame = sight.code?.frame ?? -1;
    if (first === -1) [first, highest] = [frame, frame];
    if (frame > highest) {
      const frames = frame - highest - 1;
      if (frames > 0 && last) lost.push({ since: last.at, at: sight.at, frames, unrecorded: late });
      highest = frame;
      late = false;
    }
    last = sight;
  }
  return { lost, of: highest - first + 1 };
}
