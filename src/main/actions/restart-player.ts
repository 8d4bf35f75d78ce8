import { message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'restart-player',
  group: 'player',
  summary: 'Ends the player, which its service manager starts again.',
  args: {},
  effect: 'ends',
  buttons: [button('restart-player')],
  cannot: ({ canRestart }) => (canRestart ? null : message('not-supervised')),
  run: (player) => ({ after: player.restart() }),
});
