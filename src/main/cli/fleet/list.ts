import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { filterHelp, filterOf, filterOptions } from './filter.ts';
import { seeFleet } from './seen.ts';
import { fleetTable } from './text.ts';

export const command: Command = {
  name: 'fleet list',
  summary: 'Every player of the fleet: its link, how it is, what it plays.',
  usage: '[--group NAME] [--verdict VERDICT] [--offline] [--json]',
  options: filterOptions,
  details: `${filterHelp}

It asks the broker that is configured (fleet.url, fleet.name, fleet.credentialsFile), and no player. Ends with 0 also when
some of them are dark: vitrine fleet list --verdict dark --json is for scripts.`,
  async run(invocation) {
    const filter = filterOf(invocation);
    const { console, screens } = await seeFleet(invocation);
    await console.close();
    const all = screens.all.filter(filter);
    await answer(invocation, all, (columns) => fleetTable(all, columns));
    return 0;
  },
};
