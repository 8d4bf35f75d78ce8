import { readFileSync } from 'node:fs';
import { verbatim } from '../../../shared/languages/message.ts';
import { systemCode } from '../../ground/errors.ts';
import { releaseError } from '../../release/failure.ts';
import type { Command, Invocation } from '../command.ts';

export const passphraseOption = {
  'passphrase-file': { type: 'string', multiple: true },
} as const satisfies Command['options'];

const shortest = 12;

/** Passphrases from `--passphrase-file` and the environment. Each may fit only some of the keys. */
export function givenPassphrases({ values, configSources }: Pick<Invocation, 'values' | 'configSources'>) {
  const files = [values['passphrase-file'] ?? []].flat().filter((each) => typeof each === 'string');
  const { VITRINE_RELEASE_PASSPHRASE: fromEnvironment } = configSources.env ?? {};
  return [...files.map(firstLine), ...(fromEnvironment ? [fromEnvironment] : [])];
}

export async function newPassphrase(invocation: Invocation): Promise<string> {
  const [given] = givenPassphrases(invocation);
  const passphrase = given ?? (await askHidden('Passphrase for these keys: '));
  if (passphrase.length < shortest)
    throw releaseError('release-wrong', `A passphrase has ${shortest} characters or more.`);
  if (given === undefined && (await askHidden('Once more: ')) !== passphrase)
    throw releaseError('release-wrong', 'These were two different passphrases.');
  return passphrase;
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch (cause) {
    throw releaseError('release-wrong', `The file ${file} cannot be read: ${systemCode(cause)}.`, { cause });
  }
}

/** Reads a line from the terminal without showing it. */
export async function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw releaseError(
      'release-key-locked',
      'The key needs a passphrase, and there is no terminal to enter it.',
      {
        remedy: verbatim('Give it by --passphrase-file or VITRINE_RELEASE_PASSPHRASE.'),
      },
    );
  stderr.write(question);
  stdin.setRawMode(true);
  let line = '';
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(chunk)) {
        if (key === '\r' || key === '\n') return line;
        if (key === '\u0003') throw releaseError('release-key-locked', 'No passphrase was given.');
        line = key === '\u007f' ? line.slice(0, -1) : line + key;
      }
    }
    return line;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
