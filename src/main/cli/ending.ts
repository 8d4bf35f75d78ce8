import { readFileSync } from 'node:fs';

const longestEndingMs = 4_500;
const longestExitMs = 500;

/** Whoever ends the player ends everything within 5 s, also what hangs while it starts or stops. */
export function endByForceLater(): void {
  setTimeout(() => endAtOnce(1), longestEndingMs).unref();
}

/** Everything is done. In Electron that is only a wish: it takes its browser down first, and may hang in that. */
export function endNow(code: number): void {
  if (process.versions.electron) setTimeout(() => endAtOnce(code), longestExitMs);
  process.exit(code);
}

/** Once Electron is ready, its `process.exit` returns, and nobody knows whether the end comes. A signal is certain. */
function endAtOnce(code: number): void {
  if (process.versions.electron) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** Why a command ends that nobody has asked to end. */
export const starterGone = 'starter-gone';

/**
 * Calls `end` once npm, or a shell between npm and this command, is gone. Nobody else reports that: npm hands a signal on to its
 * shell alone, and a killed npm leaves its shell waiting.
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

/** From the parent up to npm: all that npm starts has its variables, and npm itself has not. */
function startersOf(parent: number): readonly number[] {
  const above = hasVariablesOfNpm(parent) ? parentOf(parent) : null;
  return above === null || above <= 1 ? [parent] : [parent, ...startersOf(above)];
}

function hasVariablesOfNpm(pid: number): boolean {
  return /(^|\0)npm_lifecycle_event=/.test(ofProcess(pid, 'environ') ?? '');
}

/** Null: it is gone, or this system does not tell. */
function parentOf(pid: number): number | null {
  if (pid === process.pid) return process.ppid;
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(ofProcess(pid, 'status') ?? '') ?? [];
  return parent === undefined ? null : Number(parent);
}

function ofProcess(pid: number, name: 'environ' | 'status'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended, belongs to somebody else, or this is not Linux.
    return null;
  }
}
