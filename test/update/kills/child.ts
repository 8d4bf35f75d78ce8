import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ShowFacts } from '../../../src/main/update/trial.ts';
import { waitUntilFollowed } from '../../support/wait-until-followed.ts';
import { playing } from '../support/facts.ts';
import { installs } from '../support/installer.ts';
import { openRoot } from '../support/site.ts';

// What is killed: one step of an update on the folder of the first argument. See run.ts.

waitUntilFollowed();
const [, , root = '', step = '', stick = '', sha = ''] = process.argv;
const facts: ShowFacts = { ...playing, items: 9 };
const player = openRoot(root, { url: null });

const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  bring: async () => (await player.open()).from(stick),
  switch: async () => {
    const updates = await player.open();
    await updates.from(stick);
    return updates.see(facts);
  },
  keep: async () =>
    (await player.open(sha, '2.0.0')).see({ ...facts, upMs: 600_000, litMs: 600_000, dueMs: 600_000 }),
  'take back': async () =>
    (await player.open(sha, '2.0.0')).see({
      ...facts,
      upMs: 70_000,
      litMs: 70_000,
      dueMs: 70_000,
      overdueMs: 70_000,
      items: 0,
    }),
  recall: async () => {
    const updates = await player.open(sha, '2.0.0');
    return updates.from(stick);
  },
  'give up': () => player.open(),
  install: () => installs(root, stick, sha),
  tidy: async () => player.shelf.tidy(new Set()),
  launch: async () => {
    const { signal } = spawnSync(join(root, 'vitrine-launcher'), ['run'], { stdio: 'ignore' });
    // Whatever part of the launcher was killed, its end is that of the machine.
    if (signal === 'SIGKILL') process.kill(process.pid, signal);
  },
};
await steps[step]?.();
process.exit(0);
