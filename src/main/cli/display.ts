import { inEnglish, message } from '../../shared/languages/message.ts';
import type { DisplayReport } from '../display/display-keeper.ts';
import { answer } from './answer.ts';
import { wrongUsage } from './arguments.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'display',
  summary: 'Shows whether the displays are on, or switches them manually.',
  usage: '[on|off|auto] [--json]',
  options: {},
  positionals: { least: 0, most: 1 },
  details: `
A manual change holds until the next change of the schedule (screen.hours); auto returns to the schedule at once.`,
  async run(invocation) {
    const [wanted] = invocation.positionals;
    if (wanted !== undefined && !['on', 'off', 'auto'].includes(wanted))
      throw wrongUsage(message('wrong-usage.display-state', { value: wanted }));
    const { dataDir } = invocation.config;
    const path = '/api/display';
    const report = (
      wanted === undefined
        ? await askRunningPlayer(dataDir, 'GET', path)
        : await askRunningPlayer(dataDir, 'POST', `${path}?wanted=${wanted}`)
    ) as DisplayReport;
    await answer(invocation, report, displayText(report));
    return 0;
  },
};

function displayText({ screens, byHand, switches }: DisplayReport): string {
  const until = byHand?.until ? ` until ${byHand.until}` : '';
  return [
    ...screens.map(
      ({ id, wanted }) => `screen ${id}: wanted ${wanted}${byHand ? `, by hand${until}` : ''}\n`,
    ),
    ...switches.map(({ name, screenId, state, why, at }) => {
      const of = screenId === null ? '' : ` of screen ${screenId}`;
      return `${name}${of}: ${state}${why === null ? '' : ` (${inEnglish(why)})`}, requested at ${at}\n`;
    }),
  ].join('');
}
