// What to think of a figure when the machine itself stood still: a virtual machine may be, for 100 ms and more.

/** One or more processors stood still; epoch milliseconds. */
export interface Pause {
  readonly from: number;
  readonly until: number;
}

/** What a watch of the machine has seen. */
export interface Pauses {
  /** Why the machine could not be watched, so that nothing is excused; null: it was. */
  readonly unseen: string | null;
  /** In the order of time, and apart from each other. */
  readonly pauses: readonly Pause[];
}

/** Of a stall: what waking up may take after a pause, when others want the processors too. */
const wakingMs = 10;

/**
 * What is seen right after a pause is still its work: three frames at 30 a second, one to be decoded, one to be
 * composed, one that the recording itself is late.
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

/** Time in that stretch for which a processor stood still. */
export function pausedMs({ pauses }: Pauses, from: number, until: number): number {
  return pauses.reduce(
    (sum, pause) => sum + Math.max(0, Math.min(until, pause.until) - Math.max(from, pause.from)),
    0,
  );
}

/** A stall is the machine's when the machine stood still in it, and for as long as it took. */
export function isMachines(seen: Pauses, stall: Pause): boolean {
  const paused = pausedMs(seen, stall.from, stall.until);
  return paused > 0 && stall.until - stall.from <= paused + wakingMs;
}

/** What was seen in that stretch may come from a pause in it, or from one that was just over. */
export function isNearPause({ pauses }: Pauses, from: number, until: number): boolean {
  return pauses.some((pause) => pause.from <= until && from <= pause.until + recoveryMs);
}

/** In one line, for a person. */
export function describePauses({ unseen, pauses }: Pauses): string {
  if (unseen !== null) return `Nothing is excused: ${unseen}`;
  const longest = Math.max(0, ...pauses.map(({ from, until }) => until - from));
  return `Pauses of the machine itself: ${pauses.length}, the longest ${longest.toFixed(0)} ms.`;
}
