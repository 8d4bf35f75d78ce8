import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { askPlayerForFile } from '../admin/client.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { answer } from './answer.ts';
import { textOption } from './arguments.ts';
import type { Command } from './command.ts';
import { notRunning } from './running-player.ts';

/** Doctor queries the CMS, and each screen gets a screenshot. */
const longestMs = 120_000;

export const command: Command = {
  name: 'support',
  summary:
    'Writes a support bundle: log, health, configuration without secrets, schedule, doctor, screenshots.',
  usage: '[--to FILE] [--json]',
  options: { to: { type: 'string' } },
  details: `
Needs a running player. Tokens, passwords and keys are removed; media names, addresses and screenshots are included.
READ-ME.txt in the bundle lists its content.

--to FILE  where to write it; default: vitrine-support-….zip in the current folder`,
  async run(invocation) {
    const { dataDir } = invocation.config;
    const found = await askPlayerForFile(dataDir, '/api/support.zip', longestMs);
    if (found === null) throw notRunning(dataDir);
    const path = resolve(textOption(invocation, 'to') ?? found.name);
    try {
      writeFileSync(path, found.bytes, { mode: 0o600 });
    } catch (cause) {
      throw new VitrineError(
        'permanent',
        message('file-not-written', { path, reason: systemCode(cause) ?? 'unknown' }),
        { cause },
      );
    }
    const { length } = found.bytes;
    await answer(
      invocation,
      { file: path, bytes: length },
      `${path}\nRead it before you send it: READ-ME.txt lists its contents.\n`,
    );
    return 0;
  },
};
