import { ask, now } from './ask.js';
import { dialog, facts, icon, make } from './element.js';
import { clock, date, dayOf, share } from './format.js';
import { ruleWords } from './rule.js';
import { advice, failure, named, screenName, whyNot } from './sentences.js';
import { asItWas } from './stopped.js';
import { ticks, track } from './timeline.js';
import { pair, say } from './words.js';

const dayMs = 86_400_000;
const refreshMs = 60_000;

/** One day of a screen as time lines, and the same as a table. */
export function openDay(root, { rest, title }) {
  const [wanted = '', screen = ''] = rest;
  const body = make('div', { class: 'stack' });
  root.append(body);
  let isOver = false;
  let timer = null;

  const show = async () => {
    const query = new URLSearchParams();
    if (wanted && wanted !== 'today') query.set('day', wanted);
    if (screen) query.set('screen', screen);
    try {
      const report = await ask(`api/day?${query}`);
      if (isOver) return;
      title.textContent = say('page.day.title', { date: date(middleOf(report)) });
      // An open dialog stays; the day below it is updated.
      body.replaceChildren(...parts(asItWas(report)));
    } catch (error) {
      if (!isOver) body.replaceChildren(make('p', { class: 'notice attention' }, failure(error)));
    }
    if (!isOver) timer = setTimeout(show, refreshMs);
  };
  void show();
  return {
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

const middleOf = ({ from, until }) => new Date((Date.parse(from) + Date.parse(until)) / 2);

function parts(report) {
  const plays = ({ periods }) => periods.some(({ why }) => why === null);
  const playing = report.entries.filter(plays);
  const others = report.entries.filter((entry) => !plays(entry));
  return [
    bar(report),
    make(
      'section',
      { class: 'card lanes', 'aria-label': say('page.day.line') },
      ticks(report),
      lane(report, say('page.day.display'), displaySpans(report)),
      lane(report, say('page.day.trouble'), troubleSpans(report)),
      playing.length > 0 ? make('h2', {}, say('page.day.programme')) : null,
      playing.map((entry) => entryLane(report, entry)),
      others.length > 0 ? make('h2', {}, say('page.day.not')) : null,
      others.map((entry) => entryLane(report, entry)),
      report.entries.length === 0 ? make('p', { class: 'empty' }, say('page.day.empty')) : null,
      legend(),
      report.isCut ? make('p', { class: 'soft' }, say('page.day.cut')) : null,
    ),
    make(
      'details',
      { class: 'card' },
      make('summary', {}, say('page.day.table')),
      make(
        'div',
        { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': say('page.day.table') },
        table(report),
      ),
    ),
  ];
}

function bar(report) {
  const middle = middleOf(report).getTime();
  const link = (day, screen = report.screenId) => `#day/${day}/${encodeURIComponent(screen)}`;
  const input = make('input', { type: 'date', value: report.day, 'aria-label': say('page.day.choose') });
  input.addEventListener('change', () => {
    if (input.value) location.hash = link(input.value);
  });
  const screens = report.screens.map((id) =>
    make(
      'a',
      { class: 'button', href: link(report.day, id), 'aria-current': id === report.screenId ? 'true' : null },
      screenName(id),
    ),
  );
  return make(
    'div',
    { class: 'row days' },
    make(
      'a',
      { class: 'button', href: link(dayOf(middle - dayMs)), 'aria-label': say('page.day.before') },
      icon('back'),
    ),
    input,
    make(
      'a',
      { class: 'button', href: link(dayOf(middle + dayMs)), 'aria-label': say('page.day.after') },
      icon('on'),
    ),
    report.day === dayOf(now())
      ? null
      : make('a', { class: 'button', href: link(dayOf(now())) }, say('page.day.today')),
    report.screens.length > 1 ? screens : null,
  );
}

function displaySpans({ display }) {
  return display.map(({ from, to, wanted, stopped }) => {
    const kind = stopped ? 'stopped' : wanted;
    return { from, to, kind, text: say(`page.day.${kind}`) };
  });
}

function troubleSpans({ health }) {
  return health
    .filter(({ verdict }) => verdict !== 'well')
    .map(({ at, endedAt, verdict, sentence }) => ({
      from: at,
      to: endedAt ?? new Date(now()).toISOString(),
      kind: verdict,
      text: sentence,
    }));
}

function lane(report, name, spans) {
  const named = spans.filter(({ text }) => text);
  return make(
    'button',
    { type: 'button', class: 'lane', onclick: () => spansDialog(report, name, named) },
    make('span', { class: 'lane-name' }, name),
    track(report, spans),
  );
}

function spansDialog(report, name, spans) {
  const rows = spans.map(({ from, to, text }) =>
    make('li', {}, make('span', { class: 'time' }, stretch(report, from, to)), text),
  );
  dialog(
    name,
    say('page.close'),
    rows.length > 0 ? make('ul', { class: 'list' }, rows) : make('p', {}, say('page.day.none')),
  );
}

function entryLane(report, entry) {
  const spans = entry.periods.map(({ from, to, why, stopped }) => ({
    from,
    to,
    kind: stopped ? 'stopped' : why === null ? 'plays' : `not ${why.reason}`,
  }));
  const shown = report.shown.filter(({ entryId }) => entryId === entry.entryId);
  return make(
    'button',
    { type: 'button', class: 'lane', onclick: () => entryDialog(report, entry) },
    make('span', { class: 'lane-name' }, icon(entry.kind), make('span', {}, named(entry))),
    track(report, spans, shown),
    make(
      'span',
      { class: 'unseen' },
      entry.periods
        .map((period) => `${periodText(report, period, entry.rule).replace(/\.$/, '')}. `)
        .join(''),
    ),
  );
}

/** `08:00–12:00`; the end of the day is 24:00. */
function stretch(report, from, to) {
  const [begin, end] = [from < report.from ? report.from : from, to > report.until ? report.until : to];
  const last = end === report.until ? '24:00' : clock(end);
  return `${clock(begin)}–${last}`;
}

function stateText({ why, stopped }, rule) {
  if (stopped) return say('page.day.stopped');
  return why === null ? say('page.day.plays') : whyNot(why, rule);
}

const periodText = (report, period, rule) =>
  pair(stretch(report, period.from, period.to), stateText(period, rule));

function entryDialog(report, entry) {
  const shown = report.shown.filter(({ entryId }) => entryId === entry.entryId);
  const count = shown.reduce((sum, { showings }) => sum + showings, 0);
  const failed = shown.reduce((sum, one) => sum + one.failed, 0);
  const last = shown.findLast(({ showings }) => showings > 0);
  const whys = [
    ...new Map(entry.periods.filter(({ why }) => why).map(({ why }) => [why.reason, why])).values(),
  ];
  dialog(
    named(entry),
    say('page.close'),
    make(
      'ul',
      { class: 'list' },
      entry.periods.map((period) =>
        make(
          'li',
          {},
          make('span', { class: `lamp ${period.why === null && !period.stopped ? 'well' : ''}` }),
          make('span', { class: 'time' }, stretch(report, period.from, period.to)),
          make('span', { class: 'grow' }, stateText(period, entry.rule)),
        ),
      ),
    ),
    whys.length > 0 ? make('h3', {}, say('page.day.change')) : null,
    whys.map((why) => make('p', {}, advice(why))),
    facts([
      [say('page.day.rule'), ruleWords(entry.rule)],
      [say('page.day.kind'), entry.kind && say(`page.kind.${entry.kind}`)],
      [say('visit.share'), entry.share > 0 && share(entry.share)],
      [
        say('page.day.shown'),
        count > 0
          ? say('page.day.shown-times', { count, time: clock(last.lastAt) })
          : say('page.day.not-shown'),
      ],
      [say('page.day.failed'), failed > 0 ? String(failed) : null],
    ]),
    make(
      'details',
      { class: 'soft small' },
      make('summary', {}, say('page.day.ids')),
      make(
        'p',
        {},
        say('page.day.ids-value', { entry: entry.path.join(' > '), file: entry.mediaFileId ?? '–' }),
      ),
    ),
  );
}

function legend() {
  const marks = ['plays', 'not', 'shown', 'attention', 'dark', 'off', 'stopped'];
  return make(
    'ul',
    { class: 'legend small soft' },
    marks.map((mark) =>
      make('li', {}, make('span', { class: `mark ${mark}` }), say(`page.day.legend-${mark}`)),
    ),
  );
}

function table(report) {
  const rows = report.entries.flatMap((entry) =>
    entry.periods.map((period, index) =>
      make(
        'tr',
        {},
        make(
          'th',
          { scope: 'row' },
          index === 0 ? named(entry) : make('span', { class: 'unseen' }, named(entry)),
        ),
        make('td', {}, stretch(report, period.from, period.to)),
        make('td', {}, stateText(period, entry.rule)),
      ),
    ),
  );
  const others = [
    ...displaySpans(report).map((span) => [say('page.day.display'), span]),
    ...troubleSpans(report).map((span) => [say('page.day.trouble'), span]),
  ];
  const more = others.map(([name, { from, to, text }]) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      make('td', {}, stretch(report, from, to)),
      make('td', {}, text),
    ),
  );
  return make(
    'table',
    {},
    make('caption', { class: 'unseen' }, say('page.day.table')),
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        ['entry', 'time', 'what'].map((key) => make('th', { scope: 'col' }, say(`page.day.col-${key}`))),
      ),
    ),
    make('tbody', {}, rows, more),
  );
}
