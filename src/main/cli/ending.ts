import { readFileSync } from 'node:fs';

const longestEndingMs = 4_500;
const longestExitMs = 500;

/** Forces the end after 5 s, also when the start or stop hangs. */
export function endByForceLater(): void {
  setTimeout(() => endAtOnce(1), longestEndingMs).unref();
}

/** Ends the process. Electron shuts its browser down first and may hang there, so the end is forced later. */
export function endNow(code: number): void {
  if (process.versions.electron) setTimeout(() => endAtOnce(code), longestExitMs);
  process.exit(code);
}

/** Once Electron is ready, its `process.exit` returns and may never end the process. A signal does. */
function endAtOnce(code: number): void {
  if (process.versions.electron) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** Reason of an end that no signal requested. */
export const starterGone = 'starter-gone';

/**
 * Calls `end` once npm, or a shell between npm and this command, is gone. No signal reports that: npm forwards signals only to
 * its shell, and a killed npm leaves its shell waiting.
 */
export function whenNpmIsGone(end: () => void): void {
  const starters = startersOf(process.ppid);
  const isThere = (pid: number, at: number): boolean => pid === parentOf(starters[at - 1] ?? process.pid);
  const watch = setInterval(() => {
    if (starters.every(isThere)) return;
    clearInterval(watch);
    end();
  }, 1000).unref();
}

/** Ancestors up to npm. Processes started by npm have its environment variables; npm itself has not. */
function startersOf(parent: number): readonly number[] {
  const above = hasVariablesOfNpm(parent) ? parentOf(parent) : null;
  return above === null || above <= 1 ? [parent] : [parent, ...startersOf(above)];
}

function hasVariablesOfNpm(pid: number): boolean {
  return /(^|\0)npm_lifecycle_event=/.test(ofProcess(pid, 'environ') ?? '');
}

/** Null: the process is gone, or the system does not report its parent. */
function parentOf(pid: number): number | null {
  if (pid === process.pid) return process.ppid;
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(ofProcess(pid, 'status') ?? '') ?? [];
  return parent === undefined ? null : Number(parent);
}

function ofProcess(pid: number, name: 'environ' | 'status'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended, belongs to another user, or this is not Linux.
    return null;
  }
}
