import { action as define } from './table/action.ts';

export const action = define({
  name: 'settings',
  group: 'player',
  summary: 'Lists what can be changed at the running player, with values and where they come from.',
  answers: 'as `settings`',
  args: {},
  reads: true,
  buttons: [],
  commands: 'settings',
  run: (player) => ({ answer: player.settings() }),
});
