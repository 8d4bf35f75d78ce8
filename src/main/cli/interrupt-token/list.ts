import type { TokenReport } from '../../admin/access/interrupt-tokens.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';

export const command: Command = {
  name: 'interrupt token list',
  summary: 'Lists the tokens with which programs in the network may show interrupts.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const path = '/api/interrupt-tokens';
    const tokens = (await askRunningPlayer(invocation.config.dataDir, 'GET', path)) as readonly TokenReport[];
    const lines = tokens.map(
      ({ name, most, screens, createdAt, usedAt }) =>
        `${name}: up to ${most}, ${screens === null ? 'every screen' : `screens ${screens.join(', ')}`}, made at ${instant(createdAt)}, ` +
        `${usedAt === null ? 'not used since the start' : `used at ${instant(usedAt)}`}\n`,
    );
    await answer(invocation, tokens, lines.join('') || 'There are no tokens.\n');
    return 0;
  },
};

const instant = (at: number): string => new Date(at).toISOString();
