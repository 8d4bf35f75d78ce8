// Judges figures in view of pauses of the machine itself: a virtual machine can stand still for 100 ms and more.

/** One or more processors stood still; epoch milliseconds. */
export interface Pause {
  readonly from: number;
  readonly until: number;
}

/** The result of watching the machine. */
export interface Pauses {
  /** Why the machine could not be watched, so that nothing is excused; null: it was watched. */
  readonly unseen: string | null;
  /** In order of time, without overlaps. */
  readonly pauses: readonly Pause[];
}

/** For a stall: the time to wake up after a pause when other processes want the processors too. */
const wakingMs = 10;

/**
 * A pause still affects the pictures right after it: three frames at 30 per second, one for decoding, one for
 * composing, one for the delay of the recording.
 */
export const recoveryMs = 100;

export function united(pauses: readonly Pause[]): readonly Pause[] {
  const apart: Pause[] = [];
  for (const pause of pauses.toSorted((one, other) => one.from - other.from)) {
    const last = apart.at(-1);
    if (last === undefined || pause.from > last.until) apart.push(pause);
    else apart[apart.length - 1] = { from: last.from, until: Math.max(last.until, pause.until) };
  }
  return apart;
}

/** The time in this stretch for which a processor stood still. */
export function pausedMs({ pauses }: Pauses, from: number, until: number): number {
  return pauses.reduce(
    (sum, pause) => sum + Math.max(0, Math.min(until, pause.until) - Math.max(from, pause.from)),
    0,
  );
}

/** A stall is caused by the machine if the machine stood still in it, and for as long. */
export function isMachines(seen: Pauses, stall: Pause): boolean {
  const paused = pausedMs(seen, stall.from, stall.until);
  return paused > 0 && stall.until - stall.from <= paused + wakingMs;
}

/** Pictures in this stretch may result from a pause in it, or from one just before. */
export function isNearPause({ pauses }: Pauses, from: number, until: number): boolean {
  return pauses.some((pause) => pause.from <= until && from <= pause.until + recoveryMs);
}

/** In one line, for people. */
export function describePauses({ unseen, pauses }: Pauses): string {
  if (unseen !== null) return `Nothing is excused: ${unseen}`;
  const longest = Math.max(0, ...pauses.map(({ from, until }) => until - from));
  return `Pauses of the machine itself: ${pauses.length}, the longest ${longest.toFixed(0)} ms.`;
}
