import { message } from '../../shared/languages/message.ts';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'restart-browser',
  group: 'player',
  summary: 'Replaces the browser below the show, between two items.',
  args: {},
  effect: 'interrupts',
  buttons: [
    {
      key: 'restart-browser',
      label: message('action.restart-browser'),
      ask: message('action.restart-browser.ask'),
      done: message('action.restart-browser.done'),
    },
  ],
  cannot: ({ hasBrowser }) => (hasBrowser ? null : message('action.cannot.no-browser')),
  async run(player) {
    await player.renewBrowser();
    return {};
  },
});
