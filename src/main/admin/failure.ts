import * as v from 'valibot';
import { isMessage, type Message, message, restored, verbatim } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

const sentence = v.union([v.custom<Message>(isMessage), v.pipe(v.string(), v.transform(verbatim))]);
const failure = v.object({
  kind: v.fallback(v.picklist(['temporary', 'permanent', 'auth', 'usage']), 'temporary'),
  code: v.fallback(v.string(), 'internal'),
  message: v.optional(sentence, () => message('internal.answer')),
  remedy: v.nullish(sentence, null),
});

/** Restores the error that a failed call on the control socket carries. */
export function errorFrom(body: unknown): VitrineError {
  const parsed = v.safeParse(failure, restored(body));
  if (!parsed.success) return new VitrineError('temporary', message('internal.answer'));
  const { kind, code, message: why, remedy } = parsed.output;
  return new VitrineError(kind, code, why, remedy === null ? {} : { remedy });
}
