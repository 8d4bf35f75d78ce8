import { act } from './ask.js';
import { card, fill, make } from './element.js';
import { length } from './format.js';
import { failure, screenName } from './sentences.js';
import { say } from './words.js';

const severities = ['info', 'clear', 'warning', 'alarm'];
const layouts = ['full', 'banner', 'corner'];
/** As the player takes them: see `interrupt/interrupt.ts`. */
const [longestTitle, longestLine, mostLines, mostMinutes] = [120, 200, 8, 31 * 24 * 60];

/** Sends a message above the show, lists those that are there, and ends them. */
export function interruptsCard() {
  const outcome = make('p', { class: 'soft', role: 'status' });
  const list = make('ul', { class: 'list' });
  const title = make('input', { maxlength: longestTitle, required: true });
  const lines = make('textarea', { rows: 2, maxlength: mostLines * longestLine });
  const severity = choice('severity', severities);
  const layout = choice('layout', layouts);
  const minutes = make('input', { type: 'number', min: 1, max: mostMinutes, value: '10', required: true });
  const sound = make('input', { type: 'checkbox' });
  const screens = make('fieldset', { class: 'plain', hidden: true });
  const button = make('button', { type: 'submit', class: 'primary' }, say('page.interrupt.show'));

  async function show(event) {
    event.preventDefault();
    const chosen = [...screens.querySelectorAll('input:checked')].map(({ value }) => value);
    if (!screens.hidden && chosen.length === 0) {
      outcome.textContent = say('page.interrupt.no-screen');
      return;
    }
    button.disabled = true;
    outcome.textContent = say('page.actions.under-way');
    try {
      const { places } = await act('api/actions/interrupt-show', {
        title: title.value,
        lines: lines.value.split('\n').filter((line) => line.trim() !== ''),
        severity: severity.value,
        layout: layout.value,
        seconds: Math.round(minutes.valueAsNumber * 60),
        sound: sound.checked,
        ...(screens.hidden ? {} : { screens: chosen }),
      });
      outcome.textContent = places.map(placeText).join(' ');
    } catch (error) {
      outcome.textContent = failure(error);
    } finally {
      button.disabled = false;
    }
    await update();
  }

  async function end(id) {
    try {
      await act('api/actions/interrupt-cancel', { id });
      outcome.textContent = '';
    } catch (error) {
      outcome.textContent = failure(error);
    }
    await update();
  }

  async function update(ids = null) {
    if (ids !== null) {
      screens.hidden = ids.length < 2;
      fill(screens, ids, () => [
        make('legend', { class: 'soft' }, say('page.interrupt.screens')),
        ids.map((id) =>
          make(
            'label',
            { class: 'row' },
            make('input', { type: 'checkbox', value: id, checked: true }),
            screenName(id),
          ),
        ),
      ]);
    }
    // While the player is silent the page says so elsewhere, and the list stays.
    const answer = await act('api/actions/interrupt-list').catch(() => null);
    if (answer === null) return;
    const rows = answer.live.map(({ interrupt, endsInMs }) => ({
      ...interrupt,
      left: Math.ceil(endsInMs / 60_000),
    }));
    fill(list, rows, () => rows.map((row) => listed(row, end)));
    list.hidden = rows.length === 0;
  }

  const form = make(
    'form',
    { class: 'stack', onsubmit: show },
    field('words', title),
    field('lines', lines),
    make(
      'div',
      { class: 'row' },
      field('severity', severity),
      field('layout', layout),
      field('minutes', minutes),
    ),
    screens,
    make('label', { class: 'row' }, sound, say('page.interrupt.sound')),
    button,
  );
  return { element: card(say('page.interrupt.title'), form, outcome, list), update };
}

const field = (name, input) => make('label', { class: 'field' }, say(`page.interrupt.${name}`), input);

const choice = (name, values) =>
  make(
    'select',
    {},
    values.map((value) => make('option', { value }, say(`page.interrupt.${name}.${value}`))),
  );

function placeText({ place, state, why }) {
  const screen = screenName(place);
  return state === 'painted'
    ? say('page.interrupt.painted', { screen })
    : say('page.interrupt.not-painted', { screen, why: why ?? state });
}

function listed({ id, severity, title, lines, left }, end) {
  const words = title || lines[0] || id;
  const label = say('page.interrupt.end', { title: words });
  return make(
    'li',
    { class: 'row' },
    make(
      'div',
      { class: 'grow' },
      make('p', {}, words),
      make(
        'p',
        { class: 'soft small' },
        say(`page.interrupt.severity.${severity}`),
        ' · ',
        length(left * 60_000),
      ),
    ),
    make(
      'button',
      { type: 'button', onclick: () => void end(id), 'aria-label': label },
      say('page.interrupt.end-now'),
    ),
  );
}
