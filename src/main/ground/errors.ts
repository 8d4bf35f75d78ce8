import { inEnglish, type Message, message, remedyFor } from '../../shared/languages/message.ts';

/**
 * What a caller can do about a failure:
 * `temporary` try again later · `permanent` the same request will fail again · `auth` a person must log in or
 * give another token · `usage` the command or its configuration is wrong.
 */
export type ErrorKind = 'temporary' | 'permanent' | 'auth' | 'usage';

export interface ErrorDetails {
  readonly cause?: unknown;
  /** What a person can do about it; by default the catalogue's remedy of the message. */
  readonly remedy?: Message;
  /** The server requested a wait of at least this long. */
  readonly retryAfterMs?: number;
}

/** An error as plain data, which crosses threads. */
export interface ErrorReport {
  readonly code: string;
  readonly message: Message;
  readonly remedy: Message | null;
}

/**
 * The one error family. `code` is stable and for programs: of a message such as `disk-full.reading` it is the part before the
 * dot. `sentence` is for people, in any language; `message` is its English text.
 */
export class VitrineError extends Error {
  override readonly name = 'VitrineError';
  readonly code: string;
  readonly kind: ErrorKind;
  readonly sentence: Message;
  readonly remedy: Message | null;
  readonly retryAfterMs: number | null;

  constructor(kind: ErrorKind, ...given: Given) {
    const [code, sentence, details = {}] = isCoded(given) ? given : [codeOf(given[0]), given[0], given[1]];
    super(inEnglish(sentence), { cause: details.cause });
    this.kind = kind;
    this.code = code;
    this.sentence = sentence;
    this.remedy = details.remedy ?? remedyFor(sentence);
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  get report(): ErrorReport {
    return { code: this.code, message: this.sentence, remedy: this.remedy };
  }

  get retryable(): boolean {
    return this.kind === 'temporary';
  }
}

type Given = readonly [Message, ErrorDetails?] | readonly [string, Message, ErrorDetails?];
const isCoded = (given: Given): given is readonly [string, Message, ErrorDetails?] =>
  typeof given[0] === 'string';
const codeOf = ({ code }: Message): string => code.split('.', 1)[0] ?? code;

/** The report of an error with this message. */
export const reportOf = (sentence: Message) => ({
  code: codeOf(sentence),
  message: sentence,
  remedy: remedyFor(sentence),
});

/** Converts anything thrown; an unforeseen error is `internal` and temporary. */
export function asVitrineError(thrown: unknown): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new VitrineError('temporary', message('internal', { text }), { cause: thrown });
}

/** The code of a system error such as ENOSPC, or null. */
export function systemCode(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}
