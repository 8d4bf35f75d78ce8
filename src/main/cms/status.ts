import { type Message, message } from '../../shared/languages/message.ts';
import { type ErrorKind, VitrineError } from '../ground/errors.ts';
import { scrub } from '../ground/scrub.ts';
import type { Answer } from '../net/send.ts';
import { isObject } from './decode/fields.ts';

/** The server's `Retry-After`. */
export interface Wait {
  readonly ms: number;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** What a refusing status means; null when it is no refusal. The path has no query, as that may hold secrets. */
export function statusFailure(
  answer: Answer,
  method: string,
  path: string,
  wait: Wait | null,
): VitrineError | null {
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  const fail = (kind: ErrorKind, why: Message): VitrineError =>
    new VitrineError(kind, why, wait === null ? {} : { retryAfterMs: wait.ms });
  const request = `${method} ${path}`;
  const reason = excerpt(answer);
  const because = reason === '' ? '' : message('cms.reason', { answer: reason });
  const until = wait === null ? null : instantText(wait.until);
  switch (status) {
    case 401:
      return fail('auth', message('cms-unauthorised', { because }));
    case 402:
    case 403:
      return fail('permanent', message('cms-forbidden', { request, status, because }));
    case 404:
    case 410:
      return fail('permanent', message('cms-not-found', { path, status }));
    case 405:
      return fail('permanent', message('cms-not-offered', { request }));
    case 409:
      return fail('temporary', message('cms-conflict', { request, because }));
    case 413:
      return fail('permanent', message('cms-upload-too-large', { request }));
    case 429:
      return fail(
        'temporary',
        until === null ? message('cms-rate-limited') : message('cms-rate-limited.until', { until }),
      );
    case 511:
      return captivePortal();
    default:
  }
  if (status >= 500 || status === 408 || status === 425) {
    return fail(
      'temporary',
      until === null
        ? message('cms-server-error', { request, status })
        : message('cms-server-error.until', { request, status, until }),
    );
  }
  if (status >= 400) return fail('permanent', message('cms-invalid', { request, status, because }));
  return fail('temporary', message('cms-bad-answer.status', { request, status }));
}

export function instantText(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

export function captivePortal(host?: string): VitrineError {
  return new VitrineError(
    'temporary',
    host === undefined ? message('cms-captive-portal') : message('cms-captive-portal.at', { host }),
    { remedy: message('cms-captive-portal.log-in') },
  );
}

const longestExcerpt = 200;

/** What the server says about its refusal, in one scrubbed line. */
function excerpt(answer: Answer): string {
  const text = answer.body.subarray(0, 16 * 1024).toString('utf8');
  if (/^\s*</.test(text) || /html/i.test(answer.headers['content-type'] ?? '')) return '';
  const line = messageOf(text) ?? text;
  const plain = scrub(line.replace(/[\p{C}\p{Z}]+/gu, ' ').trim());
  return plain.length > longestExcerpt ? `${plain.slice(0, longestExcerpt)}…` : plain;
}

function messageOf(text: string): string | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(body)) return null;
  for (const name of ['message', 'error_description', 'error', 'errors', 'detail']) {
    const value = Object.hasOwn(body, name) ? body[name] : null;
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  }
  return null;
}
