import { action as define } from './table/action.ts';

export const action = define({
  name: 'settings-undo',
  group: 'player',
  summary: 'Undoes the last change of a setting, or the last setup.',
  answers: 'as `settings`',
  args: {},
  buttons: [],
  commands: [{ name: 'settings undo', answered: () => ({ text: 'The last change is undone.\n' }) }],
  run: async (player, _, by) => ({ answer: await player.undoSetting(by) }),
});
