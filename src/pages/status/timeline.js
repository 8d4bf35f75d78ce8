import { now } from './ask.js';
import { make } from './element.js';
import { clock } from './format.js';

const hourMs = 3_600_000;

/** Position of an instant on the line of a day, in percent. */
function at(report, instant) {
  const [from, until] = [Date.parse(report.from), Date.parse(report.until)];
  return (Math.min(Math.max((Date.parse(instant) - from) / (until - from), 0), 1) * 100).toFixed(3);
}

/** The hours above the lines: 23 or 25 on a day of a clock change. */
export function ticks(report) {
  const [from, until] = [Date.parse(report.from), Date.parse(report.until)];
  const hours = Math.round((until - from) / hourMs);
  const marks = Array.from({ length: Math.floor(hours / 3) + 1 }, (_, index) => from + index * 3 * hourMs);
  const line = make(
    'div',
    { class: 'ticks', 'aria-hidden': 'true' },
    marks.map((instant, index) => {
      const text = instant >= until ? '24' : clock(instant).slice(0, 2);
      const mark = make('span', { class: index % 2 === 0 ? 'tick' : 'tick minor' }, text);
      mark.style.left = `${at(report, new Date(instant).toISOString())}%`;
      return mark;
    }),
  );
  return make('div', { class: 'lane-head' }, make('span', { class: 'lane-name' }), line);
}

const quarterMs = 900_000;

/** A time line with spans, the showings below them, and a mark for the current time. */
export function track(report, spans, shown = []) {
  const most = Math.max(...shown.map(({ showings }) => showings), 1);
  const line = make('span', { class: 'track', 'aria-hidden': 'true' });
  for (const { from, to, kind, text } of spans) {
    const left = at(report, from);
    const span = make('span', { class: `span ${kind}`, title: text ?? null });
    span.style.left = `${left}%`;
    span.style.width = `${at(report, to) - left}%`;
    line.append(span);
  }
  for (const { at: instant, showings, failed } of shown) {
    const mark = make('span', { class: failed > 0 ? 'tally failed' : 'tally' });
    // A quarter of an hour, up to now: nothing was shown after that.
    const end = Math.min(Date.parse(instant) + quarterMs, now());
    mark.style.right = `${100 - at(report, new Date(end).toISOString())}%`;
    mark.style.width = `${at(report, new Date(end).toISOString()) - at(report, instant)}%`;
    mark.style.height = `${25 + (75 * showings) / most}%`;
    line.append(mark);
  }
  const instant = new Date(now()).toISOString();
  if (instant > report.from && instant < report.until) {
    const present = make('span', { class: 'now-line' });
    present.style.left = `${at(report, instant)}%`;
    line.append(present);
  }
  return line;
}
