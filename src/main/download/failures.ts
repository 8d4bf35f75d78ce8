import { asMessage, type Message, message, withRemedy } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { PaceFault, PaceLimits } from '../net/pace.ts';

/**
 * Why a download failed. The kind of each says what follows: `permanent` counts as a refusal, three of them in a row
 * and the download has finally failed; `temporary` and `auth` are tried again for as long as it takes.
 */
export function refused(why: Message): VitrineError {
  return new VitrineError('permanent', why);
}

export function interrupted(why: Message, details: { retryAfterMs?: number } = {}): VitrineError {
  return new VitrineError('temporary', why, details);
}

/** Why an attempt was cut by its guard. */
export function tooSlow(fault: PaceFault, limits: PaceLimits): VitrineError {
  switch (fault) {
    case 'no-answer':
      return interrupted(message('media-no-answer', { time: limits.answerMs }));
    case 'silent':
      return interrupted(message('media-silent', { time: limits.silenceMs }));
    case 'too-slow':
      return interrupted(message('media-too-slow', { rate: limits.floorBytesPerSecond }));
  }
}

/** A login page says nothing about the file, and nothing that it serves is believed. */
export function captivePortal(): VitrineError {
  return new VitrineError('temporary', message('captive-portal'), {
    remedy: message('cms-captive-portal.log-in'),
  });
}

/** The server says that it is not there and will not be. */
export const goneCode = 'media-gone';
/** A person must log in or give another token. */
export const loginCode = 'media-login';

/** Downloads have no space left: the disk's, or what its quota allows. */
export function noSpace(): VitrineError {
  return new VitrineError('temporary', message('disk-full.downloads'));
}

/** For people. What is temporary passes without them, so its remedy is left out. */
export function whyFailed({ kind, said }: VitrineError): Message {
  return kind === 'temporary' || typeof said === 'string' ? asMessage(said) : withRemedy(said);
}
