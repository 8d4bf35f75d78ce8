import { resolve } from 'node:path';
import { inEnglish } from '../../../shared/languages/message.ts';
import { askPlayer } from '../../admin/client.ts';
import type { UpdateStatus } from '../../update/update-status.ts';
import { answer } from '../answer.ts';
import { textOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { notRunning } from '../running-player.ts';

/** A package may come over a slow line. */
const longestMs = 24 * 3600_000;

export const command: Command = {
  name: 'update now',
  summary: 'Downloads the newest release and switches to it at once.',
  usage: '[--from FOLDER] [--json]',
  options: { from: { type: 'string' } },
  details: `
--from FOLDER  use a folder of releases, for example on a USB stick, instead of the configured address (update.url). Its
               signatures are verified in the same way.
Ignores the update window and the rollout share. The player switches between two items.`,
  async run(invocation) {
    const from = textOption(invocation, 'from');
    const query = from === undefined ? '' : `?${new URLSearchParams({ from: resolve(from) })}`;
    const { dataDir } = invocation.config;
    const update = (await askPlayer(
      dataDir,
      'POST',
      `/api/update/now${query}`,
      longestMs,
    )) as UpdateStatus | null;
    if (update === null) throw notRunning(dataDir);
    await answer(invocation, update, `${inEnglish(update.sentence)}\n`);
    return 0;
  },
};
