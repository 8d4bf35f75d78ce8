import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'doctor',
  group: 'player',
  summary: 'Checks configuration, CMS, disk, browser, display and clock, with remedies.',
  answers: 'as `doctor`',
  args: {},
  reads: true,
  buttons: [button('doctor')],
  commands: 'doctor',
  run: async (player) => ({ answer: await player.doctor() }),
});
