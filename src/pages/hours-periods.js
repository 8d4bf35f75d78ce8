export const dayMinutes = 24 * 60;
export const usual = { from: 8 * 60, to: 20 * 60 };

const twoDigits = (number) => String(number).padStart(2, '0');
export const timeText = (minutes) => `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`;

export function minutesIn(text) {
  const [hour, minute] = text.split(':').map(Number);
  return Number.isInteger(hour) && Number.isInteger(minute) ? hour * 60 + minute : null;
}

/** An end that is not after its beginning is on the next day. */
export const period = (from, to) => ({ from, to: to > from ? to : to + dayMinutes });

export function read(written) {
  return (written ?? []).flatMap((text) => {
    const [from, to] = text.split('-').map(minutesIn);
    return from === null || to === null ? [] : [period(from, to)];
  });
}

export const write = (periods) => periods.map(({ from, to }) => `${timeText(from)}-${timeText(to)}`);

/** Sorted, and joined where they touch. */
export function joined(periods) {
  const all = [];
  for (const next of [...periods].sort((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last === undefined || next.from > last.to) all.push({ ...next });
    else last.to = Math.min(Math.max(last.to, next.to), last.from + dayMinutes);
  }
  return all;
}

/** After the last bar, or the usual hours. */
export function freePeriod(periods) {
  const from = periods.at(-1)?.to;
  if (from === undefined) return usual;
  return from + 60 < dayMinutes
    ? { from: from + 60, to: Math.min(from + 120, dayMinutes) }
    : { from: 0, to: 60 };
}

/** Null: nothing is left of it. */
export function moved({ from, to }, grip, start, at) {
  if (grip === 'bar') {
    const shift = Math.min(Math.max(at - start, -from), dayMinutes - Math.min(to, dayMinutes));
    return { from: from + shift, to: to + shift };
  }
  const [one, other] = grip === 'from' ? [at, to] : grip === 'to' ? [from, at] : [start, at];
  return one === other ? null : { from: Math.min(one, other), to: Math.max(one, other) };
}
