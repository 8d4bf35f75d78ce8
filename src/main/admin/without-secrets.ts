import { secretName } from '../config/secrets.ts';

const taken = '[taken out]';

/** In texts: keys of the web, credentials in addresses, and what follows a telling name. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, taken],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]{6,}/gi, `$1 ${taken}`],
  [/(\/\/)[^/\s:@"]+:[^/\s@"]+@/g, `$1${taken}@`],
  [/([?&;](?:[\w-]*(?:token|key|secret|password|signature|sig|code|auth)[\w-]*)=)[^&\s"']+/gi, `$1${taken}`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, taken],
];

/** The same value without what opens something. `known`: secrets that may stand anywhere in it. */
export function withoutSecrets(value: unknown, known: readonly string[]): unknown {
  const long = known.filter((secret) => secret.length >= 6);
  return cleaned(value, long);
}

function cleaned(value: unknown, known: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, known);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isSecret = secretName.test(name) && inner !== null && inner !== '' && typeof inner !== 'boolean';
      return [name, isSecret ? taken : cleaned(inner, known)];
    }),
  );
}

function cleanText(text: string, known: readonly string[]): string {
  const cleared = known.reduce((rest, secret) => rest.replaceAll(secret, taken), text);
  return patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), cleared);
}
