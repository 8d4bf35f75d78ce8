/**
 * Formats an instant. Understands both common families of patterns, `HH:mm:ss DD.MM.YYYY` and `H:i:s d.m.Y`; a
 * pattern without a known letter gives hours and minutes.
 */
export function formatInstant(epochMs: number, pattern: string, timeZone: string | undefined): string {
  const fields = fieldsOf(epochMs, timeZone);
  const hour12 = ((fields.hour + 11) % 12) + 1;
  const two = (value: number): string => String(value).padStart(2, '0');
  const long = /HH|hh|mm|YYYY|DD/.test(pattern);
  const values: Record<string, string> = long
    ? {
        YYYY: String(fields.year),
        MM: two(fields.month),
        DD: two(fields.day),
        HH: two(fields.hour),
        hh: two(hour12),
        h: String(hour12),
        H: String(fields.hour),
        mm: two(fields.minute),
        ss: two(fields.second),
        A: fields.hour < 12 ? 'AM' : 'PM',
        a: fields.hour < 12 ? 'am' : 'pm',
      }
    : {
        Y: String(fields.year),
        m: two(fields.month),
        d: two(fields.day),
        H: two(fields.hour),
        h: two(hour12),
        g: String(hour12),
        G: String(fields.hour),
        i: two(fields.minute),
        s: two(fields.second),
        A: fields.hour < 12 ? 'AM' : 'PM',
        a: fields.hour < 12 ? 'am' : 'pm',
      };
  const letters = long ? /YYYY|MM|DD|HH|hh|mm|ss|H|h|A|a/g : /[YmdHhGgisAa]/g;
  if (pattern.search(letters) === -1) return formatInstant(epochMs, 'HH:mm', timeZone);
  return pattern.replace(letters, (letter) => values[letter] ?? letter);
}

function fieldsOf(epochMs: number, timeZone: string | undefined) {
  const found = formatterFor(timeZone).formatToParts(epochMs);
  const field = (type: string): number => Number(found.find((one) => one.type === type)?.value ?? 0);
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
