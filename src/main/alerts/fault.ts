import { type Message, message } from '../../shared/languages/message.ts';
import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { systemCode } from '../ground/errors.ts';
import { tlsMistake } from '../net/tls-mistake.ts';

/** What failed below HTTP or SMTP. The error itself is dropped: it may hold headers or the address. */
export function connectionFault(thrown: unknown, host: string, now: number): Message {
  const code = innermost(thrown);
  const isClockPlausible = now >= firstPlausibleInstant;
  const mistake = tlsMistake(code, isClockPlausible);
  if (mistake === 'other') return message('alert-tls', { host, code });
  if (mistake !== null) return message(`alert-tls-${mistake}`, { host });
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EDNS'].includes(code))
    return message('alert-unreachable.name', { host });
  if (code === 'ECONNREFUSED') return message('alert-unreachable.refused', { host });
  if (code === 'ETIMEDOUT') return message('alert-unreachable.timeout', { host });
  return message('alert-unreachable.other', { host, why: code });
}

/** The code of the system or of TLS, not the one that a library puts over it. */
function innermost(thrown: unknown): string {
  if (thrown instanceof AggregateError) return innermost(thrown.errors[0]);
  const inner = thrown instanceof Error && thrown.cause instanceof Error ? innermost(thrown.cause) : null;
  if (inner !== null && inner !== 'unknown') return inner;
  return systemCode(thrown) ?? 'unknown';
}
