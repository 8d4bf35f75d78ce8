import { message } from '../../shared/languages/message.ts';
import { answer } from './answer.ts';
import { wrongUsage } from './arguments.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

const usualSeconds = 20;
const mostSeconds = 600;

export const command: Command = {
  name: 'identify',
  summary: 'Each screen says which one it is; with --test, a test picture and sound.',
  usage: '[--test] [--seconds N] [--json]',
  options: { test: { type: 'boolean' }, seconds: { type: 'string' } },
  details: `
Number, name and colour stand large on each screen for 20 seconds, numbered from the left; the show goes on below it.

--test       geometry, colours, a counter of frames, and a tone from the left and then from the right
--seconds N  for so long, 600 at most`,
  async run(invocation) {
    const { values, config } = invocation;
    const seconds = Number(values.seconds ?? usualSeconds);
    if (!(seconds >= 1 && seconds <= mostSeconds))
      throw wrongUsage(message('wrong-usage.range', { option: '--seconds', least: 1, most: mostSeconds }));
    const kind = values.test === true ? 'test' : 'name';
    const told = await askRunningPlayer(config.dataDir, 'POST', `/api/sign?kind=${kind}&seconds=${seconds}`);
    const { screens } = told as { readonly screens: number };
    await answer(
      invocation,
      { screens },
      `${screens} ${screens === 1 ? 'screen' : 'screens'}, for ${seconds} s.\n`,
    );
    return 0;
  },
};
