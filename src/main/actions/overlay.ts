import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'overlay',
  group: 'screens',
  summary: 'Shows or hides technical details on top of every screen.',
  answers: '`{overlay}`: `on` or `off`',
  args: { visible: v.boolean() },
  buttons: [
    button('overlay-on', { args: { visible: true }, isSo: ({ showsOverlay }) => showsOverlay }),
    button('overlay-off', { args: { visible: false }, isSo: ({ showsOverlay }) => !showsOverlay }),
  ],
  commands: [
    {
      usage: 'on|off',
      positionals: { least: 1, most: 1 },
      details: `
It shows the current item, the next one and whether it is ready, the buffer, painted and dropped frames, and the clock.
It stays until vitrine overlay off or a restart of the player. With Electron, Ctrl+Alt+O on a keyboard toggles it too.`,
      args({ words: [wanted] }) {
        if (wanted === 'on' || wanted === 'off') return { visible: wanted === 'on' };
        throw new VitrineError('usage', message('wrong-usage.overlay', { value: String(wanted) }));
      },
      answered: (_, { visible }) => {
        const overlay = visible ? 'on' : 'off';
        return { json: { overlay }, text: `The overlay is ${overlay}.\n` };
      },
    },
  ],
  run(player, { visible }) {
    player.overlay(visible);
    return {};
  },
});
