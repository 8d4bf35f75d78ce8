import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'safe-mode off',
  summary: 'Ends safe mode: the player restarts in normal mode.',
  usage: '[--json]',
  options: {},
  details: `
Use it after you have repaired what kept the screen dark. Otherwise the player tries normal mode after an hour, then less and less
often. The command is refused when the player is not in safe mode, or when nothing would restart it.`,
  async run(invocation) {
    await askRunningPlayer(invocation.config.dataDir, 'POST', '/api/safe-mode/off');
    await answer(invocation, { safeMode: 'off' }, 'Safe mode is off: the player starts again.\n');
    return 0;
  },
};
