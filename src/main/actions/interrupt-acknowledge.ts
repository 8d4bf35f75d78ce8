import * as v from 'valibot';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'interrupt-acknowledge',
  group: 'screens',
  summary: 'Acknowledges an interrupt: its sound ends, and its sender is notified.',
  args: { id: v.pipe(v.string(), v.maxLength(80)) },
  buttons: [],
  commands: [
    {
      name: 'interrupt acknowledge',
      usage: 'ID',
      positionals: { least: 1, most: 1 },
      args: ({ words: [id = ''] }) => ({ id }),
      answered: (_, { id }) => ({ text: `${id} is acknowledged.\n` }),
    },
  ],
  run(player, { id }) {
    player.acknowledgeInterrupt(id);
    return {};
  },
});
