import * as v from 'valibot';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Starts belong to one row when each comes so soon after the last sign of life of the one before. */
const rowMs = 10 * minuteMs;
/** So many starts in a row may fail before safe mode. */
const mostFailed = 3;
const firstRestMs = hourMs;
const longestRestMs = 6 * hourMs;

const instant = v.pipe(v.number(), v.finite());

/** What a successful start has proven, with versions: any of it may be upgraded. */
export interface Stack {
  readonly vitrine: string;
  readonly browser: string;
  readonly kernel: string;
}

/** Instants are epoch milliseconds. */
const startsSchema = v.object({
  /** In a row without a minute of painting, with the one that runs. */
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When that row began; null: a version before this one has written this. */
  rowSince: v.optional(v.nullable(instant), null),
  /** The last sign of life. */
  at: instant,
  /** The last edition that played well outside safe mode. */
  provenEdition: v.nullable(v.string()),
  /** And the browser, with its version. */
  provenBrowser: v.optional(v.nullable(v.string()), null),
  /** And the version of this player, and of the kernel. */
  provenVitrine: v.optional(v.nullable(v.string()), null),
  provenKernel: v.optional(v.nullable(v.string()), null),
  safe: v.nullable(
    v.object({
      since: instant,
      /** When to try a normal start. */
      tryAt: instant,
      restMs: instant,
      /** This run is that try. */
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

/** The starts of another release do not count against this one. */
export function ofRelease(starts: Starts, release: string | null): Starts {
  return starts.release === release ? starts : { ...starts, release, count: 0, safe: null };
}

/** After a clock was set back, the last start counts as just now. */
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
    // Failures in safe mode before the try still count; otherwise the machine would never restart.
    return { ...safe, restMs, tryAt: now + restMs, isTrying: false };
  }
  const isDue = now >= safe.tryAt || now < safe.since;
  return { ...safe, isTrying: isDue, failed: count > 1 ? safe.failed + 1 : 0 };
}

export function alive(starts: Starts, now: number): Starts {
  return { ...starts, at: now };
}

/** All screens that should paint have painted for a minute. */
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
    provenEdition: edition,
    provenBrowser: browser,
    provenVitrine: vitrine,
    provenKernel: kernel,
  };
}

/** A requested end is no failure, and repeats a try that it cut short. */
export function ended(starts: Starts, now: number): Starts {
  const { safe, count } = starts;
  return {
    ...starts,
    count: Math.max(0, count - 1),
    at: now,
    safe: safe?.isTrying ? { ...safe, isTrying: false, tryAt: now } : safe,
  };
}

/** The next start is a normal one, whatever the clock shows then. */
export function dueForTry(starts: Starts, now: number): Starts {
  return { ...starts, safe: starts.safe && { ...starts.safe, tryAt: now } };
}

const betweenRestartsMs = 6 * hourMs;
/** A restart that failed is tried again so soon. It counts, as it may yet come. */
const afterFailureMs = 30 * minuteMs;
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

export function machineNotRestarted({ machineRestarts, ...starts }: Starts, now: number): Starts {
  const countedAt = now - betweenRestartsMs + afterFailureMs;
  return { ...starts, machineRestarts: [...machineRestarts.slice(0, -1), countedAt] };
}
