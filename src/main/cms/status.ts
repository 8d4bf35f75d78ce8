import { VitrineError, type ErrorKind } from '../errors.ts';
import { scrub } from '../scrub.ts';
import { isObject } from './decode/fields.ts';
import type { Answer } from './send.ts';

/** How long the server asked to be left alone. */
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
  const fail = (kind: ErrorKind, code: string, message: string, remedy: string): VitrineError =>
    new VitrineError(kind, code, message, { remedy, ...(wait === null ? {} : { retryAfterMs: wait.ms }) });
  const what = `${method} ${path}`;
  const said = excerpt(answer);
  const because = said === '' ? '' : ` It says: ${said}`;
  const until = wait === null ? '' : instantText(wait.until);
  switch (status) {
    case 401:
      return fail(
        'auth',
        'cms-unauthorised',
        `The CMS does not accept the token (401).${because}`,
        'Give a new personal token, or log in again with: vitrine cms login.',
      );
    case 402:
    case 403:
      return fail(
        'permanent',
        'cms-forbidden',
        `The CMS does not allow ${what} (${status}).${because}`,
        'The account of this token lacks the right; let somebody with more rights make the token.',
      );
    case 404:
    case 410:
      return fail(
        'permanent',
        'cms-not-found',
        `The CMS has nothing at ${path} (${status}).`,
        'Check the id, and the address of the CMS: it ends in /api/v1.0/.',
      );
    case 405:
      return fail(
        'permanent',
        'cms-not-offered',
        `The CMS does not offer ${what} (405).`,
        'Check the address of the CMS; for a change of a playlist see cms.profile.updateMethod.',
      );
    case 409:
      return fail(
        'temporary',
        'cms-conflict',
        `${what} meets another change (409).${because}`,
        'Look at the record again and repeat the change.',
      );
    case 413:
      return fail(
        'permanent',
        'cms-upload-too-large',
        `The CMS refuses ${what} as too large (413).`,
        'Make the file smaller, or raise the limit at the CMS or its proxy.',
      );
    case 429:
      return fail(
        'temporary',
        'cms-rate-limited',
        `The CMS asks us to come less often (429)${wait === null ? '' : `, and not before ${until}`}.`,
        `Nothing to do: the player asks again ${wait === null ? 'with its next visit' : 'then'}. Poll less often if it stays.`,
      );
    case 511:
      return captivePortal();
    default:
  }
  if (status >= 500 || status === 408 || status === 425) {
    return fail(
      'temporary',
      'cms-server-error',
      `The CMS fails at ${what} (${status})${wait === null ? '' : ` and asks us to wait until ${until}`}.`,
      'Nothing to do here: it is tried again. Ask whoever runs the CMS if it stays.',
    );
  }
  if (status >= 400) {
    return fail(
      'permanent',
      'cms-invalid',
      `The CMS refuses ${what} (${status}).${because}`,
      'Change what was sent as the CMS wants it, or ask whoever runs the CMS.',
    );
  }
  return fail(
    'temporary',
    'cms-bad-answer',
    `The CMS answers ${what} with the status ${status}.`,
    'Check the address of the CMS, and any proxy before it.',
  );
}

export function instantText(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

export function captivePortal(host?: string): VitrineError {
  const where = host === undefined ? '' : ` (${host})`;
  return new VitrineError(
    'temporary',
    'cms-captive-portal',
    `A login page of the network${where} stands before the CMS.`,
    {
      remedy: 'Log in to the Wi-Fi or network once from this device, or let its operator exempt the device.',
    },
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
