import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Everything that opens something, as far as this player knows it: to be looked for in whatever leaves the machine. */
export function secretsOf({ cms, dataDir }: Pick<Config, 'cms' | 'dataDir'>): readonly string[] {
  const { token, tokenFile, oauth } = cms;
  const given = [
    token,
    oauth?.clientSecret ?? null,
    textOf(tokenFile),
    textOf(oauth?.clientSecretFile ?? null),
  ];
  // Access, refresh token and what else a login left: each longer text of it.
  const login = [...(textOf(join(dataDir, 'login.json'))?.matchAll(/"([^"]{16,})"/g) ?? [])].map(
    ([, text]) => text,
  );
  return [...given, ...login].flatMap((secret) => (secret ? [secret] : []));
}

function textOf(path: string | null): string | null {
  try {
    return path === null ? null : readFileSync(path, 'utf8').trim();
  } catch {
    // It is not there, or not for us: then it is in nothing of ours either.
    return null;
  }
}
