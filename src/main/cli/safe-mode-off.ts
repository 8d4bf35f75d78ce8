import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'safe-mode off',
  summary: 'Ends safe mode: the player starts again as usual.',
  usage: '[--json]',
  options: {},
  details: `
For whoever has mended what kept the screen dark. Without it the player tries by itself after an hour, then ever more rarely. It
is refused where the player is not in safe mode, and where nobody would start it again.`,
  async run(invocation) {
    await askRunningPlayer(invocation.config.dataDir, 'POST', '/api/safe-mode/off');
    await answer(invocation, { safeMode: 'off' }, 'Safe mode is off: the player starts again.\n');
    return 0;
  },
};
