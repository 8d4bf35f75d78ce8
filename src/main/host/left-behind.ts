import { basename } from 'node:path';

/** Temporary folders created by this process, by name. */
const own = new Set<string>();

/** The prefix of a temporary folder; it contains the process id, so that a later process knows whose it was. */
export function ownPrefix(prefix: string): string {
  return `${prefix}${process.pid}-`;
}

export function keepAsOwn(folder: string): void {
  own.add(basename(folder));
}

/** The names whose process is gone. A former process may have had this process's id. */
export function leftBehind(prefix: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
    if (!Number.isInteger(pid) || pid <= 0) return false;
    return pid === process.pid ? !own.has(name) : !isAlive(pid);
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
