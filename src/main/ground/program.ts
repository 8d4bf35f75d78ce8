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

/** How long a killed program takes to end, on a slow machine too. */
const killedMs = 2_000;

/** Those that a kill does not end, by their arguments: programs of another account, as by sudo, or held by the kernel. */
const unkillable = new Map<string, ChildProcess>();

/**
 * Runs a program of the machine: without a shell, with a timeout, and with only the given environment. While it cannot be killed
 * after its timeout, it is not started again: whoever retries would add one process after the other.
 */
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
  const late = message('program.late', { program, limit: timeoutMs });
  const key = [program, ...args].join('\0');
  const before = unkillable.get(key);
  if (before !== undefined) {
    killTree(before.pid);
    return { code: null, output: '', mistake: late };
  }
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
    let isLate = false;
    const end = (code: number | null, mistake: Message | null): void => {
      clearTimeout(timer);
      resolve({ code, output: output.trim(), mistake });
    };
    let timer = setTimeout(() => {
      isLate = true;
      killTree(child.pid);
      timer = setTimeout(() => {
        unkillable.set(key, child);
        end(null, late);
      }, killedMs);
    }, timeoutMs);
    const take = (text: string): void => {
      output = `${output}${text}`.slice(0, longestOutput);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.once('error', (error) => end(null, notStarted(program, error)));
    child.once('exit', (code, signal) => {
      unkillable.delete(key);
      if (isLate) {
        end(null, late);
        return;
      }
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
    // It has ended already, or is of another account.
  }
}
