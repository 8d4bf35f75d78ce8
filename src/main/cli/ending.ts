const longestEndingMs = 4_500;

/** Whoever ends the player ends everything within 5 s, also what hangs while it starts or stops. */
export function endByForceLater(): void {
  setTimeout(() => process.exit(1), longestEndingMs).unref();
}
