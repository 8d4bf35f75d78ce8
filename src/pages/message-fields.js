import { make } from './element.js';
import { say } from './words.js';

const severities = ['info', 'clear', 'warning', 'alarm'];
const layouts = ['full', 'banner', 'corner'];
/** As the player takes them: see `interrupt/interrupt.ts`. */
const [longestTitle, longestLine, mostLines, mostMinutes] = [120, 200, 8, 31 * 24 * 60];

/** What a message above the show consists of. */
export function messageFields() {
  const title = make('input', { maxlength: longestTitle, required: true });
  const lines = make('textarea', { rows: 2, maxlength: mostLines * longestLine });
  const severity = choice('severity', severities);
  const layout = choice('layout', layouts);
  const minutes = make('input', { type: 'number', min: 1, max: mostMinutes, value: '10', required: true });
  const sound = make('input', { type: 'checkbox' });
  return {
    element: make(
      'div',
      { class: 'stack' },
      field('words', title),
      field('lines', lines),
      make(
        'div',
        { class: 'row' },
        field('severity', severity),
        field('layout', layout),
        field('minutes', minutes),
      ),
      make('label', { class: 'row plain' }, sound, say('page.interrupt.sound')),
    ),
    read: () => ({
      title: title.value,
      lines: lines.value.split('\n').filter((line) => line.trim() !== ''),
      severity: severity.value,
      layout: layout.value,
      seconds: Math.round(minutes.valueAsNumber * 60),
      sound: sound.checked,
    }),
  };
}

const field = (name, input) => make('label', { class: 'field' }, say(`page.interrupt.${name}`), input);

const choice = (name, values) =>
  make(
    'select',
    {},
    values.map((value) => make('option', { value }, say(`page.interrupt.${name}.${value}`))),
  );
