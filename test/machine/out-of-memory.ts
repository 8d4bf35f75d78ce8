import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.ts';
import { signal } from './machine.ts';

/** Additional memory for the group: enough for the kernel to choose its victim. */
const moreBytes = 16 * 1024 ** 2;
/** Fills the memory of its group with a file, which belongs to no process. Usage: sh -c FILLING sh GROUP FILE */
const filling = 'echo $$ > "$1/cgroup.procs" && exec cat /dev/zero > "$2"';
let groups = 0;

/**
 * Lets the kernel's OOM killer end these processes one by one, each because of memory that another process in its group
 * takes. An idle process is killed as well.
 */
export async function endedByTheKernel(pids: readonly number[]): Promise<void> {
  const group = `/sys/fs/cgroup/memory/vitrine-${process.pid}-${groups++}`;
  mkdirSync(group);
  writeFileSync(join(group, 'memory.limit_in_bytes'), String(moreBytes));
  for (const pid of pids) {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  }
  const file = `/dev/shm/vitrine-${process.pid}-${groups}`;
  const filler = spawn('sh', ['-c', filling, 'sh', group, file], { stdio: 'ignore' });
  try {
    await until('the kernel has ended them', () => killsIn(group) >= pids.length);
  } finally {
    if (filler.pid !== undefined) signal(filler.pid, 'SIGKILL');
    rmSync(file, { force: true });
  }
  await until('the group is empty', () => isRemoved(group));
}

/** The kernel's count of OOM kills. */
function killsIn(group: string): number {
  const control = readFileSync(join(group, 'memory.oom_control'), 'utf8');
  return Number(/^oom_kill (\d+)$/m.exec(control)?.[1] ?? 0);
}

function isRemoved(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch {
    // A process in it is still ending.
    return false;
  }
}
