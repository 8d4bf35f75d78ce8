import { make } from './element.js';
import { count, dayNumber, shortDate } from './format.js';
import { pair, say } from './words.js';

/** The scale is to the left of the bars. */
const [height, top, bottom, left] = [180, 12, 22, 30];
const mostDays = 14;

/** Stacked bars side by side. A table shows the same to screen readers. */
export function bars(days, series, label) {
  // On a phone a wider drawing would have illegible labels.
  const width = window.innerWidth < 700 ? 364 : 728;
  const step = (width - left) / days.length;
  const sums = days.map((_, index) => series.reduce((sum, { values }) => sum + values[index], 0));
  const most = nice(Math.max(...sums, 1));
  const scale = (value) => (value / most) * (height - top - bottom);
  const chart = make('svg', {
    class: 'chart',
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': label,
  });
  for (const share of [0, 0.5, 1]) {
    const y = height - bottom - scale(most * share);
    chart.append(
      make('line', { x1: 0, x2: width, y1: y, y2: y, class: 'grid' }),
      share === 0 ? '' : make('text', { x: 2, y: y - 3, class: 'scale' }, count(Math.round(most * share))),
    );
  }
  days.forEach((day, index) => {
    let y = height - bottom;
    const lines = [pair(shortDate(day.from), count(sums[index]))];
    const bar = make('g', {});
    for (const { name, values, className } of series) {
      const tall = scale(values[index]);
      if (tall === 0) continue;
      y -= tall;
      lines.push(pair(name, count(values[index])));
      bar.append(
        make('rect', {
          x: left + index * step + step * 0.14,
          y,
          width: step * 0.72,
          height: Math.max(tall, 1),
          rx: 2,
          class: className,
        }),
      );
    }
    bar.prepend(make('title', {}, lines.join('\n')));
    chart.append(bar);
    if ((days.length - 1 - index) % Math.ceil(days.length / mostDays) === 0)
      chart.append(
        make(
          'text',
          { x: left + index * step + step / 2, y: height - 6, class: 'day', 'text-anchor': 'middle' },
          dayNumber(day.from),
        ),
      );
  });
  return chart;
}

/** The next round number above. */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((factor) => factor * power).find((one) => one >= value) ?? value;
}

export function key(series) {
  return make(
    'ul',
    { class: 'legend small' },
    series.map(({ name, className }) => make('li', {}, make('span', { class: `mark ${className}` }), name)),
  );
}

export const others = () => say('page.proof.others');
