/** Shorter ones would blank what only looks alike; no CMS gives out such tokens. */
const shortest = 8;

/**
 * A server, or a proxy that explains itself, may say our own token back to us, in a refusal or in a record. It is
 * blanked before anything is made of the answer, so that no log, error or file can get hold of it.
 */
export function blankSecrets(bytes: Buffer, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (secret.length < shortest) continue;
    for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length)) {
      bytes.fill('*', at, at + secret.length);
    }
  }
}
