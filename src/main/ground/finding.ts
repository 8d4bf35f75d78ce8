import { message as inWords, type Message, remedyFor } from '../../shared/languages/message.ts';
import type { Check } from '../../shared/setup.ts';
import { asVitrineError } from './errors.ts';

/** The result of one check. */
export interface Finding {
  readonly check: Check;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly message: Message;
  /** What a person can do about it. */
  readonly remedy: Message | null;
}

export function ok(check: Check, message: Message): Finding {
  return { check, result: 'ok', message, remedy: null };
}

export function warn(check: Check, ...found: Found): Finding {
  return { check, result: 'warn', ...withRemedy(...found) };
}

export function fail(check: Check, ...found: Found): Finding {
  return { check, result: 'fail', ...withRemedy(...found) };
}

/** A message alone takes its remedy from the catalogue. */
type Found = readonly [message: Message, remedy?: Message];

function withRemedy(...[message, remedy]: Found): Pick<Finding, 'message' | 'remedy'> {
  return { message, remedy: remedy ?? remedyFor(message) };
}

/** The finding of a check that threw. */
export function failedBy(check: Check, thrown: unknown, remedy: Message = inWords('see-log')): Finding {
  const { sentence, remedy: own } = asVitrineError(thrown);
  return fail(check, sentence, own ?? remedy);
}
