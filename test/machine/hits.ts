import { execFileSync } from 'node:child_process';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.ts';
import { type Machine, signal } from './machine.ts';

export const faults = ['SIGSTOP', 'SIGKILL', 'SIGSEGV', 'out of memory', 'exit'] as const;
export type Fault = (typeof faults)[number];

/** Their command lines. The engine is a thread of the player: no signal reaches it alone. */
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
 * The engine's thread is not stopped or killed; it loops for ever, runs out of memory or ends. A renderer is the first process
 * of a namespace of its own, which no signal from outside reaches but those that cannot be caught, and the one it waits for.
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

export function processesOf(machine: Machine, target: Target): readonly number[] {
  return machine.processes(lines[target]);
}

export function kill(machine: Machine, target: Target): void {
  for (const pid of processesOf(machine, target)) signal(pid, 'SIGKILL');
}

/** Does it, and answers which processes were hit. */
export async function hit(machine: Machine, fault: Fault, target: Target): Promise<readonly number[]> {
  const pids = processesOf(machine, target);
  if (pids.length === 0) throw new Error(`There is no ${target}.`);
  if (target === 'engine' || (target === 'player' && fault === 'exit'))
    runIn(machine, target, pids, scripts[fault] ?? '');
  else if (fault === 'out of memory') await outOfMemory(pids);
  else for (const pid of pids) signal(pid, fault === 'exit' ? 'SIGTERM' : fault);
  if (fault === 'SIGSEGV') {
    // A handler lets the first one pass, as a wrong access happens again at once.
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (const pid of pids) signal(pid, fault);
  }
  return pids;
}

function runIn(machine: Machine, whom: 'player' | 'engine', pids: readonly number[], script: string): void {
  for (const pid of pids) signal(pid, 'SIGUSR1');
  const program = [process.execPath, join(import.meta.dirname, 'inspect-process.ts'), whom, script];
  execFileSync('nsenter', ['-t', String(machine.init), '-n', ...program], {
    stdio: 'inherit',
    timeout: 20_000,
  });
}

/** What such a process may take more of the machine's memory before the kernel ends it. */
const moreBytes = 256 * 1024;
let groups = 0;

/** One that asks for no more memory is given so long. */
const untouchedMs = 3000;

/**
 * The kernel itself ends them, as it does when a machine has no memory left. One that rests would not be picked by it soon: it
 * gets the signal that the kernel ends processes with.
 */
async function outOfMemory(pids: readonly number[]): Promise<void> {
  const group = `/sys/fs/cgroup/memory/vitrine-${process.pid}-${groups++}`;
  mkdirSync(group);
  writeFileSync(join(group, 'memory.limit_in_bytes'), String(moreBytes));
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
  const isOver = (): boolean => pids.every((pid) => !isAlive(pid));
  await until('the kernel has ended it', isOver, untouchedMs).catch(() => {
    for (const pid of pids) signal(pid, 'SIGKILL');
  });
  await until('its group is empty', () => {
    try {
      rmdirSync(group);
      return true;
    } catch {
      return false;
    }
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
