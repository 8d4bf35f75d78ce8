import { systemCode, VitrineError } from '../errors.ts';

/**
 * Why a download failed. The kind of each says what follows: `permanent` counts as a refusal, three of them in a row
 * and the item has finally failed; `temporary` and `auth` are tried again for as long as it takes.
 */
export function refused(code: string, message: string, details: { cause?: unknown } = {}): VitrineError {
  return new VitrineError('permanent', code, message, details);
}

export function interrupted(
  code: string,
  message: string,
  details: { cause?: unknown; retryAfterMs?: number } = {},
): VitrineError {
  return new VitrineError('temporary', code, message, details);
}

/** It says nothing about the item, and nothing that it serves is believed. */
export function captivePortal(): VitrineError {
  return interrupted('captive-portal', 'A login page of the network answers in place of the server.');
}

/** The server says that it is not there and will not be. */
export const goneCode = 'media-gone';

const diskTrouble: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  ENOSPC: { code: 'disk-full', message: 'There is no room left for downloads.' },
  EDQUOT: { code: 'disk-full', message: 'The quota of this user leaves no room for downloads.' },
  EROFS: { code: 'disk-read-only', message: 'The disk can only be read.' },
  EIO: { code: 'disk-error', message: 'The disk fails (input/output error).' },
  EMFILE: { code: 'too-many-files', message: 'This process has no file descriptors left.' },
  ENFILE: { code: 'too-many-files', message: 'This machine has no file descriptors left.' },
  EACCES: { code: 'disk-refused', message: 'This user may not write to the data folder.' },
  EPERM: { code: 'disk-refused', message: 'This user may not write to the data folder.' },
};

export function diskFull(): VitrineError {
  return new VitrineError('temporary', 'disk-full', 'There is no room left for downloads.');
}

/** Trouble with our own disk, as one of ours, or null when it is something else. Never the server's fault. */
export function diskFailure(thrown: unknown): VitrineError | null {
  if (thrown instanceof VitrineError) return isLocal(thrown) ? thrown : null;
  const trouble = diskTrouble[systemCode(thrown) ?? ''];
  return trouble ? new VitrineError('temporary', trouble.code, trouble.message, { cause: thrown }) : null;
}

/** True for what is wrong here and not at the server: it says nothing about the item. */
export function isLocal(error: VitrineError): boolean {
  return /^(?:disk|database)-/.test(error.code) || localCodes.has(error.code);
}

const localCodes = new Set(['too-many-files', 'part-changed']);
