import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../config.ts';
import { asVitrineError, VitrineError } from '../errors.ts';
import { createLog, scrub, textSink } from '../log.ts';
import { version } from '../version.ts';
import type { Command, Invocation } from './command.ts';
import { commandNames, loadCommand } from './commands.ts';
import { endByForceLater, whenShellIsGone } from './ending.ts';
import { fitted } from './fitted.ts';
import { commandHelp, overview } from './help.ts';

/** Options that every command understands; `--json` is for those that have an answer. */
const common = {
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Runs the command that the arguments name, and ends the process with its exit code. */
export async function main(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  obstacle: unknown,
): Promise<void> {
  const code = obstacle === null ? await run(args, env) : complain(obstacle, env);
  await drained(process.stdout);
  // In Electron nothing ends by itself, and an open handle must not hold a finished command.
  process.exit(code);
}

/** A packaged Electron has no script among its arguments; everything else has one. */
export function ownArguments(argv: readonly string[]): readonly string[] {
  const packaged =
    process.versions.electron !== undefined && !('defaultApp' in process && process.defaultApp);
  const own = argv.slice(packaged ? 1 : 2);
  // Electron takes some arguments for its own unless they stand behind this.
  return own[0] === '--' ? own.slice(1) : own;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const words = args.length === 0 && process.versions.electron ? ['run'] : args;
    if (words[0] === '--version' || words[0] === '-v') return say(`${version}\n`);
    if (words.length === 0 || words[0] === '--help' || words[0] === '-h' || words[0] === 'help') {
      return help(await overview());
    }
    const { command, rest } = await findCommand(words);
    const { values, positionals } = parse(command, rest);
    if (values.help) return help(commandHelp(command));
    const file = typeof values.config === 'string' ? values.config : null;
    return await command.run(
      invocation(command, { args, values, positionals, env, file, signal: untilSignal(env) }),
    );
  } catch (thrown) {
    return complain(thrown, env);
  }
}

/** Aborted by the first SIGINT or SIGTERM; the second one ends the process at once. */
function untilSignal(env: NodeJS.ProcessEnv): AbortSignal {
  const ending = new AbortController();
  const onSignal = (): void => {
    if (ending.signal.aborted) process.exit(130);
    ending.abort(new VitrineError('permanent', 'ended', 'Ended by a signal.'));
    endByForceLater();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  if (env.npm_lifecycle_event) whenShellIsGone(onSignal);
  return ending.signal;
}

/** One clear line, and the exit code. */
function complain(thrown: unknown, env: NodeJS.ProcessEnv): number {
  const error = asVitrineError(thrown);
  const message = /[.?!]$/.test(error.message) ? error.message : `${error.message}.`;
  process.stderr.write(scrub(`vitrine: ${message}${error.remedy ? ` ${error.remedy}` : ''}\n`));
  if (env.VITRINE_DEBUG && thrown instanceof Error) process.stderr.write(`${scrub(thrown.stack ?? '')}\n`);
  return exitCode(error);
}

/** 2 is for a command that was typed wrongly; a configuration or a machine that is not right is a failure. */
function exitCode(error: VitrineError): number {
  return typedWrongly.has(error.code) ? 2 : 1;
}

const typedWrongly = new Set([
  'wrong-usage',
  'unknown-command',
  'unknown-screen',
  'no-such-screen',
  'not-an-instant',
  'no-such-day',
]);

/** Long lines are hard to read, also where there is room for them. */
function help(text: string): number {
  return say(fitted(text, Math.min(process.stdout.columns ?? 110, 110)));
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** The command with the longest name that the arguments begin with. */
async function findCommand(words: readonly string[]): Promise<{ command: Command; rest: readonly string[] }> {
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const command = await loadCommand(words.slice(0, length).join(' '));
    if (command) return { command, rest: words.slice(length) };
  }
  const family = commandNames().filter((name) => name.startsWith(`${words[0]} `));
  throw new VitrineError(
    'usage',
    'unknown-command',
    family.length > 0 ? `Which one: ${family.join(', ')}?` : `There is no command "${words[0]}".`,
    { remedy: 'See vitrine --help.' },
  );
}

function parse(command: Command, rest: readonly string[]) {
  try {
    const parsed = parseArgs({
      args: [...rest],
      options: {
        ...command.options,
        ...common,
        ...(command.json === false ? {} : { json: { type: 'boolean' } as const }),
      },
      allowPositionals: true,
    });
    const { least, most } = command.positionals ?? { least: 0, most: 0 };
    const count = parsed.positionals.length;
    if (!parsed.values.help && (count < least || count > most)) {
      throw new TypeError(
        count < least ? 'Something is missing' : `Unexpected "${parsed.positionals[most]}"`,
      );
    }
    return parsed;
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
    throw new VitrineError('usage', 'wrong-usage', `${reason.replace(/\.$/, '')}.`, {
      remedy: `Usage: vitrine ${command.name} ${command.usage}`,
      cause,
    });
  }
}

interface Given {
  readonly args: readonly string[];
  readonly values: Invocation['values'];
  readonly positionals: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly file: string | null;
  readonly signal: AbortSignal;
}

function invocation(command: Command, given: Given): Invocation {
  const log = createLog(
    textSink((text) => process.stderr.write(text), given.env.VITRINE_DEBUG ? 'debug' : 'warn'),
  );
  let config: Config | null = null;
  return {
    /** Read when first asked for: `demo`, `doctor` and `run` deal with a broken one themselves. */
    get config() {
      config ??= loadConfig({ file: given.file, env: given.env });
      return config;
    },
    configSources: { file: given.file, env: given.env },
    args: given.args,
    values: given.values,
    positionals: given.positionals,
    out: (text) => process.stdout.write(text),
    progress: (text) => process.stderr.write(text),
    json: given.values.json === true,
    log: log.named(command.name),
    isTerminal: process.stderr.isTTY === true,
    signal: given.signal,
  };
}

/** A pipe takes what was written only later; ending before that would cut off an answer. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
