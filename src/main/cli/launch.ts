import { join } from 'node:path';
import { systemClock } from '../ground/clock.ts';
import { startAgain } from '../ground/exit-code.ts';
import { version } from '../ground/version.ts';
import { launch } from '../update/launcher.ts';
import type { Command } from './command.ts';

const silenceMs = 180_000;

export const command: Command = {
  name: 'launch',
  summary: 'Starts the current release of the player, and new releases on trial; for Windows.',
  usage: '[--config FILE]',
  json: false,
  options: {},
  details: `
The installed package starts the player; releases lie side by side in update.root, by default releases/ of the data folder. Put
the publisher's root.json there. On Linux the launcher in docs/guide/updates.md does the same.`,
  run({ config, args, signal }) {
    return launch(
      {
        root: config.update.root ?? join(config.dataDir, 'releases'),
        // In a package, the executable is both Electron and the player.
        factory: process.execPath,
        over: version,
        env: process.env,
        clock: systemClock,
        silenceMs,
        startAgain,
      },
      ['run', ...args.slice(1)],
      signal,
    );
  },
};
