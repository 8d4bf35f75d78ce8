import { act } from './ask.js';
import { card, fill, make } from './element.js';
import { length } from './format.js';
import { messageFields } from './message-fields.js';
import { failure, screenName } from './sentences.js';
import { known, say } from './words.js';

/** Sends a message above the show, lists those that are there, and ends them. */
export function interruptsCard() {
  const outcome = make('p', { class: 'soft', role: 'status' });
  const list = make('ul', { class: 'list' });
  const words = messageFields();
  const screens = make('fieldset', { class: 'plain', hidden: true });
  const medium = make('select', {});
  const media = make('label', { class: 'field', hidden: true }, say('page.interrupt.medium'), medium);
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
        ...words.read(),
        ...chosenMedium(),
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

  /** `picture way-out`: a name has no spaces. */
  function chosenMedium() {
    const [kind, name] = medium.value.split(' ');
    return name === undefined ? {} : { [kind]: name };
  }

  /** A medium that is not here yet cannot be chosen. */
  function offer(prepared) {
    const here = prepared.filter(
      ({ state, kind }) => state === 'here' && ['picture', 'video'].includes(kind),
    );
    const chosen = medium.value;
    fill(medium, here, () => [
      make('option', { value: '' }, say('page.interrupt.medium.none')),
      here.map(({ name, kind }) => make('option', { value: `${kind} ${name}` }, name)),
    ]);
    const isStill = [...medium.options].some(({ value }) => value === chosen);
    medium.value = isStill ? chosen : '';
    media.hidden = here.length === 0;
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
    offer(answer.media);
  }

  const form = make('form', { class: 'stack', onsubmit: show }, words.element, media, screens, button);
  return { element: card(say('page.interrupt.title'), form, outcome, list), update };
}

function placeText({ place, state, why }) {
  const screen = screenName(place);
  if (state === 'painted') return say('page.interrupt.painted', { screen });
  const key = `page.interrupt.not-painted.${state === 'failed' ? why : state}`;
  return known(key) ? say(key, { screen }) : say('page.interrupt.not-painted', { screen, why: why ?? state });
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
