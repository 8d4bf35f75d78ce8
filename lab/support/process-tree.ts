// Resources used by a process and its descendants, from the kernel's figures for every thread.
import { readdirSync, readFileSync } from 'node:fs';
import { descendants } from '../../test/host/chromium/processes.ts';

interface Thread {
  readonly pid: number;
  readonly name: string;
  readonly cpuMs: number;
  /** How often it went to sleep of its own accord, and so had to be woken. */
  readonly sleeps: number;
}

export interface TreeReading {
  readonly at: number;
  readonly root: number;
  readonly threads: ReadonlyMap<number, Thread>;
  /** What each process took so far, with its threads that have ended, to the hundredth of a second. */
  readonly cpuMs: ReadonlyMap<number, number>;
  /** What each process is: the player itself, or the kind of process that the browser calls it. */
  readonly kinds: ReadonlyMap<number, string>;
}

export interface TreeUse {
  /** Percent of one core. */
  readonly cpu: number;
  /** Wakeups a second of the root process alone: in the player that is main, with the engine's thread. */
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

/** Both figures of a process are cut off: user and system time, at either end. */
const coarsenessMs = 40;

/**
 * What was taken between two readings. Threads tell it exactly, but take with them what they did when they end, as those
 * of a decoder do with each clip: there the coarse figure of the whole process is the better one.
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

/** Bytes in proportion: what several processes share is counted to each in its part. */
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
          // In nanoseconds; the ticks of `stat` are longer than what a process at rest takes in seconds.
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
