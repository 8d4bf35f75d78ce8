import { readFileSync } from 'node:fs';
import { systemCode, VitrineError } from '../errors.ts';

/** Where the bearer value comes from. */
export interface Credentials {
  /** The token to use now. An `auth` error when a person must do something first. */
  current(signal?: AbortSignal): Promise<string>;
  /**
   * The server refused this token: get another one. One refresh however many ask. False: there is none to be had
   * without a person. A `temporary` error: it could not be tried now.
   */
  refresh(refused: string, signal?: AbortSignal): Promise<boolean>;
  /** Every value that must never be seen, as far as known. */
  secrets(): readonly string[];
}

/** A personal access token, used as it is. */
export function personalToken(value: string): Credentials {
  const token = checkToken(value, 'The token');
  return {
    current: async () => token,
    refresh: async () => false,
    secrets: () => [token],
  };
}

/** A token in a file, read again when it is refused: whoever rotates it only replaces the file. */
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

/** Nothing is configured. */
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

/** A token travels in a header: one word of visible characters. Its text is never part of an error. */
export function checkToken(value: string, what: string): string {
  const token = value.trim().replace(/^bearer\s+/i, '');
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
