import { readFileSync } from 'node:fs';
import { systemCode, VitrineError } from '../errors.ts';

/** The source of the bearer token. */
export interface Credentials {
  /** Throws an `auth` error when a person must do something first. */
  current(signal?: AbortSignal): Promise<string>;
  /**
   * Replaces a token that the server refused: one refresh however many ask. False: only a person can give another one.
   * Throws a `temporary` error when it could not be tried.
   */
  refresh(refused: string, signal?: AbortSignal): Promise<boolean>;
  /** Every known value that nobody may ever see. */
  secrets(): readonly string[];
}

export function personalToken(value: string): Credentials {
  const token = checkToken(value, 'The token');
  return {
    current: async () => token,
    refresh: async () => false,
    secrets: () => [token],
  };
}

/** The file is read again when its token is refused: to rotate the token, replacing the file is enough. */
export function tokenFile(path: string): Credentials {
  let token: string | null = null;
  const read = (): string => {
    token = checkToken(readSecret(path, 'token file'), `The token in ${path}`);
    return token;
  };
  return {
    current: async () => token ?? read(),
    refresh: async (refused) => read() !== refused,
    secrets: () => (token === null ? [] : [token]),
  };
}

export function noCredentials(remedy: string): Credentials {
  return {
    current: async () => {
      throw new VitrineError('auth', 'token-missing', 'There is no token for the CMS.', { remedy });
    },
    refresh: async () => false,
    secrets: () => [],
  };
}

export function readSecret(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new VitrineError(
      'auth',
      'token-unreadable',
      `The ${what} ${path} cannot be read: ${systemCode(cause)}.`,
      {
        remedy: 'Check the path and that this user may read it.',
      },
    );
  }
}

/** A header takes one word of visible characters. The token itself never goes into an error. */
export function checkToken(value: string, what: string): string {
  const token = value.trim().replace(/^bearer(\s+|$)/i, '');
  if (token === '') throw invalid(`${what} is empty.`);
  if (token.length > 16 * 1024 || !/^[\x21-\x7e]+$/.test(token)) {
    throw invalid(`${what} has characters that no token has (spaces, line breaks or letters beyond ASCII).`);
  }
  return token;
}

function invalid(message: string): VitrineError {
  return new VitrineError('auth', 'token-invalid', message, {
    remedy: 'Copy the token from the CMS again, whole.',
  });
}
