import { message } from '../../shared/languages/message.ts';
import { answer } from './answer.ts';
import { wrongUsage } from './arguments.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

const usualSeconds = 20;
const mostSeconds = 600;

export const command: Command = {
  name: 'identify',
  summary: 'Shows number and name on each screen, or a test picture with sound.',
  usage: '[--test] [--seconds N] [--json]',
  options: { test: { type: 'boolean' }, seconds: { type: 'string' } },
  details: `
Each screen shows its number, name and colour for 20 seconds, numbered from the left. The show continues underneath.

--test       show geometry, colours and a frame counter, and play a tone on the left, then on the right
--seconds N  how long, at most 600`,
  async run(invocation) {
    const { values, config } = invocation;
    const seconds = Number(values.seconds ?? usualSeconds);
    if (!(seconds >= 1 && seconds <= mostSeconds))
      throw wrongUsage(message('wrong-usage.range', { option: '--seconds', least: 1, most: mostSeconds }));
    const kind = values.test === true ? 'test' : 'name';
    const told = await askRunningPlayer(
      config.dataDir,
      'POST',
      `/api/identify?kind=${kind}&seconds=${seconds}`,
    );
    const { screens } = told as { readonly screens: number };
    await answer(
      invocation,
      { screens },
      `${screens} ${screens === 1 ? 'screen' : 'screens'}, for ${seconds} s.\n`,
    );
    return 0;
  },
};
