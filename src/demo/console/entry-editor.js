import { element } from './element.js';
import { edit } from './server.js';
import { weekdays } from './words.js';

/** The fields of one entry. Each is sent when it was changed; there is nothing to save. */
export function entryEditor(entry, kind) {
  const change = (values) => edit('PATCH', `entries/${entry.id}`, values);
  return element(
    'div',
    { className: 'editor' },
    kind === 'list' ? null : playing(entry, kind, change),
    element(
      'fieldset',
      { className: 'rule' },
      element('legend', {}, 'Plays'),
      ...[
        [1, 'always'],
        [0, 'by schedule'],
        [2, 'never'],
      ].map(([value, text]) =>
        element(
          'label',
          {},
          element('input', {
            type: 'radio',
            name: `rule-${entry.id}`,
            checked: entry.play_rule === value,
            data: { focus: `rule-${value}-${entry.id}` },
            onchange: () => change({ play_rule: value }),
          }),
          element('span', {}, text),
        ),
      ),
    ),
    entry.play_rule === 0 ? schedule(entry, change) : null,
  );
}

function field(label, input) {
  // A label around a selection would be read out with all of its options.
  input.setAttribute('aria-label', label);
  return element('label', { className: 'field' }, element('span', {}, label), input);
}

function playing(entry, kind, change) {
  const transition = entry.transition ?? '';
  return element(
    'div',
    { className: 'fields' },
    field(
      kind === 'film' ? 'Seconds (0 = its own length)' : 'Seconds',
      element('input', {
        type: 'number',
        min: '0',
        max: '86400',
        step: 'any',
        value: String(entry.duration),
        data: { focus: `duration-${entry.id}` },
        onchange: ({ target }) => change({ duration: Number(target.value) }),
      }),
    ),
    field(
      'Transition',
      element(
        'select',
        {
          data: { focus: `transition-${entry.id}` },
          onchange: ({ target }) => change({ transition: target.value === '' ? null : target.value }),
        },
        ['', 'cut', 'fade', 'slide'].map((value) =>
          element(
            'option',
            { value, selected: value === transition },
            value === '' ? "the player's own" : value,
          ),
        ),
      ),
    ),
    transition === 'fade' || transition === 'slide'
      ? field(
          'Transition seconds',
          element('input', {
            type: 'number',
            min: '0',
            max: '10',
            step: '0.1',
            value: entry.transition_duration === null ? '' : String(entry.transition_duration),
            placeholder: "player's own",
            data: { focus: `transition-seconds-${entry.id}` },
            onchange: ({ target }) =>
              change({ transition_duration: target.value === '' ? null : Number(target.value) }),
          }),
        )
      : null,
    kind === 'film' || kind === 'page' || kind === 'file'
      ? element(
          'label',
          { className: 'check' },
          element('input', {
            type: 'checkbox',
            checked: entry.is_sound_played === 1,
            data: { focus: `sound-${entry.id}` },
            onchange: ({ target }) => change({ is_sound_played: target.checked ? 1 : 0 }),
          }),
          element('span', {}, 'Play its sound'),
        )
      : null,
  );
}

function schedule(entry, change) {
  const input = (type, name, label, value) =>
    field(
      label,
      element('input', {
        type,
        value: value ?? '',
        ...(type === 'time' ? { step: '1' } : {}),
        data: { focus: `${name}-${entry.id}` },
        onchange: ({ target }) => change({ [name]: target.value === '' ? null : target.value }),
      }),
    );
  const mask = entry.weekdays || 127;
  return element(
    'div',
    { className: 'fields' },
    element(
      'fieldset',
      { className: 'days' },
      element('legend', {}, 'Days'),
      weekdays.map(([name, bit]) =>
        element(
          'label',
          {},
          element('input', {
            type: 'checkbox',
            checked: (mask & bit) !== 0,
            data: { focus: `day-${bit}-${entry.id}` },
            onchange: ({ target }) => {
              const next = target.checked ? mask | bit : mask & ~bit;
              // Every day and no day are the same to a player: no condition.
              return change({ weekdays: next === 127 || next === 0 ? null : next });
            },
          }),
          element('span', {}, name),
        ),
      ),
    ),
    input('time', 'start_time', 'From', entry.start_time),
    input('time', 'end_time', 'Until', entry.end_time),
    input('date', 'start_date', 'First day', entry.start_date),
    input('date', 'end_date', 'Last day', entry.end_date),
  );
}
