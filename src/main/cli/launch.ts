import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { startAgain } from '../exit-code.ts';
import { launch } from '../update/launcher.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';

const silenceMs = 180_000;

export const command: Command = {
  name: 'launch',
  summary: 'Starts the current release of this player and gives a new one its trial; for Windows.',
  usage: '[--config FILE]',
  json: false,
  options: {},
  details: `
What the package has installed starts the player, and releases lie beside each other in update.root, else in releases/ of the
data folder. Put root.json of whoever publishes them there. On Linux the launcher of docs/guide/updates.md does the same in a shell.`,
  run({ config, args, signal }) {
    return launch(
      {
        root: config.update.root ?? join(config.dataDir, 'releases'),
        // The program of a package, which is both Electron and ours.
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
