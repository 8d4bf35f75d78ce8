import { make } from './element.js';
import { check, field, focusOf } from './fields.js';
import { kindOf } from './words.js';

/** What a touch of the screen opens: for a group, or while an entry plays. */
export function touchEditor(row, media, label, change) {
  const isOn = row.interaction_enabled === 1;
  const pages = media.filter((one) => one.attachable !== null && kindOf(one) === 'page');
  const name = 'mediafile_id_as_interaction_website';
  const choices = [[null, 'none'], ...pages.map((one) => [one.id, one.name])];
  return [
    check('check', label, isOn, focusOf('touch', row), ({ target }) =>
      change({ interaction_enabled: target.checked ? 1 : 0 }),
    ),
    isOn
      ? make(
          'div.fields',
          field(
            'Page of the library',
            make(
              'select',
              {
                data: focusOf(name, row),
                onchange: ({ target: { selectedIndex } }) => change({ [name]: choices[selectedIndex][0] }),
              },
              choices.map(([id, text]) => make('option', { selected: id === (row[name] ?? null) }, text)),
            ),
          ),
          input(row, 'Or its address', 'interactive_website', { placeholder: 'https://' }, change),
          input(
            row,
            'Show returns after seconds',
            'interaction_timeout',
            { type: 'number', min: '15', max: '3600', placeholder: '60' },
            change,
          ),
        )
      : null,
  ];
}

function input(row, label, name, more, change) {
  const read = ({ type, value, valueAsNumber }) =>
    value === '' ? null : type === 'number' ? valueAsNumber : value;
  return field(
    label,
    make('input', {
      defaultValue: String(row[name] ?? ''),
      data: focusOf(name, row),
      onchange: ({ target }) => change({ [name]: read(target) }),
      ...more,
    }),
  );
}
