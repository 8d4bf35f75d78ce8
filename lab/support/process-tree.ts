// Resources used by a process and its descendants, from the kernel's figures for every thread.
import { readdirSync, readFileSync } from 'node:fs';
import { descendants } from '../../test/host/chromium/processes.ts';

interface Thread {
  readonly pid: number;
  readonly name: string;
  readonly cpuMs: number;
  /** Voluntary context switches: how often it had to be woken. */
  readonly sleeps: number;
}

export interface TreeReading {
  readonly at: number;
  readonly root: number;
  readonly threads: ReadonlyMap<number, Thread>;
  /** Processor time of each process so far, including ended threads, to a hundredth of a second. */
  readonly cpuMs: ReadonlyMap<number, number>;
  /** The kind of each process: the player, or the browser's name for it. */
  readonly kinds: ReadonlyMap<number, string>;
}

export interface TreeUse {
  /** Percent of one core. */
  readonly cpu: number;
  /** Wakeups per second of the root process only: in the player main, with the engine's thread. */
  readonly wakeups: number;
  readonly byThread: readonly { readonly name: string; readonly cpu: number; readonly wakeups: number }[];
}

export function readTree(root: number): TreeReading {
  const processes = [{ pid: root, command: [] as readonly string[] }, ...descendants(root)];
  return {
    at: performance.now(),
    root,
    threads: new Map(processes.flatMap(({ pid }) => threadsOf(pid))),
    cpuMs: new Map(processes.map(({ pid }) => [pid, coarseCpuMs(pid)])),
    kinds: new Map(processes.map(({ pid, command }) => [pid, pid === root ? 'root' : kindOf(command)])),
  };
}

/** User and system time are truncated, at both ends of the measurement. */
const coarsenessMs = 40;

/**
 * The usage between two readings. The figures of threads are exact, but get lost at their end, as those of a decoder do
 * with each clip: then the coarse figure of the whole process is better.
 */
export function useBetween(before: TreeReading, after: TreeReading): TreeUse {
  const seconds = (after.at - before.at) / 1000;
  const threads = [...after.threads].map(([id, { pid, name, cpuMs, sleeps }]) => {
    const old = before.threads.get(id);
    return {
      pid,
      name: `${after.kinds.get(pid) ?? '?'}: ${name}`,
      cpu: (cpuMs - (old?.cpuMs ?? 0)) / seconds / 10,
      wakeups: (sleeps - (old?.sleeps ?? 0)) / seconds,
    };
  });
  const ofProcess = (pid: number): number => {
    const exact = threads.reduce((sum, thread) => sum + (thread.pid === pid ? thread.cpu : 0), 0);
    const coarse = ((after.cpuMs.get(pid) ?? 0) - (before.cpuMs.get(pid) ?? 0)) / seconds / 10;
    return coarse - exact > coarsenessMs / seconds / 10 ? coarse : exact;
  };
  const own = threads.filter(({ pid }) => pid === after.root);
  return {
    cpu: [...after.cpuMs.keys()].reduce((sum, pid) => sum + ofProcess(pid), 0),
    wakeups: own.reduce((sum, { wakeups }) => sum + wakeups, 0),
    byThread: threads
      .filter(({ cpu, wakeups }) => cpu > 0.005 || wakeups > 0.05)
      .toSorted((one, other) => other.cpu - one.cpu),
  };
}

/** Proportional bytes (PSS): shared memory is divided among its processes. */
export function proportionalMemory(root: number): number {
  return [root, ...descendants(root).map(({ pid }) => pid)].reduce(
    (sum, pid) => sum + field(`/proc/${pid}/smaps_rollup`, 'Pss'),
    0,
  );
}

export function residentMemory(pid: number): number {
  return field(`/proc/${pid}/status`, 'VmRSS');
}

function field(file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text(file))?.[1] ?? 0) * 1024;
}

function threadsOf(pid: number): readonly (readonly [number, Thread])[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((id) => {
      const folder = `/proc/${pid}/task/${id}`;
      const status = text(`${folder}/status`);
      return [
        Number(id),
        {
          pid,
          name: /^Name:\s+(.+)$/m.exec(status)?.[1] ?? '',
          // In nanoseconds; a tick of `stat` is longer than the usage of an idle process in seconds.
          cpuMs: Number(text(`${folder}/schedstat`).split(' ')[0]) / 1e6,
          sleeps: Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0),
        },
      ] as const;
    });
  } catch {
    // It has ended.
    return [];
  }
}

/** The kernel's ticks for programs are always a hundredth of a second. */
const tickMs = 10;

function coarseCpuMs(pid: number): number {
  const stat = text(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

function kindOf(command: readonly string[]): string {
  // Chromium writes all into one string once it has forked.
  const line = command.join(' ');
  return /--type=([\w-]+)/.exec(line)?.[1] ?? /([\w-]+)( |$)/.exec(command[0] ?? '')?.[1] ?? '?';
}
