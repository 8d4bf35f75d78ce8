/** A shorter secret would blank ordinary words; no CMS issues such tokens. */
const shortest = 8;

/**
 * A server or a proxy may repeat our own token in its answer. It is blanked before the answer is used, so that it never
 * reaches a log, an error or a file.
 */
export function blankSecrets(bytes: Buffer, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (secret.length < shortest) continue;
    for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length)) {
      bytes.fill('*', at, at + secret.length);
    }
  }
}
