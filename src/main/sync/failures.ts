import type { PaceFault, PaceLimits } from '../cms/pace.ts';
import { VitrineError } from '../errors.ts';

/**
 * Why a download failed. The kind of each says what follows: `permanent` counts as a refusal, three of them in a row
 * and the download has finally failed; `temporary` and `auth` are tried again for as long as it takes.
 */
export function refused(code: string, message: string): VitrineError {
  return new VitrineError('permanent', code, message);
}

export function interrupted(
  code: string,
  message: string,
  details: { retryAfterMs?: number } = {},
): VitrineError {
  return new VitrineError('temporary', code, message, details);
}

/** Why an attempt was cut by its guard. */
export function tooSlow(fault: PaceFault, limits: PaceLimits): VitrineError {
  const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
  switch (fault) {
    case 'no-answer':
      return interrupted('media-no-answer', `The server did not answer within ${seconds(limits.answerMs)}.`);
    case 'silent':
      return interrupted('media-silent', `Nothing came for ${seconds(limits.silenceMs)}.`);
    case 'too-slow':
      return interrupted(
        'media-too-slow',
        `The download came slower than ${limits.floorBytesPerSecond} bytes per second.`,
      );
  }
}

/** A login page says nothing about the file, and nothing that it serves is believed. */
export function captivePortal(): VitrineError {
  return interrupted('captive-portal', 'A login page of the network answers in place of the server.');
}

/** The server says that it is not there and will not be. */
export const goneCode = 'media-gone';
/** A person must log in or give another token. */
export const loginCode = 'media-login';

/** Downloads have no space left: the disk's, or what its quota allows. */
export function noSpace(): VitrineError {
  return new VitrineError('temporary', 'disk-full', 'There is no space left for downloads.', {
    remedy: 'Free space on the disk of the data folder, or lower what the playlists need.',
  });
}
