import { message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'safe-mode-off',
  group: 'player',
  summary: 'Ends safe mode: the player restarts in normal mode.',
  answers: '`{safeMode}`: `off`',
  args: {},
  effect: 'ends',
  buttons: [button('safe-mode-off', { isSo: ({ isInSafeMode }) => !isInSafeMode })],
  commands: [
    {
      name: 'safe-mode off',
      details: `
Use it after you have repaired what kept the screen dark. Otherwise the player tries normal mode after an hour, then less and less
often. The command is refused when the player is not in safe mode, or when nothing would restart it.`,
      answered: () => ({ json: { safeMode: 'off' }, text: 'Safe mode is off: the player restarts.\n' }),
    },
  ],
  cannot: ({ canRestart }) => (canRestart ? null : message('not-supervised')),
  run: (player) => ({ after: player.leaveSafeMode() }),
});
