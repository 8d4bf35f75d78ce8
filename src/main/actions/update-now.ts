import { resolve } from 'node:path';
import * as v from 'valibot';
import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'update-now',
  group: 'updates',
  summary: 'Downloads the newest release and switches to it at once.',
  answers: '`update` of the status, once the release is here; the fleet gets its sentence',
  args: { from: v.optional(v.pipe(v.string(), v.maxLength(4096))) },
  onlyHere: ['from'],
  effect: 'interrupts',
  // A package may come over a slow line.
  longestMs: 6 * 3600_000,
  buttons: [button('update-now')],
  commands: [
    {
      name: 'update now',
      usage: '[--from FOLDER]',
      options: { from: { type: 'string' } },
      details: `
--from FOLDER  use a folder of releases, for example on a USB stick, instead of the configured address (update.url). Its
               signatures are verified in the same way.
Ignores the update window and the rollout share. The player switches between two items.`,
      args: ({ values: { from } }) => (typeof from === 'string' ? { from: resolve(from) } : {}),
      answered: ({ sentence }: { sentence: Message }) => ({ text: `${inEnglish(sentence)}\n` }),
    },
  ],
  cannot({ update: { state, sentence } }) {
    if (state === 'off') return sentence;
    if (state === 'held') return message('update-held');
    if (state === 'trying' || state === 'doubting') return message('update-on-trial');
    if (state === 'ending') return message('update-busy.switching');
    return ['looking', 'fetching', 'unpacking'].includes(state) ? message('update-busy.running') : null;
  },
  async run(player, { from = null }) {
    const answer = await player.updateNow(from);
    return { answer, sentence: answer.sentence };
  },
});
