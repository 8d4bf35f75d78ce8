import { message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'restart-browser',
  group: 'player',
  summary: 'Replaces the browser below the show, between two items.',
  args: {},
  effect: 'interrupts',
  buttons: [button('restart-browser')],
  cannot: ({ hasBrowser }) => (hasBrowser ? null : message('action.cannot.no-browser')),
  async run(player) {
    await player.renewBrowser();
    return {};
  },
});
