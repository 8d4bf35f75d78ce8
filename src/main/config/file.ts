import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { settings } from './list.ts';
import { isObject, type Values, valueAt, withValue } from './written.ts';

/** Reads the given file, which must exist, or else the first existing default file of the platform. */
export function readFile(
  named: string | null,
  env: NodeJS.ProcessEnv,
): { readonly file: string | null; readonly values: Values } {
  for (const file of named === null ? defaultFiles(env) : [resolve(named)]) {
    const content = read(file, named !== null);
    if (content !== null) return { file, values: besideFile(parse(file, content), file, env) };
  }
  return { file: null, values: {} };
}

function read(file: string, mustBeThere: boolean): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = systemCode(cause);
    if (code === null) throw cause;
    if (!mustBeThere && (code === 'ENOENT' || code === 'ENOTDIR')) return null;
    throw new VitrineError('usage', message('config-unreadable', { file, code }), { cause });
  }
}

export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'Vitrine');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'vitrine');
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

function parse(file: string, content: string): Values {
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''));
    if (isObject(value)) return value;
  } catch (error) {
    // The parser's own message is not passed on: it quotes the text around the mistake, which may hold a token. It has
    // no position when the text breaks off.
    throw new VitrineError('usage', message('config-not-json', { file, ...placeOf(error, content) }));
  }
  throw new VitrineError('usage', message('config-not-json.other', { file }));
}

/** Paths in a file count from that file's folder, whatever folder the player is started in. */
function besideFile(values: Values, file: string, env: NodeJS.ProcessEnv): Values {
  return settings.reduce((read, { name, pathOf }) => {
    const path = valueAt(read, name);
    if (pathOf === null || typeof path !== 'string' || path === '') return read;
    // A bare name is looked up among the credentials that systemd hands over, when it does.
    const isCredential = pathOf === 'secret' && env.CREDENTIALS_DIRECTORY && !/[\\/]/.test(path);
    return isCredential ? read : withValue(read, name, resolve(dirname(file), path));
  }, values);
}

/** Where the parser stopped; both count from one. A text that breaks off stops at its end. */
export function placeOf(error: unknown, content: string): { readonly line: number; readonly column: number } {
  const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? content.trimEnd().length);
  const before = content
    .replace(/^\uFEFF/, '')
    .slice(0, position)
    .split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
