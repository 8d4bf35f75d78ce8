import { severities } from '../../../shared/interrupts.ts';
import { answer } from '../answer.ts';
import { textOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';

export const command: Command = {
  name: 'interrupt token add',
  summary: 'Makes a token with which a program in the network may show interrupts, and nothing else.',
  usage: `NAME [--most ${severities.join('|')}] [--screen ID …] [--json]`,
  options: { most: { type: 'string' }, screen: { type: 'string', multiple: true } },
  positionals: { least: 1, most: 1 },
  details: `
Programs use it at POST /api/interrupts of the address that vitrine access on opens. The token is printed once; the player keeps its hash.

--most    the most severe interrupt that it may show, and so its highest priority; default: warning
--screen  only there; default: every screen`,
  async run(invocation) {
    const { config, values, positionals } = invocation;
    const [name = ''] = positionals;
    const screens = values.screen === undefined ? null : [values.screen].flat().map(String);
    const wish = { name, most: textOption(invocation, 'most') ?? 'warning', screens };
    const made = (await askRunningPlayer(config.dataDir, 'POST', '/api/interrupt-tokens', wish)) as {
      readonly token: string;
    };
    await answer(invocation, { name, ...made }, `Token: ${made.token}\nIt is shown only now.\n`);
    return 0;
  },
};
