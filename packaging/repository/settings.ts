import { type BuildEnvironment, isReserved, isValid } from '../publisher.ts';

/** What only the publisher of a repository can say. */
export interface RepositorySettings {
  /** Where players will find it. */
  readonly address: string;
  /** Fingerprints: each of these keys signs, and players trust each. */
  readonly keys: readonly string[];
}

/** By the environment of the build. There is no default: a repository without its publisher's key is worth nothing. */
export function repositorySettings(env: BuildEnvironment): RepositorySettings {
  const address = env.VITRINE_REPOSITORY?.trim() ?? '';
  const keys = (env.VITRINE_REPOSITORY_KEYS ?? '').split(/[\s,]+/).filter((key) => key !== '');
  if (address === '')
    throw new Error(
      'The repository needs VITRINE_REPOSITORY, the address at which players will find it, as in "https://example.com/debian".',
    );
  const isRelease = (env.VITRINE_RELEASE_BUILD ?? '') !== '';
  if (!isValid.homepage(address) || (isRelease && isReserved(address)))
    throw new Error(
      `VITRINE_REPOSITORY is ${JSON.stringify(address)}: give a real address, as in "https://example.com/debian".`,
    );
  if (keys.length === 0)
    throw new Error(
      'The repository needs VITRINE_REPOSITORY_KEYS, the fingerprint of the key that signs it. `gpg --list-secret-keys` shows it; `gpg --quick-generate-key "NAME <ADDRESS>" ed25519 sign never` makes a key.',
    );
  const strange = keys.find((key) => !/^[0-9A-F]{40}$/i.test(key));
  if (strange !== undefined)
    throw new Error(
      `VITRINE_REPOSITORY_KEYS contains ${JSON.stringify(strange)}: give each key by its fingerprint of 40 digits, without blanks inside.`,
    );
  return { address: address.replace(/\/+$/, ''), keys: keys.map((key) => key.toUpperCase()) };
}
