/**
 * What a caller may do about a failure:
 * `temporary` try again later · `permanent` the same request will fail again · `auth` a person must log in or
 * give another token · `usage` the command or its configuration is wrong.
 */
export type ErrorKind = 'temporary' | 'permanent' | 'auth' | 'usage';

export interface ErrorDetails {
  readonly cause?: unknown;
  /** What a person can do about it, as a sentence. */
  readonly remedy?: string;
  /** The other side asked us to wait at least this long. */
  readonly retryAfterMs?: number;
}

/** The one error family. `code` is stable and for programs, `message` is one sentence for people. */
export class VitrineError extends Error {
  override readonly name = 'VitrineError';
  readonly code: string;
  readonly kind: ErrorKind;
  readonly remedy: string | null;
  readonly retryAfterMs: number | null;

  constructor(kind: ErrorKind, code: string, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.code = code;
    this.remedy = details.remedy ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  get retryable(): boolean {
    return this.kind === 'temporary';
  }
}

/** Anything thrown, as one of ours; what we did not foresee is `internal` and temporary. */
export function asVitrineError(thrown: unknown): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new VitrineError('temporary', 'internal', message, { cause: thrown });
}

/** The code of a system error such as ENOSPC, or null. */
export function systemCode(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}
