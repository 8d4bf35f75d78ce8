import { type Message, message } from '../../shared/languages/message.ts';
import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { VitrineError } from '../ground/errors.ts';
import { scrub } from '../ground/scrub.ts';
import { tlsMistake } from './tls-mistake.ts';

/** The failure below HTTP. The library's own error is dropped, because it holds the headers of the request. */
export function networkFailure(thrown: unknown, url: string, now: number): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  // The uploaded file failed, not the network.
  if (thrown instanceof Error && thrown.cause instanceof VitrineError) return thrown.cause;
  const host = URL.parse(url)?.host ?? url;
  const code = codeOf(thrown);
  const cause = cleanCause(thrown, code);
  const fail = (sentence: Message): VitrineError => new VitrineError('temporary', sentence, { cause });

  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return fail(message('cms-unreachable-name', { host }));
  if (code === 'ECONNREFUSED') return fail(message('cms-unreachable-refused', { host }));
  if (['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'EHOSTDOWN'].includes(code))
    return fail(message('cms-unreachable-route', { host }));
  if (code === 'ETIMEDOUT' || code === 'ERR_TIMEOUT')
    return fail(message('cms-unreachable-timeout', { host }));
  if (code === 'ERR_PROXY_TUNNEL' || code === 'ERR_PROXY_INVALID_CONFIG')
    return fail(message('cms-proxy', { host }));
  return fail(tlsFailure(code, host, now) ?? message('cms-unreachable-cut', { host, code }));
}

function tlsFailure(code: string, host: string, now: number): Message | null {
  const here = new Date(now).toISOString();
  switch (tlsMistake(code, now >= firstPlausibleInstant)) {
    case 'clock':
      return message('cms-tls-clock', { host, here });
    case 'expired':
      return message('cms-tls-expired', { host, here });
    case 'issuer':
      return message('cms-tls-issuer', { host });
    case 'name':
      return message('cms-tls-name', { host });
    case 'other':
      return message('cms-tls', { host, code });
    case null:
      return null;
  }
}

/** A name may have several addresses: the failure that got furthest is reported. */
const byDistance = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The innermost meaningful code. */
function codeOf(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error) || depth > 5) return 'unknown';
  if (thrown instanceof AggregateError) {
    const codes = thrown.errors.map((error) => codeOf(error, depth + 1));
    const furthest = byDistance.find((code) => codes.includes(code)) ?? codes[0];
    if (furthest !== undefined) return furthest;
  }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const inner = thrown.cause instanceof Error ? codeOf(thrown.cause, depth + 1) : 'unknown';
  if (thrown.cause instanceof AggregateError) return inner;
  const isOwn = code !== '' && !code.startsWith('ERR_GOT') && code !== 'ERR_READING_RESPONSE_STREAM';
  return isOwn ? code : inner === 'unknown' ? thrown.name : inner;
}

function cleanCause(thrown: unknown, code: string): Error {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new Error(scrub(`${code}: ${text}`).slice(0, 300));
}
