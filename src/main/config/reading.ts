import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
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
    const position = /position (\d+)/.exec(String(cause))?.[1];
    const line = position ? found.content.slice(0, Number(position)).split('\n').length : null;
    throw new VitrineError(
      'usage',
      'config-not-json',
      `The configuration ${found.file} is not JSON${line ? ` (line ${line})` : ''}.`,
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
