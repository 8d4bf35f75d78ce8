/**
 * An instant as text. Understands the letters of the two families of patterns in use, `HH:mm:ss DD.MM.YYYY` and
 * `H:i:s d.m.Y`; a pattern without any known letter gives hours and minutes.
 */
export function formatInstant(epochMs: number, pattern: string, timeZone: string | undefined): string {
  const parts = partsOf(epochMs, timeZone);
  const hour12 = ((parts.hour + 11) % 12) + 1;
  const two = (value: number): string => String(value).padStart(2, '0');
  const long = /HH|hh|mm|YYYY|DD/.test(pattern);
  const values: Record<string, string> = long
    ? {
        ...{ YYYY: String(parts.year), MM: two(parts.month), DD: two(parts.day), HH: two(parts.hour) },
        ...{ hh: two(hour12), h: String(hour12), H: String(parts.hour), mm: two(parts.minute) },
        ...{ ss: two(parts.second), A: parts.hour < 12 ? 'AM' : 'PM', a: parts.hour < 12 ? 'am' : 'pm' },
      }
    : {
        ...{ Y: String(parts.year), m: two(parts.month), d: two(parts.day), H: two(parts.hour) },
        ...{ h: two(hour12), g: String(hour12), G: String(parts.hour), i: two(parts.minute) },
        ...{ s: two(parts.second), A: parts.hour < 12 ? 'AM' : 'PM', a: parts.hour < 12 ? 'am' : 'pm' },
      };
  const letters = long ? /YYYY|MM|DD|HH|hh|mm|ss|H|h|A|a/g : /[YmdHhGgisAa]/g;
  if (pattern.search(letters) === -1) return formatInstant(epochMs, 'HH:mm', timeZone);
  return pattern.replace(letters, (letter) => values[letter] ?? letter);
}

function partsOf(epochMs: number, timeZone: string | undefined) {
  const fields = formatterFor(timeZone).formatToParts(epochMs);
  const field = (type: string): number => Number(fields.find((one) => one.type === type)?.value ?? 0);
  return {
    year: field('year'),
    month: field('month'),
    day: field('day'),
    hour: field('hour'),
    minute: field('minute'),
    second: field('second'),
  };
}

const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatterFor(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const numeric = 'numeric';
  const options = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...options,
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  formatters.set(timeZone, made);
  return made;
}
