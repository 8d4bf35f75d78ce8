import { asVitrineError } from './errors.ts';

/** One thing that was looked at. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What a person can do about it. */
  readonly remedy: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, result: 'ok', message, remedy: null };
}

export function warn(check: string, message: string, remedy: string): Finding {
  return { check, result: 'warn', message, remedy };
}

export function fail(check: string, message: string, remedy: string): Finding {
  return { check, result: 'fail', message, remedy };
}

/** What was thrown while it was looked at. */
export function failedBy(check: string, thrown: unknown, remedy = 'See the log.'): Finding {
  const error = asVitrineError(thrown);
  return fail(check, error.message, error.remedy ?? remedy);
}
