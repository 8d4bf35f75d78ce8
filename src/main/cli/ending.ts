const longestEndingMs = 4_500;

/** Whoever ends the player ends everything within 5 s, also what hangs while it starts or stops. */
export function endByForceLater(): void {
  setTimeout(() => process.exit(1), longestEndingMs).unref();
}

/** npm hands a signal on to its shell alone, which dies of it without a word to the program that it runs. */
export function whenShellIsGone(end: () => void): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    end();
  }, 1000).unref();
}
