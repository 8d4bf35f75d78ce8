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
  summary: 'Fetches the newest release and goes over to it at once.',
  usage: '[--from FOLDER] [--json]',
  options: { from: { type: 'string' } },
  details: `
--from FOLDER  a folder of releases, on a stick for example, in place of the address that is configured (update.url). Its
               signatures are verified just the same.
Neither the window nor the share of the rollout is waited for. The player goes over to it between two items.`,
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
