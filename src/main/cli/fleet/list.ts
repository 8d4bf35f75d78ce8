import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { filterHelp, filterOf, filterOptions } from './filter.ts';
import { seeFleet } from './seen.ts';
import { fleetTable } from './text.ts';

export const command: Command = {
  name: 'fleet list',
  summary: 'Lists the players of the fleet: connection, health, what each plays.',
  usage: '[--group NAME] [--verdict VERDICT] [--offline] [--json]',
  options: filterOptions,
  details: `${filterHelp}

Reads the configured broker (fleet.url, fleet.name, fleet.credentialsFile), not the players. The exit code is 0 even if players
are dark; scripts can use vitrine fleet list --verdict dark --json.`,
  async run(invocation) {
    const filter = filterOf(invocation);
    const { console, screens } = await seeFleet(invocation);
    await console.close();
    const all = screens.all.filter(filter);
    await answer(invocation, all, (columns) => fleetTable(all, columns));
    return 0;
  },
};
