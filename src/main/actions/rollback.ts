import { message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'rollback',
  group: 'content',
  summary: 'Goes back to the previous version of the content.',
  answers: '`{edition}`',
  args: {},
  effect: 'interrupts',
  buttons: [button('rollback')],
  commands: 'edition rollback',
  cannot: ({ previousEdition }) => (previousEdition === null ? message('no-previous-edition') : null),
  run: async (player) => ({ answer: await player.rollback() }),
});
