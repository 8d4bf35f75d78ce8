import * as v from 'valibot';
import { inEnglish, message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { button, action as define } from './table/action.ts';
import type { Displays } from './table/port.ts';

const states = ['on', 'off', 'auto'] as const;

export const action = define({
  name: 'display',
  group: 'screens',
  summary: 'Shows whether the displays are on, or switches them manually.',
  answers: '`{screens[{id, wanted}], byHand{wanted, until}, switches[{name, screenId, state, why, at}]}`',
  args: { wanted: v.optional(v.picklist(states)) },
  effect: 'interrupts',
  buttons: [
    button('display-on', { args: { wanted: 'on' }, isSo: ({ display }) => areAll('on', display) }),
    button('display-off', { args: { wanted: 'off' }, isSo: ({ display }) => areAll('off', display) }),
    button('display-auto', { args: { wanted: 'auto' }, isSo: ({ display }) => display.byHand === null }),
  ],
  commands: [
    {
      usage: '[on|off|auto]',
      positionals: { least: 0, most: 1 },
      details: `
A manual change holds until the next change of the schedule (screen.hours); auto returns to the schedule at once.`,
      args({ words: [value] }) {
        const wanted = states.find((state) => state === value);
        if (value === undefined || wanted !== undefined) return { wanted };
        throw new VitrineError('usage', message('wrong-usage.display-state', { value }));
      },
      answered: (displays: Displays) => ({ text: textOf(displays) }),
    },
  ],
  run(player, { wanted }) {
    if (wanted !== undefined) player.setDisplay(wanted);
    return { answer: player.display() };
  },
});

function areAll(state: 'on' | 'off', { screens }: Displays): boolean {
  return screens.every(({ wanted }) => wanted === state);
}

function textOf({ screens, byHand, switches }: Displays): string {
  const until = byHand?.until ? ` until ${byHand.until}` : '';
  return [
    ...screens.map(
      ({ id, wanted }) => `screen ${id}: wanted ${wanted}${byHand ? `, by hand${until}` : ''}\n`,
    ),
    ...switches.map(({ name, screenId, state, why, at }) => {
      const of = screenId === null ? '' : ` of screen ${screenId}`;
      return `${name}${of}: ${state}${why === null ? '' : ` (${inEnglish(why)})`}, requested at ${at}\n`;
    }),
  ].join('');
}
