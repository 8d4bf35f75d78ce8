import { message } from '../../shared/languages/message.ts';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'sync-pause',
  group: 'content',
  summary: 'Pauses the syncs and downloads of the running player.',
  answers: '`{sync}`: `paused`, until resumed or restarted',
  args: {},
  buttons: [
    {
      key: 'sync-pause',
      label: message('action.sync-pause'),
      done: message('action.sync-pause.done'),
      isSo: ({ sync }) => sync.state === 'paused' || sync.state === 'stopped',
    },
  ],
  commands: [
    {
      name: 'sync pause',
      details: `
The show continues from the cache. Running downloads stop, and resume at the same point after vitrine sync resume. A restart of
the player ends the pause too.`,
      answered: () => ({ json: { sync: 'paused' }, text: 'Sync is paused until vitrine sync resume.\n' }),
    },
  ],
  async run(player) {
    await player.pauseSync();
    return {};
  },
});
