import { message } from '../../shared/languages/message.ts';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'sync-resume',
  group: 'content',
  summary: 'Resumes syncing: contacts the CMS at once and continues the downloads.',
  answers: '`{sync}`: `resumed`',
  args: {},
  buttons: [
    {
      key: 'sync-resume',
      label: message('action.sync-resume'),
      done: message('action.sync-resume.done'),
      isSo: ({ sync }) => sync.state !== 'paused',
    },
  ],
  commands: [
    { name: 'sync resume', answered: () => ({ json: { sync: 'resumed' }, text: 'Sync has resumed.\n' }) },
  ],
  async run(player) {
    await player.resumeSync();
    return {};
  },
});
