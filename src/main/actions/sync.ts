import { message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'sync',
  group: 'content',
  summary: 'Syncs once with the CMS: fetch, download, verify, activate.',
  answers: 'as `sync --once`',
  args: {},
  buttons: [button('sync')],
  commands: 'sync --once',
  cannot({ sync: { state } }) {
    if (state === 'paused') return message('sync-paused');
    return state === 'stopped' ? message('action.cannot.no-cms') : null;
  },
  run: async (player) => ({ answer: await player.syncNow() }),
});
