import { message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'restart-machine',
  group: 'player',
  summary: 'Restarts the machine, where player.restartMachine allows it.',
  args: {},
  effect: 'ends',
  buttons: [button('restart-machine')],
  cannot: ({ canRestartMachine }) => (canRestartMachine ? null : message('no-machine-restart')),
  async run(player, _, by) {
    await player.restartMachine(by);
    return {};
  },
});
