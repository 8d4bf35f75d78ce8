import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { systemCode, VitrineError } from '../errors.ts';

export function readNamed(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

export function readDefault(env: NodeJS.ProcessEnv): { file: string | null; content: string } {
  for (const file of defaultFiles(env)) {
    try {
      return { file, content: readFileSync(file, 'utf8') };
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw unreadable(file, error);
    }
  }
  return { file: null, content: '{}' };
}

function unreadable(file: string, cause: unknown): VitrineError {
  return new VitrineError(
    'usage',
    'config-unreadable',
    `The configuration ${file} cannot be read: ${systemCode(cause)}.`,
    {
      cause,
      remedy: 'Check the path and that this user may read it.',
    },
  );
}

export function parseJson(found: { file: string | null; content: string }): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(found.content.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (cause) {
    // The parser's own message quotes the text around the mistake, which may hold a token.
    // The end of the input has no position of its own.
    const position = Number(/position (\d+)/.exec(String(cause))?.[1] ?? found.content.trimEnd().length);
    const line = found.content.slice(0, position).split('\n').length;
    throw new VitrineError(
      'usage',
      'config-not-json',
      `The configuration ${found.file} is not JSON (line ${line}).`,
      { remedy: 'Look for a missing quote, comma or brace there.' },
    );
  }
  throw new VitrineError(
    'usage',
    'config-not-json',
    `The configuration ${found.file} must be a JSON object.`,
  );
}

function defaultFiles(env: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform === 'win32') {
    return [env.APPDATA, env.PROGRAMDATA].flatMap((folder) =>
      folder ? [join(folder, 'Vitrine', 'config.json')] : [],
    );
  }
  const own = env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  return [join(own, 'vitrine', 'config.json'), '/etc/vitrine/config.json'];
}

export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'Vitrine');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'vitrine');
}

/** Paths in a file are meant beside that file, whatever folder the player is started in. */
export function besideFile(
  values: Record<string, unknown>,
  file: string | null,
  env: NodeJS.ProcessEnv,
): Record<string, unknown> {
  if (file === null) return values;
  // A bare name is looked up among the credentials that systemd hands over, when it does.
  const isCredential = (path: string): boolean => Boolean(env.CREDENTIALS_DIRECTORY) && !/[\\/]/.test(path);
  const within = (object: unknown, ...names: string[]): Record<string, unknown> => {
    const copy = asObject(object);
    for (const name of names) {
      const path = copy[name];
      if (typeof path === 'string' && path !== '' && !isCredential(path))
        copy[name] = resolve(dirname(file), path);
    }
    return copy;
  };
  const resolved = within(values, 'dataDir');
  if (isObject(resolved.cms)) {
    const cms = within(resolved.cms, 'tokenFile', 'caFile');
    resolved.cms = isObject(cms.oauth) ? { ...cms, oauth: within(cms.oauth, 'clientSecretFile') } : cms;
  }
  return resolved;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}
