import { asMessage, message } from '../../shared/languages/message.ts';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'sync',
  group: 'content',
  summary: 'Syncs once with the CMS: fetch, download, verify, activate.',
  answers: 'as `sync --once`',
  args: {},
  buttons: [{ key: 'sync', label: message('action.sync'), done: message('action.sync.done') }],
  commands: 'sync --once',
  cannot({ sync: { state, lastError } }) {
    if (state === 'paused') return message('sync-paused');
    return state === 'stopped' && lastError ? asMessage(lastError.message) : null;
  },
  run: async (player) => ({ answer: await player.syncNow() }),
});
