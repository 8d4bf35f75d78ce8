import type { FleetScreen } from '../../operator/screens.ts';
import type { Command } from '../command.ts';
import { oneLine } from '../text/table.ts';
import { filterHelp, filterOf, filterOptions } from './filter.ts';
import { seeFleet } from './seen.ts';
import { fleetTable, linkWord } from './text.ts';

export const command: Command = {
  name: 'fleet watch',
  summary: 'Shows the fleet and prints a line for each change, until Ctrl+C.',
  usage: '[--group NAME] [--verdict VERDICT] [--offline]',
  json: false,
  options: filterOptions,
  details: filterHelp,
  async run(invocation) {
    const filter = filterOf(invocation);
    const { out, signal, columns } = invocation;
    const { console, screens } = await seeFleet(invocation, (before, now) => {
      const line = filter(now) ? changeText(before, now) : null;
      if (line !== null) out(`${new Date().toISOString()} ${oneLine(line)}\n`).catch(() => undefined);
    });
    await out(fleetTable(screens.all.filter(filter), columns));
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    await Promise.race([stopped, console.ended]);
    await console.close();
    return 0;
  },
};

function changeText(before: FleetScreen | null, { device, online, state }: FleetScreen): string | null {
  if (before?.online !== online) return `${device}: link ${linkWord(online)}`;
  if (
    state === null ||
    (before?.state?.verdict === state.verdict && before.state.sentence === state.sentence)
  )
    return null;
  return `${device}: ${state.verdict}, ${state.sentence}`;
}
