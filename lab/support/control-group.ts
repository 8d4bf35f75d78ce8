// Limits a whole process tree to the resources of a board. Needs root and control groups, version 1 or 2.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Bounds {
  readonly bytes: number;
  /** Percent of one processor; null: no limit. */
  readonly percent: number | null;
}

export interface ControlGroup {
  /** The prefix that runs a command in the group. */
  readonly enter: readonly string[];
  /** Peak memory of all processes, including cached file pages. */
  peakBytes(): number;
  /** Their current private memory, which cannot be reclaimed. */
  ownBytes(): number;
  /** The number of processes killed by the kernel for lack of memory. */
  kills(): number;
  remove(): void;
}

const root = '/sys/fs/cgroup';
const period = 100_000;

export function makeControlGroup(name: string, { bytes, percent }: Bounds): ControlGroup {
  const isFirst = existsSync(join(root, 'memory'));
  const folders = isFirst ? ['memory', 'cpu'].map((kind) => join(root, kind, name)) : [join(root, name)];
  for (const folder of folders) mkdirSync(folder);
  const [memory = '', cpu = memory] = folders;
  const quota = percent === null ? null : (percent / 100) * period;
  if (isFirst) {
    writeFileSync(join(memory, 'memory.limit_in_bytes'), String(bytes));
    // Boards have no swap.
    writeIfThere(join(memory, 'memory.memsw.limit_in_bytes'), String(bytes));
    if (quota !== null) {
      writeFileSync(join(cpu, 'cpu.cfs_period_us'), String(period));
      writeFileSync(join(cpu, 'cpu.cfs_quota_us'), String(quota));
    }
  } else {
    writeFileSync(join(memory, 'memory.max'), String(bytes));
    writeIfThere(join(memory, 'memory.swap.max'), '0');
    if (quota !== null) writeFileSync(join(cpu, 'cpu.max'), `${quota} ${period}`);
  }
  const numberIn = (file: string, field?: RegExp): number => {
    const text = readFileSync(join(memory, file), 'utf8');
    return Number(field === undefined ? text : (field.exec(text)?.[1] ?? 0));
  };
  const lists = folders.map((folder) => `echo $$ > ${join(folder, 'cgroup.procs')}`);
  return {
    enter: ['sh', '-c', `${lists.join(' && ')} && exec "$0" "$@"`],
    peakBytes: () => numberIn(isFirst ? 'memory.max_usage_in_bytes' : 'memory.peak'),
    ownBytes: () =>
      isFirst
        ? numberIn('memory.stat', /^total_rss (\d+)/m) + numberIn('memory.stat', /^total_shmem (\d+)/m)
        : numberIn('memory.stat', /^anon (\d+)/m) + numberIn('memory.stat', /^shmem (\d+)/m),
    kills: () => numberIn(isFirst ? 'memory.oom_control' : 'memory.events', /^oom_kill (\d+)/m),
    remove: () => {
      for (const folder of folders) rmdirSync(folder);
    },
  };
}

function writeIfThere(file: string, text: string): void {
  if (existsSync(file)) writeFileSync(file, text);
}
