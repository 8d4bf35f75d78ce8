import { readFileSync } from 'node:fs';
import { type Message, message } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { ReplaceableFile } from '../ground/replaceable-file.ts';

/** The source of the bearer token. */
export interface Credentials {
  /** Throws an `auth` error if the user must act first. */
  current(signal?: AbortSignal): Promise<string>;
  /**
   * Replaces a token that the server refused; concurrent calls share one refresh. False: only the user can provide another one.
   * Throws a `temporary` error if the refresh could not be attempted.
   */
  refresh(refused: string, signal?: AbortSignal): Promise<boolean>;
  /** All known secrets. */
  secrets(): readonly string[];
}

export function personalToken(value: string): Credentials {
  const token = checkToken(value, message('cms.token.own'));
  return {
    current: async () => token,
    refresh: async () => false,
    secrets: () => [token],
  };
}

/**
 * Rereads the file when it has changed or its token is refused: replacing the file rotates the token. Not every CMS refuses an old
 * token by 401.
 */
export function tokenFile(path: string): Credentials {
  const file = secretFile(path, message('cms.token.in-file', { path }));
  return {
    current: async () => file.current(),
    refresh: async (refused) => file.read() !== refused,
    secrets: () => (file.last === null ? [] : [file.last]),
  };
}

/** A file with one secret, which may be replaced. */
export function secretFile(path: string, what: Message): ReplaceableFile<string> {
  return new ReplaceableFile(path, () => checkToken(readSecret(path), what));
}

export function noCredentials(): Credentials {
  return {
    current: async () => {
      throw new VitrineError('auth', message('token-missing'));
    },
    refresh: async () => false,
    secrets: () => [],
  };
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = systemCode(cause) ?? 'unknown';
    throw new VitrineError('auth', message('token-unreadable', { path, code }));
  }
}

/** A header takes one word of visible characters. The token itself never goes into an error. */
export function checkToken(value: string, what: Message): string {
  const token = value.trim().replace(/^bearer(\s+|$)/i, '');
  if (token === '') throw invalid(message('token-invalid.empty', { what }));
  if (token.length > 16 * 1024 || !/^[\x21-\x7e]+$/.test(token))
    throw invalid(message('token-invalid.characters', { what }));
  return token;
}

function invalid(why: Message): VitrineError {
  return new VitrineError('auth', why, { remedy: message('token-invalid.copy') });
}
