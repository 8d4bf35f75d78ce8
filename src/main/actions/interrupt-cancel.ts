import * as v from 'valibot';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'interrupt-cancel',
  group: 'screens',
  summary: 'Ends an interrupt, or all of them.',
  answers: '`{ended}`: how many',
  args: { id: v.optional(v.pipe(v.string(), v.maxLength(80))) },
  effect: 'interrupts',
  buttons: [button('interrupt-cancel', { isSo: ({ hasInterrupts }) => !hasInterrupts })],
  commands: [
    {
      name: 'interrupt cancel',
      usage: '[ID]',
      positionals: { least: 0, most: 1 },
      details: `
Without an id, it ends all interrupts.`,
      args: ({ words: [id] }) => (id === undefined ? {} : { id }),
      answered: ({ ended }: { readonly ended: number }) => ({
        text: `${ended} ${ended === 1 ? 'interrupt has' : 'interrupts have'} ended.\n`,
      }),
    },
  ],
  run: (player, { id }) => ({ answer: { ended: player.cancelInterrupts(id ?? null) } }),
});
