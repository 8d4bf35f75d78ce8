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
