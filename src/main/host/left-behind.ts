import { basename } from 'node:path';

/** Temporary folders that this process has made itself and may still use, by name. */
const own = new Set<string>();

/** How the name of a temporary folder begins: by the process id it is told later whose it was. */
export function ownPrefix(prefix: string): string {
  return `${prefix}${process.pid}-`;
}

export function keepAsOwn(folder: string): void {
  own.add(basename(folder));
}

/** Those of the names whose process is gone. A process before ours may have had the same id. */
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
    // EPERM: it lives and is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
