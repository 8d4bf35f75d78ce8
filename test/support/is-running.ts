import { readFileSync } from 'node:fs';

/** Not even on its way out: of what has ended only the exit code may be left. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
