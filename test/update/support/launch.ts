import { join } from 'node:path';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { startAgain } from '../../../src/main/ground/exit-code.ts';
import { launch } from '../../../src/main/update/launcher.ts';

// The launcher for where no shell can, on the folder of the first argument. Its waits can be shortened.

const [, , root = '', ...args] = process.argv;
const shorter = Number(process.env.VITRINE_WAITS_SHORTER ?? 1);
const ending = new AbortController();
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ending.abort());
process.exitCode = await launch(
  {
    root,
    factory: join(root, 'factory/vitrine'),
    over: process.env.FACTORY_VERSION ?? null,
    env: process.env,
    clock: { ...systemClock, after: (ms, callback) => systemClock.after(ms / shorter, callback) },
    silenceMs: Number(process.env.VITRINE_TRIAL_SILENCE ?? 180) * 1000,
    startAgain,
  },
  args,
  ending.signal,
);
