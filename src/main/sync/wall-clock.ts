/**
 * What a clock on the shop's wall shows, as a day number and the milliseconds of that day. Sync uses it only to put
 * downloads in order and to look a day ahead, so it may be wrong by the hour that a clock change moves; the exact
 * rules live in schedule/.
 */
export interface WallTime {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly ms: number;
}

export const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

export function wallTime(epochMs: number, timeZone: string | null): WallTime {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(epochMs)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return {
    day: Math.floor(Date.UTC(year, month - 1, day) / dayMs),
    ms: ((hour * 60 + minute) * 60 + second) * 1000,
  };
}

function formatFor(timeZone: string | null): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  const known = formats.get(key);
  if (known) return known;
  const format = makeFormat(timeZone);
  formats.set(key, format);
  return format;
}

function makeFormat(timeZone: string | null): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  };
  try {
    return new Intl.DateTimeFormat('en', timeZone === null ? options : { ...options, timeZone });
  } catch (error) {
    // A zone that this machine does not know must not stop the downloads: the machine's own is near enough.
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en', options);
    throw error;
  }
}

/** `YYYY-MM-DD` as a day number, or null when it is not a date. */
export function dayOf(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return null;
  return Math.floor(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / dayMs);
}

/** `HH:MM` or `HH:MM:SS` as milliseconds of the day, or null when it is not a time. */
export function timeOf(time: string): number | null {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(time);
  if (!match) return null;
  return ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3] ?? 0)) * 1000;
}
