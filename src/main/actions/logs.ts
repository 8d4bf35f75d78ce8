import * as v from 'valibot';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'logs',
  group: 'player',
  summary: 'Sends the last lines of the log.',
  answers: 'the lines',
  args: { lines: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50) },
  reads: true,
  buttons: [button('logs')],
  commands: 'logs',
  run: async (player, { lines }) => ({ answer: await player.logs(lines) }),
});
