import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../../shared/languages/message.ts';
import { systemCode } from '../../ground/errors.ts';
import { type KeyRole, makeKey, newSalt } from '../../operator/keys.ts';
import { releaseError } from '../../release/failure.ts';
import { answer } from '../answer.ts';
import { firstWord, wrongUsage } from '../arguments.ts';
import type { Command } from '../command.ts';
import { newPassphrase, passphraseOption } from './passphrase.ts';

const sets: Readonly<Record<string, readonly (readonly [name: string, role: KeyRole])[]>> = {
  offline: [
    ['root-1', 'root'],
    ['root-2', 'root'],
    ['root-3', 'root'],
    ['targets', 'targets'],
  ],
  online: [
    ['snapshot', 'snapshot'],
    ['timestamp', 'timestamp'],
  ],
  commands: [['commands', 'commands']],
};

export const command: Command = {
  name: 'release keys',
  summary: 'Creates the keys that sign releases, encrypted with a passphrase.',
  usage: 'offline|online|commands FOLDER [--passphrase-file FILE] [--json]',
  options: passphraseOption,
  positionals: { least: 2, most: 2 },
  details: `
offline  root-1, root-2, root-3 and targets: for people, on a machine without network; store them in different places
online   snapshot and timestamp: for the machine that publishes
commands one key with which an operator signs fleet commands (vitrine fleet cmd --key); not for releases
Existing keys are never overwritten.`,
  async run(invocation) {
    const set = sets[firstWord(invocation, 'kind of keys')];
    const folder = invocation.positionals[1] ?? '';
    if (set === undefined) throw wrongUsage(message('wrong-usage.keys'));
    const passphrase = await newPassphrase(invocation);
    const salt = newSalt();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const keys = set.map(([name, role]) => {
      const path = join(folder, `${name}.key`);
      const key = makeKey(role, passphrase, salt);
      write(path, `${JSON.stringify(key)}\n`, 0o600);
      write(join(folder, `${name}.pub`), `${JSON.stringify({ role, public: key.public })}\n`, 0o644);
      return { name, role, public: key.public, path };
    });
    await answer(invocation, { keys }, keys.map(({ path }) => `${path}\n`).join(''));
    return 0;
  },
};

function write(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { mode, flag: 'wx', flush: true });
  } catch (cause) {
    if (systemCode(cause) !== 'EEXIST') throw cause;
    throw releaseError('release-exists', `${path} is there already.`, { cause });
  }
}
