import { basename } from 'node:path';

/** Temporary folders that this process has made itself and may still use, by name. */
const own = new Set<string>();

/** How the name of a temporary folder begins: the process id tells later whose it was. */
export function ownPrefix(prefix: string): string {
  return `${prefix}${process.pid}-`;
}

export function keepAsOwn(folder: string): void {
  own.add(basename(folder));
}

/** Of those names, the ones whose process is gone. Ours is not the first process that ever had its id. */
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
