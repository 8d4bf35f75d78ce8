const isRoot = process.getuid?.() === 0;

/** Runs as root, by sudo on a CI runner. */
export function asRoot(words: readonly string[]): readonly string[] {
  return isRoot ? words : ['sudo', '-n', ...words];
}

/** Runs as the user of the tests within `asRoot`: files made by root would stay inaccessible to that user. */
export function asOurselves(words: readonly string[]): readonly string[] {
  if (isRoot) return words;
  const account = [`--reuid=${process.getuid?.()}`, `--regid=${process.getgid?.()}`];
  return ['setpriv', ...account, '--clear-groups', '--', ...words];
}
