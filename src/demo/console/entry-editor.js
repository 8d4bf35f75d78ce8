import { make } from './element.js';
import { check, field, focusOf } from './fields.js';
import { edit } from './server.js';
import { touchEditor } from './touch-editor.js';
import { kindOf, runs, weekdays } from './words.js';

const everyDay = 127;

/** The fields of one entry. Each is sent when it changes; there is no save button. */
export function entryEditor(entry, media, nested, library) {
  const change = (values) => edit('PATCH', `entries/${entry.id}`, values);
  return make(
    'div.editor',
    nested ? visiting(entry, nested, change) : playing(entry, media, change),
    rule(entry, change),
    entry.play_rule === 0 ? schedule(entry, change) : null,
    ...touchEditor(entry, library, 'A touch opens a page while it plays', change),
    commands(entry, change),
  );
}

function playing(entry, media, change) {
  const { transition } = entry;
  const seconds = (label, name, more) =>
    field(
      label,
      make('input', {
        type: 'number',
        defaultValue: String(entry[name] ?? ''),
        data: focusOf(name, entry),
        // An empty field is not a number: the server decides whether that is allowed.
        onchange: ({ target }) => change({ [name]: target.value === '' ? null : target.valueAsNumber }),
        ...more,
      }),
    );
  const choices = [null, 'cut', 'fade', 'slide'].map((value) =>
    make('option', { value: value ?? '', selected: value === transition }, value ?? "the player's default"),
  );
  return make(
    'div.fields',
    seconds(runs(media) ? 'Seconds (0 = its own length)' : 'Seconds', 'duration', { min: '0', step: 'any' }),
    field(
      'Transition',
      make(
        'select',
        {
          data: focusOf('transition', entry),
          onchange: ({ target }) => change({ transition: target.value || null }),
        },
        choices,
      ),
    ),
    transition === 'fade' || transition === 'slide'
      ? seconds('Transition seconds', 'transition_duration', { step: '0.1', placeholder: "player's default" })
      : null,
    kindOf(media) === 'picture'
      ? null
      : check('check', 'Play its sound', entry.is_sound_played === 1, focusOf('sound', entry), ({ target }) =>
          change({ is_sound_played: target.checked ? 1 : 0 }),
        ),
  );
}

/** How much of a nested playlist plays each time. */
function visiting(entry, nested, change) {
  const current = entry.playback_rule ?? nested.playback_rule ?? 0;
  const choices = [
    [0, 'all of it'],
    [1, 'the next items'],
    [2, 'random items'],
  ].map(([value, text]) => make('option', { value: String(value), selected: value === current }, text));
  return make(
    'div.fields',
    field(
      'Each time',
      make(
        'select',
        {
          data: focusOf('playback', entry),
          onchange: ({ target }) =>
            change({
              playback_rule: Number(target.value),
              playback_entry_count: entry.playback_entry_count || 1,
            }),
        },
        choices,
      ),
    ),
    current === 0
      ? null
      : field(
          'Items',
          make('input', {
            type: 'number',
            min: '1',
            step: '1',
            defaultValue: String(entry.playback_entry_count ?? nested.playback_entry_count ?? 1),
            data: focusOf('items', entry),
            onchange: ({ target }) => change({ playback_entry_count: target.valueAsNumber }),
          }),
        ),
  );
}

function rule(entry, change) {
  const choices = [
    [1, 'always'],
    [0, 'by schedule'],
    [2, 'never'],
  ].map(([value, text]) =>
    make(
      'label.check',
      make('input', {
        type: 'radio',
        name: `rule-${entry.id}`,
        checked: entry.play_rule === value,
        data: focusOf(`rule-${value}`, entry),
        onchange: () => change({ play_rule: value }),
      }),
      make('span', text),
    ),
  );
  return make('fieldset.rule', make('legend', 'Plays'), choices);
}

function schedule(entry, change) {
  const mask = entry.weekdays || everyDay;
  const days = weekdays.map(([name, bit]) =>
    check('day', name, (mask & bit) !== 0, focusOf(`day-${bit}`, entry), () => {
      // As on the page: the answer to the click before may not be here yet.
      const ticked = weekdays.reduce(
        (sum, [, each], index) => sum + (days[index].querySelector('input').checked ? each : 0),
        0,
      );
      return change({ weekdays: ticked === everyDay ? null : ticked });
    }),
  );
  const input = (label, type, name) =>
    field(
      label,
      make('input', {
        type,
        defaultValue: entry[name] ?? '',
        step: type === 'time' ? '1' : 'any',
        data: focusOf(name, entry),
        // The 30th of February has no value but is not empty: the server reports the error.
        onchange: ({ target }) => change({ [name]: target.validity.badInput ? '?' : target.value || null }),
      }),
    );
  return make(
    'div.fields',
    make('fieldset.days', make('legend', 'Days'), days),
    input('From', 'time', 'start_time'),
    input('Until', 'time', 'end_time'),
    input('First day', 'date', 'start_date'),
    input('Last day', 'date', 'end_date'),
  );
}

/** Sent to the player's hook and to its broker when the entry begins and ends. */
function commands(entry, change) {
  const input = (label, name) =>
    field(
      label,
      make('input', {
        defaultValue: entry[name].join(' ; '),
        placeholder: 'for hook and broker',
        data: focusOf(name, entry),
        onchange: ({ target: { value } }) =>
          change({ [name]: value.split(' ; ').filter((command) => command.trim() !== '') }),
      }),
    );
  return make(
    'div.fields',
    input('Commands at its start', 'commands_start'),
    input('Commands at its end', 'commands_end'),
  );
}
