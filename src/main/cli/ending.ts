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

/** npm hands a signal on to its shell alone, which dies of it without a word to the program that it runs. */
export function whenShellIsGone(end: () => void): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    end();
  }, 1000).unref();
}
