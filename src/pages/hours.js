import { plainDate, weekdays } from './days.js';
import { make } from './element.js';
import { dragging } from './hours-drag.js';
import {
  dayMinutes,
  freePeriod,
  joined,
  minutesIn,
  period,
  read,
  timeText,
  usual,
  write,
} from './hours-periods.js';
import { say } from './words.js';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A week and its exceptions; `value`: one key for each day and date, or null for always. */
export function hoursEditor(value, { id, isFixed, changed }) {
  const week = Object.fromEntries(days.map((day) => [day, value === null ? [usual] : read(value[day])]));
  let dates = Object.entries(value ?? {}).flatMap(([date, periods]) =>
    days.includes(date) ? [] : [{ date, periods: read(periods) }],
  );
  let isAlways = value === null;
  const rows = make('div', { class: 'stack tight' });
  const exceptions = make('div', { class: 'stack' });
  const plan = make('div', { class: 'stack', hidden: isAlways });

  function choice(always, text) {
    const input = make('input', {
      type: 'radio',
      name: id,
      disabled: isFixed,
      checked: isAlways === always,
      onchange: () => {
        isAlways = always;
        plan.hidden = always;
        changed();
      },
    });
    return make('label', { class: 'row plain' }, input, text);
  }

  function drawWeek() {
    rows.replaceChildren(
      scale(),
      ...days.map((day, index) =>
        dayRow(weekdays(1 << ((index + 1) % 7)), week[day], isFixed, (periods) => {
          week[day] = periods;
          changed();
        }),
      ),
    );
  }

  function drawDates() {
    exceptions.replaceChildren(
      ...dates.map((one) => {
        const input = make('input', {
          type: 'date',
          value: one.date,
          required: true,
          disabled: isFixed,
          'aria-label': say('page.hours.date'),
          onchange: () => {
            one.date = input.value;
            changed();
          },
        });
        const remove = make(
          'button',
          {
            type: 'button',
            class: 'quiet',
            disabled: isFixed,
            onclick: () => {
              dates = dates.filter((other) => other !== one);
              drawDates();
              changed();
            },
          },
          say('page.hours.remove-date', { date: plainDate(one.date) }),
        );
        const day = dayRow(plainDate(one.date), one.periods, isFixed, (periods) => {
          one.periods = periods;
          changed();
        });
        return make(
          'div',
          { class: 'exception stack tight' },
          make('div', { class: 'row' }, input, remove),
          day,
        );
      }),
    );
  }

  const copy = make(
    'button',
    {
      type: 'button',
      disabled: isFixed,
      onclick: () => {
        for (const day of days) week[day] = week.mon;
        drawWeek();
        changed();
      },
    },
    say('page.hours.copy'),
  );
  const add = make(
    'button',
    {
      type: 'button',
      disabled: isFixed,
      onclick: () => {
        dates = [...dates, { date: freeDate(dates), periods: [] }];
        drawDates();
        exceptions.lastElementChild.querySelector('input').focus();
        changed();
      },
    },
    say('page.hours.add-date'),
  );
  drawWeek();
  drawDates();
  plan.append(
    make('p', { class: 'soft small' }, say('page.hours.how')),
    rows,
    isFixed ? '' : make('div', {}, copy),
    make('h3', {}, say('page.hours.exceptions')),
    make('p', { class: 'soft small' }, say('page.hours.exceptions-why')),
    exceptions,
    isFixed ? '' : make('div', {}, add),
  );
  return {
    element: make(
      'div',
      { class: 'stack hours', role: 'group', 'aria-labelledby': `${id}-label` },
      make(
        'div',
        { class: 'row' },
        choice(true, say('page.settings.always')),
        choice(false, say('page.settings.by-hours')),
      ),
      plan,
    ),
    read: () =>
      isAlways
        ? null
        : Object.fromEntries([
            ...days.map((day) => [day, write(week[day])]),
            ...dates.map(({ date, periods }) => [date, write(periods)]),
          ]),
  };
}

/** Tomorrow, or the first day after it that has no exception. */
function freeDate(dates) {
  const at = new Date();
  do at.setDate(at.getDate() + 1);
  while (dates.some(({ date }) => date === at.toISOString().slice(0, 10)));
  return at.toISOString().slice(0, 10);
}

function scale() {
  const ticks = [0, 6, 12, 18, 24].map((hour) => {
    const tick = make('span', { class: 'tick' }, String(hour));
    tick.style.left = `${(hour / 24) * 100}%`;
    return tick;
  });
  return make(
    'div',
    { class: 'hours-day', 'aria-hidden': 'true' },
    make('span'),
    make('div', { class: 'ticks' }, ticks),
  );
}

/** One day: its bars for mouse and touch, and a field for each time. */
function dayRow(name, given, isFixed, changed) {
  let periods = given;
  const track = make('div', { class: 'hours-track', 'aria-hidden': 'true' });
  const times = make('div', { class: 'row hours-times' });

  function drawBars() {
    track.replaceChildren(
      ...periods.map(({ from, to }) => {
        const bar = make('span', { class: 'hours-bar' });
        bar.style.left = `${(from / dayMinutes) * 100}%`;
        bar.style.width = `${((Math.min(to, dayMinutes) - from) / dayMinutes) * 100}%`;
        return bar;
      }),
    );
  }
  function set(next) {
    periods = next;
    drawBars();
    changed(periods);
  }
  function field(index, end) {
    const input = make('input', {
      type: 'time',
      required: true,
      disabled: isFixed,
      value: timeText(periods[index][end]),
      'aria-label': say(`page.hours.${end}`, { day: name }),
      onchange: () => {
        const minutes = minutesIn(input.value);
        if (minutes === null) return;
        const { from, to } = { ...periods[index], [end]: minutes };
        set(periods.with(index, period(from, to > dayMinutes ? to - dayMinutes : to)));
        drawRemarks();
      },
    });
    return input;
  }
  const remark = ({ from, to }) => {
    if (to - from === dayMinutes) return say('page.hours.all-day');
    return to > dayMinutes ? say('page.hours.next-day') : '';
  };
  function drawRemarks() {
    for (const [index, text] of times.querySelectorAll('.remark').entries())
      text.textContent = remark(periods[index]);
  }
  function drawTimes() {
    const buttons = (index) =>
      isFixed
        ? []
        : make(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': say('page.hours.remove', { time: write([periods[index]])[0], day: name }),
              onclick: () => {
                set(periods.toSpliced(index, 1));
                drawTimes();
              },
            },
            '×',
          );
    times.replaceChildren(
      ...(periods.length === 0 ? [make('span', { class: 'soft' }, say('page.hours.closed'))] : []),
      ...periods.map((_, index) =>
        make(
          'span',
          { class: 'row plain hours-period' },
          field(index, 'from'),
          '–',
          field(index, 'to'),
          make('span', { class: 'soft small remark' }),
          buttons(index),
        ),
      ),
    );
    drawRemarks();
  }
  const add = make(
    'button',
    {
      type: 'button',
      class: 'quiet hours-add',
      'aria-label': say('page.hours.add', { day: name }),
      onclick: () => {
        set(joined([...periods, freePeriod(periods)]));
        drawTimes();
      },
    },
    '+',
  );
  if (!isFixed) dragging(track, () => periods, set, drawTimes);
  drawBars();
  drawTimes();
  return make(
    'div',
    { class: 'hours-day', role: 'group', 'aria-label': name },
    make('span', { class: 'hours-name' }, name),
    isFixed ? null : add,
    track,
    times,
  );
}
