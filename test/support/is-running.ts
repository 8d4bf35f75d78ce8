import { readFileSync } from 'node:fs';

/** False for zombies: of an ended process only the exit code may be left. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
