import { message } from '../../shared/languages/message.ts';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'restart-player',
  group: 'player',
  summary: 'Ends the player, which its service manager starts again.',
  args: {},
  effect: 'ends',
  buttons: [
    {
      key: 'restart-player',
      label: message('action.restart-player'),
      ask: message('action.restart-player.ask'),
      done: message('action.restart-player.done'),
    },
  ],
  cannot: ({ canRestart }) => (canRestart ? null : message('not-supervised')),
  run: (player) => ({ after: player.restart() }),
});
