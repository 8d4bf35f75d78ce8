import * as v from 'valibot';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'set',
  group: 'player',
  summary: 'Changes a setting of the running player, which keeps it.',
  answers: 'as `settings`',
  args: {
    name: v.pipe(v.string(), v.maxLength(100)),
    value: v.optional(v.unknown(), null),
    text: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  },
  onlyHere: ['text'],
  buttons: [],
  commands: [
    {
      usage: 'NAME VALUE|default',
      positionals: { least: 2, most: 2 },
      details: `
vitrine settings lists what can be changed. The player uses the value at once, writes it to its data folder, and logs who changed it.
default removes it. A setting of the configuration file or the environment cannot be changed here.

Opening hours are JSON: vitrine set screen.hours '{"mon-fri": "08:00-20:00", "2026-12-25": "off"}'`,
      args: ({ words: [name = '', text = ''] }) => ({ name, text }),
      answered: (_, { name }) => ({ text: `${name} is set.\n` }),
    },
  ],
  async run(player, { name, value, text }, by) {
    const given = text === undefined ? { value } : { text };
    return { answer: await player.changeSetting(name, given, by) };
  },
});
