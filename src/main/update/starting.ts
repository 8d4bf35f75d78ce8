import { inEnglish, message } from '../../shared/languages/message.ts';
import type { KeptState } from './kept-state.ts';
import { laidOver } from './new-package.ts';
import { factory, fellBack, mostAttempts, type ReleaseId, takenBack, withdrawn } from './state.ts';
import { isoOf, type UpdatesNeeds } from './updates-needs.ts';

type StartingNeeds = Pick<UpdatesNeeds, 'root' | 'shelf' | 'over' | 'clock' | 'log' | 'player' | 'start'>;

/** Adopts what the launcher did since the state was written. True: the player has to end, as another release is to run. */
export async function settleStart(needs: StartingNeeds, kept: KeptState): Promise<boolean> {
  const { root, player, start, log, clock } = needs;
  const { running } = player;
  const at = isoOf(clock.now());
  await settlePackage(needs, kept);
  await forgetFailures(needs, running);
  const { trial, current, doubt, blocked } = kept.value;
  // Taken back, or waiting for the check of its doubt.
  const isOver = doubt?.release === running || blocked.some(({ release }) => release === running);
  let isEnding = false;
  if (running !== current && running !== trial?.release) {
    isEnding = isOver;
    if (!isOver && (await isGivenUp(needs, current))) {
      await kept.settle((state) => fellBack(state, running, at));
      const lost = lostIn(kept);
      if (lost !== null) log.error(inEnglish(lost), { running: player.version });
    } else if (!isOver)
      log.warn('The launcher did not start the current release', { current, running: player.version });
  }
  if (trial === null) return isEnding;
  // The engine thread died after the player was to end, and the player has not ended yet.
  if (trial.by === start) return true;
  if (trial.release === running) log.info(`Release ${trial.version} is on trial`);
  else {
    const starts = await root.spent(trial.release, true);
    log.error(`Release ${trial.version} was taken back`, { starts });
    const why = message('update.blocked.died');
    await kept.settle((state) =>
      starts >= mostAttempts ? takenBack(state, 'died', why, at) : withdrawn(state, at),
    );
  }
  return isEnding;
}

/** Null: what was kept is what runs. */
export function lostIn(kept: KeptState) {
  const { lost } = kept.value;
  return lost && message('update.lost', { version: lost.version, at: lost.at });
}

/** The next package is compared with this one, and its failures are its own. */
async function settlePackage(needs: StartingNeeds, kept: KeptState): Promise<void> {
  const { over, player, clock, shelf } = needs;
  const { running } = player;
  const state = await laidOver(kept.value, { over, running, at: isoOf(clock.now()) }, shelf);
  if (state === kept.value) return;
  await kept.settle(() => state);
  await forgetFailures(needs, factory);
}

async function forgetFailures({ root, log }: StartingNeeds, release: ReleaseId): Promise<void> {
  await root
    .cameUp(release)
    .catch((error: unknown) => log.warn('Cannot record that this release came up', { error }));
}

/** Whether the launcher gave it up. It never gives up the factory: if another one runs instead, the state was unreadable. */
async function isGivenUp({ root, shelf }: StartingNeeds, current: ReleaseId): Promise<boolean> {
  if (current === factory || (await root.spent(current)) >= mostAttempts) return true;
  // A folder that cannot be read now does not prove that its release is gone.
  return !(await shelf.has(current).catch(() => true));
}
