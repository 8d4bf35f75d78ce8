import { message } from '../../shared/languages/message.ts';
import { action as define } from './table/action.ts';

export const action = define({
  name: 'setup-again',
  group: 'player',
  summary: 'Begins setup again for another CMS or content; the show goes on until the new one is ready.',
  answers: '`{address}`: the guide, with its key',
  args: {},
  buttons: [],
  commands: [
    {
      name: 'setup again',
      details: `
Open the printed address in a browser or on a phone within 15 minutes. Until the new setup is complete and its first item is here, the
current show goes on; vitrine settings undo brings the previous setup back.`,
      answered: ({ address }: { address: string }) => ({ text: `${address}\n` }),
    },
  ],
  cannot: ({ setupFixedBy }) =>
    setupFixedBy && message(`setup-again-not.${setupFixedBy.kind}`, { name: setupFixedBy.name }),
  run: async (player, _, by) => ({ answer: await player.setUpAgain(by) }),
});
