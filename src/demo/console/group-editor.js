import { make } from './element.js';
import { check, field, focusOf } from './fields.js';
import { edit } from './server.js';
import { touchEditor } from './touch-editor.js';
import { kindOf } from './words.js';

/** Rotation, logo, interaction and serial line of a group's screens. Each is sent when it changes. */
export function groupEditor(group, media) {
  const change = (values) => edit('PATCH', `groups/${group.id}/settings`, values);
  const select = (label, name, choices) =>
    field(
      label,
      make(
        'select',
        {
          data: focusOf(name, group),
          onchange: ({ target: { selectedIndex } }) => change({ [name]: choices[selectedIndex][0] }),
        },
        choices.map(([value, text = String(value)]) =>
          make('option', { selected: value === group[name] }, text),
        ),
      ),
    );
  const input = (label, name, more, read = ({ value }) => value || null) =>
    field(
      label,
      make('input', {
        defaultValue: String(group[name] ?? ''),
        data: focusOf(name, group),
        onchange: ({ target }) => change({ [name]: read(target) }),
        ...more,
      }),
    );
  const pictures = media
    .filter((row) => row.attachable !== null && kindOf(row) === 'picture')
    .map(({ id, name }) => [id, name]);
  const hasLogo = group.channel_logo_media_file_id !== null;
  return make(
    'div.editor.group-editor',
    make(
      'div.fields',
      select('Display rotation', 'rotation', [
        [0, 'none'],
        [90, '90°'],
        [180, '180°'],
        [270, '270°'],
      ]),
      select('Logo', 'channel_logo_media_file_id', [[null, 'none'], ...pictures]),
      hasLogo ? select('Corner', 'channel_logo_position', corners) : null,
      hasLogo
        ? input(
            'Opacity in %',
            'channel_logo_opacity',
            { type: 'number', min: '0', max: '100', placeholder: '100' },
            percentIn,
          )
        : null,
    ),
    ...touchEditor(group, media, 'A touch opens a page', change),
    check(
      'check',
      'Display on a serial port',
      group.is_rs232_enabled === 1,
      focusOf('rs232', group),
      ({ target }) =>
        change(target.checked ? { ...serialDefaults(group), is_rs232_enabled: 1 } : { is_rs232_enabled: 0 }),
    ),
    group.is_rs232_enabled === 1 ? serial(select, input) : null,
  );
}

const corners = [
  ['top_right', 'top right'],
  ['top_left', 'top left'],
  ['bottom_right', 'bottom right'],
  ['bottom_left', 'bottom left'],
];

/** An empty field is not a number: the server decides whether that is allowed. */
const percentIn = ({ value, valueAsNumber }) => (value === '' ? null : valueAsNumber);

function serialDefaults(group) {
  const usual = {
    rs232_baud: 9600,
    rs232_data_bits: 8,
    rs232_parity: 'none',
    rs232_stop_bits: 1,
    rs232_format: 'text',
  };
  return Object.fromEntries(Object.entries(usual).filter(([name]) => group[name] === null));
}

/** A player with `screen.serial` sends this to its display. */
function serial(select, input) {
  return make(
    'div.fields',
    select('Baud', 'rs232_baud', [[1200], [2400], [4800], [9600], [19200], [38400], [57600], [115200]]),
    select('Data bits', 'rs232_data_bits', [[7], [8]]),
    select('Parity', 'rs232_parity', [['none'], ['even'], ['odd']]),
    select('Stop bits', 'rs232_stop_bits', [[1], [2]]),
    select('Format', 'rs232_format', [['text'], ['hex']]),
    input('Sent to turn it on', 'rs232_display_on', { placeholder: 'PWR ON\\r' }),
    input('Sent to turn it off', 'rs232_display_off', { placeholder: 'PWR OFF\\r' }),
  );
}
