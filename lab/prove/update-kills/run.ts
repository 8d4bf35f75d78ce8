import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { changeTargets, changeVersion } from '../../../src/main/operator/publish.ts';
import {
  child,
  copyOf,
  goesOn,
  killed,
  loops,
  prepare,
  type Stage,
  whatRuns,
} from '../../../test/update/kills/stage.ts';

// npm run prove -- update-kills [SECONDS]: kills an update at every write, step by step, and then at moments spread over the whole
// update; after each kill exactly one whole release must start, and the same update must complete.

const bound = Number(process.argv[2] ?? 120) * 1000;
const startedAt = performance.now();
async function atEveryWrite(stage: Stage): Promise<number> {
  let sum = 0;
  for (const loop of loops) {
    if (loop.name === 'recall')
      await changeTargets(stage.publisher.needs, (targets) =>
        changeVersion(targets, '2.0.0', (custom) => ({ ...custom, recalled: true })),
      );
    const { kills, byCall } = await killed(stage, loop);
    sum += kills;
    const each = Object.entries(byCall).map(([call, count]) => `${call} ${count}`);
    say(`${loop.name.padEnd(10)} ${String(kills).padStart(4)} kills  ${each.join(', ')}`);
  }
  return sum;
}

/** Kills whole process groups, because a power cut also ends the unpacking process. */
async function atAnyMoment(stage: Stage): Promise<number> {
  let kills = 0;
  for (let at = 0; performance.now() - startedAt < bound && at < 100; at++) {
    const root = await copyOf(stage.templates.fresh ?? '');
    const running = spawn(process.execPath, [fileURLToPath(child), root, 'switch', stage.stick, stage.sha], {
      stdio: 'ignore',
      detached: true,
    });
    const exit = once(running, 'exit');
    await new Promise((resolve) => setTimeout(resolve, 250 + at * 9));
    try {
      process.kill(-(running.pid ?? 0), 'SIGKILL');
      kills++;
    } catch {
      // It was completed before the kill.
    }
    await exit;
    await whatRuns(root);
    await goesOn(root, stage, false);
    await rm(root, { recursive: true, force: true });
  }
  say(`any moment ${String(kills).padStart(4)} kills`);
  return kills;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const stage = await prepare();
const moments = await atAnyMoment(stage);
const writes = await atEveryWrite(stage);
const seconds = Math.round((performance.now() - startedAt) / 1000);
say(
  `${writes + moments} kills in ${seconds} s: one whole release ran after each, and the update came to its end`,
);
