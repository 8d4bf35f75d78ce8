import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Message, message } from '../../shared/languages/message.ts';
import { systemCode } from './errors.ts';

export interface ProgramEnd {
  /** Null: it could not be started, or was killed after its timeout. */
  readonly code: number | null;
  /** Its output, truncated. */
  readonly output: string;
  readonly mistake: Message | null;
}

/**
 * Rejects when the start fails. Without memory `spawn` throws. Without descriptors it returns a child without streams and
 * reports that later: do not use the streams before it has spawned.
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const child = spawn(program, args, options);
  await once(child, 'spawn');
  return child;
}

/** Runs a program of the machine: without a shell, with a timeout, and with only the given environment. */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  {
    timeoutMs,
    env = {},
    longestOutput = 2_000,
  }: {
    readonly timeoutMs: number;
    readonly env?: Readonly<Record<string, string>>;
    readonly longestOutput?: number;
  },
): Promise<ProgramEnd> {
  let child: ChildProcess;
  try {
    child = await startProgram(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', ...env },
      // Kills its children too.
      detached: process.platform !== 'win32',
    });
  } catch (thrown) {
    return { code: null, output: '', mistake: notStarted(program, thrown) };
  }
  return new Promise((resolve) => {
    let output = '';
    const end = (code: number | null, mistake: Message | null): void => {
      clearTimeout(timer);
      resolve({ code, output: output.trim(), mistake });
    };
    const timer = setTimeout(() => {
      killTree(child.pid);
      end(null, message('program.late', { program, limit: timeoutMs }));
    }, timeoutMs);
    const take = (text: string): void => {
      output = `${output}${text}`.slice(0, longestOutput);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.once('error', (error) => end(null, notStarted(program, error)));
    child.once('exit', (code, signal) => {
      const how = String(code ?? signal);
      end(code, code === 0 ? null : message('program.ended', { program, code: how }));
    });
  });
}

function notStarted(program: string, thrown: unknown): Message {
  const code = systemCode(thrown) ?? String(thrown);
  return code === 'ENOENT'
    ? message('program.missing', { program })
    : message('program.not-started', { program, code });
}

function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
