import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Names of what opens something, whatever is in it; the path of a file that has it is no secret. */
export const secretName =
  /^(?!.*file$)(.*token.*|.*secret.*|.*password.*|authorization|cookie|.*api_?key.*|pin|headers)$/i;
/** Names of files with such a thing. */
const secretFile = /(token|secret|password|key)file$/i;

/** Everything that opens something, as far as this player knows it: to be looked for in whatever leaves the machine. */
export function secretsOf(config: Pick<Config, 'dataDir'>): readonly string[] {
  // Access, refresh token and what else a login left: each longer text of it.
  const login = [...(textOf(join(config.dataDir, 'login.json'))?.matchAll(/"([^"]{16,})"/g) ?? [])];
  return [...within(config), ...login.flatMap(([, text]) => (text === undefined ? [] : [text]))];
}

function within(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner !== 'string') return within(inner);
    if (secretName.test(name)) return [inner];
    const text = secretFile.test(name) ? textOf(inner) : null;
    return text ? [text] : [];
  });
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // It is not there, or not for us: then it is in nothing of ours either.
    return null;
  }
}
