import * as v from 'valibot';
import { inEnglish, type Message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

const answered = ({ sentence }: { sentence: Message }) => ({ text: `${inEnglish(sentence)}\n` });

export const action = define({
  name: 'update-hold',
  group: 'updates',
  summary: 'Pauses updates until vitrine update resume.',
  answers: 'as `update-now`',
  args: { held: v.boolean() },
  buttons: [
    button('update-hold', { args: { held: true }, isSo: ({ update }) => update.state === 'held' }),
    button('update-resume', { args: { held: false }, isSo: ({ update }) => update.state !== 'held' }),
  ],
  commands: [
    { name: 'update hold', args: () => ({ held: true }), answered },
    {
      name: 'update resume',
      summary: 'Resumes updates after vitrine update hold.',
      args: () => ({ held: false }),
      answered,
    },
  ],
  cannot: ({ update: { state, sentence } }) => (state === 'off' ? sentence : null),
  async run(player, { held }) {
    const answer = await player.updateHold(held);
    return { answer, sentence: answer.sentence };
  },
});
