import { ask } from './ask.js';
import { bars, key, others } from './chart.js';
import { card, make } from './element.js';
import { count, date, dayMark, length, share, when } from './format.js';
import { failure, named, screenName } from './sentences.js';
import { language, pair, say } from './words.js';

const ranges = [7, 14, 30];
/** Number of items with their own colour. */
const mostSeries = 5;
const mostRows = 60;

/** What was shown, what was not, and the uptime of the screen. */
export function openProof(root, { rest }) {
  const days = ranges.includes(Number(rest[0])) ? Number(rest[0]) : 14;
  const body = make('div', { class: 'stack' }, make('p', { class: 'empty' }, say('page.wait')));
  root.append(body);
  let isOver = false;
  const show = async () => {
    try {
      const report = await ask(`api/shown?days=${days}`);
      if (!isOver) body.replaceChildren(...parts(report, days));
    } catch (error) {
      if (!isOver) body.replaceChildren(make('p', { class: 'notice attention' }, failure(error)));
    }
  };
  void show();
  return {
    stop() {
      isOver = true;
    },
  };
}

const total = (values) => values.reduce((sum, value) => sum + value, 0);

function parts(shown, days) {
  const choices = ranges.map((range) =>
    make(
      'a',
      { class: 'button', href: `#proof/${range}`, 'aria-current': range === days ? 'true' : null },
      say('page.proof.days', { count: range }),
    ),
  );
  const csv = make(
    'a',
    { class: 'button', href: `api/proof.csv?days=${days}`, download: 'proof-of-play.csv' },
    say('page.proof.csv'),
  );
  const report = make(
    'a',
    {
      class: 'button',
      href: `api/proof-report.csv?days=${days}&language=${language()}`,
      download: 'proof-report.csv',
    },
    say('page.proof.report'),
  );
  return [
    make(
      'div',
      { class: 'row' },
      make('div', { class: 'row grow' }, choices),
      make('div', { class: 'row' }, csv, report),
    ),
    uptime(shown),
    make('div', { class: 'columns' }, showings(shown), gaps(shown)),
  ];
}

function showings({ days, items }) {
  if (items.length === 0)
    return card(say('page.proof.showings'), make('p', { class: 'empty' }, say('page.proof.none')));
  const first = items.slice(0, mostSeries).map((item, index) => ({
    name: named(item),
    values: item.showings,
    className: `series-${index + 1}`,
  }));
  const rest = items.slice(mostSeries);
  const series =
    rest.length === 0
      ? first
      : [
          ...first,
          {
            name: others(),
            className: 'series-6',
            values: days.map((_, index) => total(rest.map(({ showings }) => showings[index]))),
          },
        ];
  return card(
    say('page.proof.showings'),
    make(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': say('page.proof.chart') },
      bars(days, series, say('page.proof.chart')),
    ),
    key(series),
    make(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': say('page.proof.table') },
      table(items),
    ),
  );
}

const columns = ['item', 'showings', 'time', 'failed', 'last'];
const isNumber = (column) => column !== 'item' && column !== 'last';

function table(items) {
  const head = columns.map((column) =>
    make('th', { scope: 'col', class: isNumber(column) ? 'number' : null }, say(`page.proof.col-${column}`)),
  );
  // On a phone each cell carries the name of its column.
  const cell = (column, value) =>
    make(
      'td',
      { class: isNumber(column) ? 'number' : null, 'data-column': say(`page.proof.col-${column}`) },
      value,
    );
  const rows = items.slice(0, mostRows).map((item) => {
    const failed = total(item.failed);
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, named(item)),
      cell('showings', count(total(item.showings))),
      cell('time', length(total(item.seconds) * 1000)),
      cell('failed', failed === 0 ? '–' : make('span', { class: 'chip dark' }, count(failed))),
      cell('last', when(item.lastAt)),
    );
  });
  return make(
    'table',
    { class: 'items' },
    make('caption', { class: 'unseen' }, say('page.proof.table')),
    make('thead', {}, make('tr', {}, head)),
    make('tbody', {}, rows),
  );
}

function gaps({ gaps }) {
  const several = new Set(gaps.map(({ screenId }) => screenId)).size > 1;
  return card(
    say('page.proof.gaps'),
    make('p', { class: 'soft' }, say('page.proof.gaps-why')),
    gaps.length === 0
      ? make('p', { class: 'row plain' }, make('span', { class: 'lamp well' }), say('page.proof.no-gaps'))
      : make(
          'ul',
          { class: 'list' },
          gaps
            .slice(0, 30)
            .map(({ screenId, from, to, why }) =>
              make(
                'li',
                {},
                make(
                  'div',
                  { class: 'grow' },
                  make('strong', {}, when(from)),
                  make(
                    'p',
                    { class: 'soft' },
                    [several ? screenName(screenId) : null, why].filter(Boolean).join(' · '),
                  ),
                ),
                make('span', { class: 'chip' }, length(Date.parse(to) - Date.parse(from))),
              ),
            ),
        ),
  );
}

/** A month of uptime: each day is rated by the share without a dark screen. */
function uptime({ days }) {
  const rated = days.map((day) => {
    const { well, attention, dark, none } = day.seconds;
    const known = well + attention + dark + none;
    return { ...day, known, up: known === 0 ? null : (well + attention) / known };
  });
  const all = rated.filter(({ up }) => up !== null);
  const sum =
    all.length === 0
      ? null
      : total(all.map(({ up, known }) => up * known)) / total(all.map(({ known }) => known));
  const cells = rated.map(({ day, from, up, seconds }) => {
    const grade = up === null ? 'unknown' : up > 0.999 ? 'well' : up > 0.95 ? 'attention' : 'dark';
    const text =
      up === null
        ? say('page.proof.unknown')
        : say('page.proof.up', {
            share: share(up),
            dark: length(seconds.dark * 1000),
            none: length(seconds.none * 1000),
          });
    return make(
      'li',
      {},
      make(
        'a',
        { class: `cell ${grade}`, href: `#day/${day}`, title: `${date(from)}\n${text}` },
        make('span', { class: 'small' }, dayMark(from)),
        make('strong', {}, up === null ? '–' : share(up)),
        make('span', { class: 'unseen' }, pair(date(from), text)),
      ),
    );
  });
  return card(
    say('page.proof.uptime'),
    sum === null ? null : make('p', {}, say('page.proof.uptime-all', { share: share(sum) })),
    cells.length > 0
      ? make('ul', { class: 'calendar' }, cells)
      : make('p', { class: 'empty' }, say('page.trouble.no-history')),
  );
}
