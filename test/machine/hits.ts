import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Machine, signal } from './machine.ts';
import { endedByTheKernel } from './out-of-memory.ts';

const execute = promisify(execFile);

export const faults = ['SIGSTOP', 'SIGKILL', 'SIGSEGV', 'out of memory', 'exit'] as const;
export type Fault = (typeof faults)[number];

/** Patterns of command lines. The engine is a thread of the player: no signal reaches it alone. */
const lines = {
  player: /dist\/main\/index\.js run/,
  engine: /dist\/main\/index\.js run/,
  browser: /\/chromium (?!.*--type=).*--remote-debugging-pipe/,
  renderer: /--type=renderer/,
  'GPU process': /--type=gpu-process/,
  'network service': /network\.mojom\.NetworkService/,
  'X server': /^\/usr\/lib\/xorg\/Xorg/,
} as const;

export type Target = keyof typeof lines;
export const targets = Object.keys(lines) as readonly Target[];

/**
 * The engine's thread cannot be stopped or killed; it loops, runs out of memory or ends. A renderer is the first process of
 * its namespace, which is reached only by signals that cannot be caught, and by those it handles.
 */
export function isPossible(fault: Fault, target: Target): boolean {
  if (target === 'renderer' && fault === 'SIGSEGV') return false;
  return target !== 'engine' || (fault !== 'SIGKILL' && fault !== 'SIGSEGV');
}

const scripts: Readonly<Partial<Record<Fault, string>>> = {
  SIGSTOP: 'for (;;);',
  exit: 'process.exit(1)',
  'out of memory': 'globalThis.held = []; for (;;) held.push(new Array(1e5).fill({}))',
};

/** An ending process waits for its inspector; it ends when the inspector disconnects. */
const exitsSoon = 'setTimeout(() => process.exit(1), 500)';

export function processesOf(machine: Machine, target: Target): readonly number[] {
  return machine.processes(lines[target]);
}

export function kill(machine: Machine, target: Target): void {
  for (const pid of processesOf(machine, target)) signal(pid, 'SIGKILL');
}

/** Applies the fault and returns the processes that were hit. */
export async function hit(machine: Machine, fault: Fault, target: Target): Promise<readonly number[]> {
  const pids = processesOf(machine, target);
  if (pids.length === 0) throw new Error(`There is no ${target}.`);
  if (target === 'engine' || (target === 'player' && fault === 'exit'))
    await runIn(machine, target, pids, target === 'player' ? exitsSoon : (scripts[fault] ?? ''));
  else if (fault === 'out of memory') await endedByTheKernel(pids);
  else for (const pid of pids) signal(pid, fault === 'exit' ? 'SIGTERM' : fault);
  if (fault === 'SIGSEGV') {
    // A handler ignores the first one, because a real invalid access would recur at once.
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (const pid of pids) signal(pid, fault);
  }
  return pids;
}

async function runIn(
  machine: Machine,
  whom: 'player' | 'engine',
  pids: readonly number[],
  script: string,
): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGUSR1');
  const program = [process.execPath, join(import.meta.dirname, 'inspect-process.ts'), whom, script];
  await execute('nsenter', ['-t', String(machine.init), '-n', ...program], { timeout: 20_000 });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
