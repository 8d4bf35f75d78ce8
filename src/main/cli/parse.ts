import { parseArgs } from 'node:util';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { nearest } from '../ground/nearest.ts';
import type { Command } from './command.ts';
import { commandNames, loadCommand } from './commands.ts';

/** Options of every command; `--json` only for commands with an answer. */
const everywhere = {
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** The command with the longest matching name. */
export async function findCommand(
  words: readonly string[],
): Promise<{ readonly command: Command; readonly rest: readonly string[] }> {
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const command = await loadCommand(words.slice(0, length).join(' '));
    if (command) return { command, rest: words.slice(length) };
  }
  const meant =
    nearest(words.slice(0, 3).join(' '), commandNames) ?? nearest(words.slice(0, 2).join(' '), commandNames);
  const near = meant ?? nearest(words[0] ?? '', commandNames);
  if (near !== null)
    throw new VitrineError(
      'usage',
      message('unknown-command.near', {
        name: words.slice(0, near.split(' ').length).join(' '),
        meant: near,
      }),
    );
  const family = commandNames.filter((name) => name.startsWith(`${words[0]} `));
  throw new VitrineError(
    'usage',
    family.length > 0
      ? message('unknown-command.family', { names: family })
      : message('unknown-command', { name: words[0] ?? '' }),
  );
}

export function parseOptions(command: Command, rest: readonly string[]) {
  try {
    const parsed = parseArgs({
      args: [...rest],
      options: {
        ...command.options,
        ...everywhere,
        ...(command.json === false ? {} : { json: { type: 'boolean' } as const }),
      },
      allowPositionals: true,
    });
    const { least, most } = command.positionals ?? { least: 0, most: 0 };
    const count = parsed.positionals.length;
    if (!parsed.values.help && count < least) throw new TypeError('Something is missing');
    if (!parsed.values.help && count > most) throw new TypeError(`Unexpected "${parsed.positionals[most]}"`);
    return parsed;
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
    throw new VitrineError('usage', message('wrong-usage', { reason: reason.replace(/\.$/, '') }), {
      remedy: message('wrong-usage.usage', { usage: `${command.name} ${command.usage}` }),
      cause,
    });
  }
}
