import { type Message, message, withRemedy } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { PaceFault, PaceLimits } from '../net/pace.ts';

/**
 * Failures of a download. The kind decides the retries: `permanent` counts as a refusal, and three in a row fail the
 * download for good; `temporary` and `auth` are retried without end.
 */
export function refused(why: Message): VitrineError {
  return new VitrineError('permanent', why);
}

export function interrupted(why: Message, details: { retryAfterMs?: number } = {}): VitrineError {
  return new VitrineError('temporary', why, details);
}

/** The error for an attempt that its guard aborted. */
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

/** A login page of the network proves nothing about the file. */
export function captivePortal(): VitrineError {
  return new VitrineError('temporary', message('captive-portal'), {
    remedy: message('cms-captive-portal.log-in'),
  });
}

/** The server says that the file is gone: 404 or 410. */
export const goneCode = 'media-gone';
/** A person must log in or give another token. */
export const loginCode = 'media-login';

/** No space for downloads, on the disk or within the quota. */
export function noSpace(): VitrineError {
  return new VitrineError('temporary', message('disk-full.downloads'));
}

/** Text for people. Temporary failures need no action, so their remedy is left out. */
export function whyFailed({ kind, sentence }: VitrineError): Message {
  return kind === 'temporary' ? sentence : withRemedy(sentence);
}
