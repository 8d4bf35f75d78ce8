import * as v from 'valibot';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Starts belong to one row when each comes so soon after the last sign of life of the one before. */
const rowMs = 10 * minuteMs;
/** So many starts in a row may fail to paint for a minute. */
const mostFailed = 3;
const firstRestMs = hourMs;
const longestRestMs = 6 * hourMs;

const instant = v.pipe(v.number(), v.finite());

/** What a start that paints has proven, each with its version: all of it may be changed under us, or we over it. */
export interface Stack {
  readonly vitrine: string;
  readonly browser: string;
  readonly kernel: string;
}

/** What is kept of the starts of the player. Instants are epoch milliseconds. */
const startsSchema = v.object({
  /** In a row without a minute of painting, with the one that runs. */
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When that row began; null: a version before this one has written this. */
  rowSince: v.optional(v.nullable(instant), null),
  /** The last sign of life. */
  at: instant,
  /** The edition that was painting well last, outside safe mode. */
  provenEdition: v.nullable(v.string()),
  /** And the browser, with its version. */
  provenBrowser: v.optional(v.nullable(v.string()), null),
  /** And the version of this player, and of the kernel. */
  provenVitrine: v.optional(v.nullable(v.string()), null),
  provenKernel: v.optional(v.nullable(v.string()), null),
  safe: v.nullable(
    v.object({
      since: instant,
      /** When a start is tried as usual. */
      tryAt: instant,
      restMs: instant,
      /** The start that runs is that one. */
      isTrying: v.boolean(),
      /** Starts in safe mode without a minute of painting. */
      failed: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  ),
  /** What the launcher has started. */
  release: v.optional(v.nullable(v.string()), null),
  /** When the machine was restarted from here. */
  machineRestarts: v.array(instant),
});

export type Starts = v.InferOutput<typeof startsSchema>;

export const noStarts: Starts = {
  count: 0,
  rowSince: null,
  at: 0,
  provenEdition: null,
  provenBrowser: null,
  provenVitrine: null,
  provenKernel: null,
  safe: null,
  release: null,
  machineRestarts: [],
};

export function parseStarts(value: unknown): Starts {
  const parsed = v.safeParse(startsSchema, value);
  return parsed.success ? parsed.output : noStarts;
}

export function isSafe({ safe }: Starts): boolean {
  return safe !== null && !safe.isTrying;
}

/** Another release has not failed yet: what counts are its own starts. */
export function ofRelease(starts: Starts, release: string | null): Starts {
  return starts.release === release ? starts : { ...starts, release, count: 0, safe: null };
}

/** A start begins. A clock that was set back says nothing of how long ago the last one was: that counts as just now. */
export function begun(before: Starts, now: number): Starts {
  const count = now - before.at <= rowMs ? before.count + 1 : 1;
  const rowSince = count === 1 ? now : (before.rowSince ?? now);
  return { ...before, count, rowSince, at: now, safe: safeAt(before, count, now) };
}

/** For how long starts have failed in a row, and on this boot of the machine. The clock may have been set back meanwhile. */
export function failingMs({ rowSince }: Starts, now: number, sinceBootMs: number): number {
  if (rowSince === null) return 0;
  return rowSince > now ? sinceBootMs : Math.min(now - rowSince, sinceBootMs);
}

function safeAt({ safe }: Starts, count: number, now: number): Starts['safe'] {
  if (safe === null) {
    if (count <= mostFailed) return null;
    return { since: now, tryAt: now + firstRestMs, restMs: firstRestMs, isTrying: false, failed: 0 };
  }
  if (safe.isTrying) {
    const restMs = Math.min(longestRestMs, safe.restMs * 2);
    // What failed in safe mode before the try still counts: else the machine would never be restarted.
    return { ...safe, restMs, tryAt: now + restMs, isTrying: false };
  }
  const isDue = now >= safe.tryAt || now < safe.since;
  return { ...safe, isTrying: isDue, failed: count > 1 ? safe.failed + 1 : 0 };
}

export function alive(starts: Starts, now: number): Starts {
  return { ...starts, at: now };
}

/** Everything that should paint has painted for a minute. */
export function proven(
  starts: Starts,
  { edition, browser, vitrine, kernel }: { readonly edition: string | null } & Stack,
  now: number,
): Starts {
  const { safe } = starts;
  if (isSafe(starts)) return { ...starts, count: 0, at: now, safe: safe && { ...safe, failed: 0 } };
  return {
    ...starts,
    count: 0,
    at: now,
    safe: null,
    ...{ provenEdition: edition, provenBrowser: browser, provenVitrine: vitrine, provenKernel: kernel },
  };
}

/** The player was asked to end: that is no failure, and a try that was cut short is made again. */
export function ended(starts: Starts, now: number): Starts {
  const { safe, count } = starts;
  return {
    ...starts,
    count: Math.max(0, count - 1),
    at: now,
    safe: safe?.isTrying ? { ...safe, isTrying: false, tryAt: now } : safe,
  };
}

/** The next start is one as usual, whatever the clock shows by then. */
export function dueForTry(starts: Starts, now: number): Starts {
  return { ...starts, safe: starts.safe && { ...starts.safe, tryAt: now } };
}

const betweenRestartsMs = 6 * hourMs;
const mostRestartsADay = 2;
const dayMs = 24 * hourMs;

/** Also after a clock that was set back: what seems to come was just before the machine booted, so long ago. */
export function mayRestartMachine({ machineRestarts }: Starts, now: number, sinceBootMs: number): boolean {
  const today = machineRestarts
    .map((at) => (at > now ? now - sinceBootMs : at))
    .filter((at) => now - at < dayMs);
  return today.length < mostRestartsADay && today.every((at) => now - at >= betweenRestartsMs);
}

export function machineRestarted(starts: Starts, now: number): Starts {
  return { ...starts, machineRestarts: [...starts.machineRestarts, now].slice(-mostRestartsADay) };
}
