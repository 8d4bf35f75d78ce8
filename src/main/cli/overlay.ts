import { message } from '../../shared/languages/message.ts';
import { answer } from './answer.ts';
import { wrongUsage } from './arguments.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'overlay',
  summary: 'Shows or hides facts about the stage, over the picture on every screen.',
  usage: 'on|off [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  details: `
The item on screen, the next one and whether it is ready, how much is buffered, painted and dropped frames, the clock.
It stays until vitrine overlay off or a restart of the player. With Electron Ctrl+Alt+O on a keyboard at a screen does the same there.`,
  async run(invocation) {
    const [wanted] = invocation.positionals;
    if (wanted !== 'on' && wanted !== 'off') {
      throw wrongUsage(message('wrong-usage.overlay', { value: String(wanted) }));
    }
    await askRunningPlayer(invocation.config.dataDir, 'POST', `/api/overlay?visible=${wanted === 'on'}`);
    await answer(invocation, { overlay: wanted }, `The overlay is ${wanted}.\n`);
    return 0;
  },
};
