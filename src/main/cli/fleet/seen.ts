import { anyTopic } from '../../fleet/topics.ts';
import { systemClock } from '../../ground/clock.ts';
import { type Console, openConsole } from '../../operator/console.ts';
import { type FleetScreen, FleetScreens } from '../../operator/screens.ts';
import type { Invocation } from '../command.ts';
import { playerCount } from './text.ts';

/** Reads the fleet from the broker. `onChange` receives later changes. */
export async function seeFleet(
  { config, configSources, progress, isTerminal }: Invocation,
  onChange: (before: FleetScreen | null, now: FleetScreen) => void = () => undefined,
): Promise<{ readonly console: Console; readonly screens: FleetScreens }> {
  const screens = new FleetScreens();
  let isSettled = false;
  const { name } = config.fleet;
  const console = await openConsole({
    config,
    clock: systemClock,
    env: configSources.env ?? process.env,
    quality: 0,
    topics: ['online', 'about', 'state'].map((kind) => anyTopic(name, kind)),
    hear: (incoming) => {
      const change = screens.hear(incoming);
      if (change !== null && isSettled) onChange(...change);
    },
  });
  const ticker = isTerminal
    ? setInterval(() => progress(`\r${playerCount(screens.all.length)} …`), 200)
    : null;
  await console.settled();
  if (ticker !== null) {
    clearInterval(ticker);
    progress('\r\x1b[K');
  }
  isSettled = true;
  return { console, screens };
}
