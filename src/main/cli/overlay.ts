import { message } from '../../shared/languages/message.ts';
import { answer } from './answer.ts';
import { wrongUsage } from './arguments.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'overlay',
  summary: 'Shows or hides technical details on top of every screen.',
  usage: 'on|off [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  details: `
It shows the current item, the next one and whether it is ready, the buffer, painted and dropped frames, and the clock.
It stays until vitrine overlay off or a restart of the player. With Electron, Ctrl+Alt+O on a keyboard toggles it too.`,
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
