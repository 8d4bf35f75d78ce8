import { cut, hideSecrets, isSecretName } from '../ground/scrub.ts';

const taken = '[hidden]';
/** Longer texts are cut: support needs no more. */
const longestText = 20_000;
/** Settings with command lines: their arguments may contain secrets. */
const programs = new Set(['hook', 'restartMachine']);

/** The value without secrets. `known`: secrets to remove wherever they occur. */
export function withoutSecrets(value: unknown, known: readonly string[]): unknown {
  const long = known
    .filter((secret) => secret.length >= 6)
    .toSorted((one, other) => other.length - one.length);
  return cleaned(value, long);
}

function cleaned(value: unknown, known: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, known);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isSecret = isSecretName(name) && inner !== null && inner !== '' && typeof inner !== 'boolean';
      if (programs.has(name) && Array.isArray(inner))
        return [name, inner.map((word, at) => (at === 0 ? cleaned(word, known) : taken))];
      return [cleanText(name, known), isSecret ? taken : cleaned(inner, known)];
    }),
  );
}

function cleanText(text: string, known: readonly string[]): string {
  const cleared = known.reduce((rest, secret) => rest.replaceAll(secret, taken), text);
  return hideSecrets(cut(cleared, longestText));
}
