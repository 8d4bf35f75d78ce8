import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inEnglish, message as inWords } from '../../shared/languages/message.ts';
import { withEscapes } from '../../shared/plain-text.js';
import { type Config, loadConfig } from '../config/config.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { createLog, textSink } from '../ground/log.ts';
import { scrub } from '../ground/scrub.ts';
import { version } from '../ground/version.ts';
import type { Command, Invocation } from './command.ts';
import { endByForceLater, endNow, starterGone, whenNpmIsGone } from './ending.ts';
import { commandHelp, overview, reference } from './help.ts';
import { findCommand, parseOptions } from './parse.ts';
import { drained, prepareOutput, print, progressText, readerGone } from './stdout.ts';

/** Runs the command that the arguments name, and ends the process with its exit code. */
export async function main(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  obstacle: unknown,
): Promise<void> {
  prepareOutput();
  const code = obstacle === null ? await run(args, env) : complain(obstacle, env);
  await drained();
  // Electron never exits on its own, and an open handle must not delay a finished command.
  endNow(code);
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const { globals, words } = withoutGlobals(args);
    const [first, ...more] = words;
    if (first === '--version' || first === '-v') return await printHelp(`${version}\n`);
    if (first === '--help' && more.includes('--json')) {
      await print(`${JSON.stringify(await reference(), null, 2)}\n`);
      return 0;
    }
    if (first === undefined || first === '--help' || first === '-h' || first === 'help')
      return await printHelp(await overview());
    const { command, rest } = await findCommand([first, ...more]);
    const { values, positionals } = parseOptions(command, [...globals, ...rest]);
    if (values.help) return await printHelp(commandHelp(command));
    const file = typeof values.config === 'string' ? values.config : null;
    const signal = untilSignal(env);
    return await command.run(invocation(command, { args, values, positionals, env, file, signal }));
  } catch (thrown) {
    return complain(thrown, env);
  }
}

/** Options of every command may stand before its name. */
function withoutGlobals(args: readonly string[]) {
  let count = 0;
  for (let option = args[count]; option !== undefined; option = args[count]) {
    if (option === '--config' && args.length > count + 2) count += 2;
    else if (option.startsWith('--config=') || option === '--json') count += 1;
    else break;
  }
  return { globals: args.slice(0, count), words: args.slice(count) };
}

/** Wraps help text: long lines are hard to read even on a wide terminal. */
async function printHelp(text: string): Promise<number> {
  const { fitted } = await import('./text/fitted.ts');
  await print(fitted(text, Math.min(process.stdout.columns ?? 110, 110)));
  return 0;
}

/** Aborted by the first SIGINT or SIGTERM; the second one ends the process at once. */
function untilSignal(env: NodeJS.ProcessEnv): AbortSignal {
  const ending = new AbortController();
  const end = (reason: VitrineError): void => {
    ending.abort(reason);
    endByForceLater();
  };
  const onSignal = (): void => {
    if (ending.signal.aborted) endNow(130);
    end(new VitrineError('permanent', inWords('ended')));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  if (env.npm_lifecycle_event)
    whenNpmIsGone(() => end(new VitrineError('permanent', starterGone, inWords('starter-gone'))));
  return ending.signal;
}

/** Prints the error and returns the exit code. */
function complain(thrown: unknown, env: NodeJS.ProcessEnv): number {
  const error = asVitrineError(thrown);
  if (error.code === 'reader-gone') return readerGone;
  const message = /[.?!]$/.test(error.message) ? error.message : `${error.message}.`;
  process.stderr.write(scrub(`vitrine: ${message}${error.remedy ? ` ${inEnglish(error.remedy)}` : ''}\n`));
  if (env.VITRINE_DEBUG && thrown instanceof Error) process.stderr.write(`${scrub(thrown.stack ?? '')}\n`);
  return typedWrongly.has(error.code) ? 2 : 1;
}

/** Exit code 2 means wrong usage. A faulty configuration or machine is a failure, exit code 1. */
const typedWrongly = new Set([
  'wrong-usage',
  'unknown-command',
  'unknown-screen',
  'no-such-screen',
  'not-an-instant',
  'no-such-day',
  'setting-invalid',
  'setting-unknown',
]);

interface Given extends Pick<Invocation, 'args' | 'values' | 'positionals' | 'signal'> {
  readonly env: NodeJS.ProcessEnv;
  readonly file: string | null;
}

function invocation(command: Command, { env, file, ...given }: Given): Invocation {
  const log = createLog(textSink((text) => process.stderr.write(text), env.VITRINE_DEBUG ? 'debug' : 'warn'));
  let config: Config | null = null;
  return {
    ...given,
    /** Read on first use: `demo`, `doctor` and `run` handle a broken configuration themselves. */
    get config() {
      config ??= loadConfig({ file, env });
      return config;
    },
    configSources: { file, env },
    out: print,
    progress: (text) => process.stderr.write(progressText(text)),
    ask: (question) => askOnTerminal(question, given.signal),
    json: given.values.json === true,
    reference,
    log: log.named(command.name),
    isTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? Number.POSITIVE_INFINITY,
  };
}

/** Prompts on stderr and reads a line of stdin. Every answer but yes means no, and so does the end of input. */
async function askOnTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  process.stderr.write(`${withEscapes(question)} [y/N] `);
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    const ended = once(lines, 'close', { signal }).then(() => null);
    const line = await Promise.race([once(lines, 'line', { signal }).then(([text]) => String(text)), ended]);
    if (line === null) process.stderr.write('\n');
    return /^\s*y(es)?\s*$/i.test(line ?? '');
  } finally {
    lines.close();
  }
}
