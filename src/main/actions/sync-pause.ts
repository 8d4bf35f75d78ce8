import * as v from 'valibot';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'sync-pause',
  group: 'content',
  summary: 'Pauses the syncs and downloads of the running player.',
  answers: '`{sync}`: `paused`, until resumed or restarted, or `resumed`',
  args: { paused: v.boolean() },
  buttons: [
    button('sync-pause', {
      args: { paused: true },
      isSo: ({ sync }) => sync.state === 'paused' || sync.state === 'stopped',
    }),
    button('sync-resume', { args: { paused: false }, isSo: ({ sync }) => sync.state !== 'paused' }),
  ],
  commands: [
    {
      name: 'sync pause',
      details: `
The show continues from the cache. Running downloads stop, and resume at the same point after vitrine sync resume. A restart of
the player ends the pause too.`,
      args: () => ({ paused: true }),
      answered: () => ({ json: { sync: 'paused' }, text: 'Sync is paused until vitrine sync resume.\n' }),
    },
    {
      name: 'sync resume',
      summary: 'Resumes syncing: contacts the CMS at once and continues the downloads.',
      args: () => ({ paused: false }),
      answered: () => ({ json: { sync: 'resumed' }, text: 'Sync has resumed.\n' }),
    },
  ],
  async run(player, { paused }) {
    await (paused ? player.pauseSync() : player.resumeSync());
    return {};
  },
});
