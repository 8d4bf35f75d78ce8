import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';

export const command: Command = {
  name: 'interrupt token revoke',
  summary: 'Revokes a token and ends its interrupts.',
  usage: 'NAME [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const { config, positionals } = invocation;
    const [name = ''] = positionals;
    await askRunningPlayer(config.dataDir, 'POST', '/api/interrupt-tokens/revoke', { name });
    await answer(invocation, { name }, `${name} is revoked.\n`);
    return 0;
  },
};
