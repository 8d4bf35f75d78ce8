const isRoot = process.getuid?.() === 0;

/** With the rights of root, which the user of a CI runner has by sudo. */
export function asRoot(words: readonly string[]): readonly string[] {
  return isRoot ? words : ['sudo', '-n', ...words];
}

/** What `asRoot` runs, as whoever runs the tests: what root makes in their folders they could not open again. */
export function asOurselves(words: readonly string[]): readonly string[] {
  if (isRoot) return words;
  const account = [`--reuid=${process.getuid?.()}`, `--regid=${process.getgid?.()}`];
  return ['setpriv', ...account, '--clear-groups', '--', ...words];
}
