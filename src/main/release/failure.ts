import { type Message, verbatim } from '../../shared/languages/message.ts';
import { type ErrorDetails, type ErrorKind, VitrineError } from '../ground/errors.ts';

/** Each code is listed in `docs/guide/updates.md`. */
export type ReleaseCode =
  | 'update-server-error'
  | 'update-not-found'
  | 'update-too-long'
  | 'update-not-metadata'
  | 'update-not-signed'
  | 'update-rolled-back'
  | 'update-expired'
  | 'update-mixed'
  | 'update-wrong-length'
  | 'update-wrong-hash'
  | 'update-no-root'
  | 'update-no-installer'
  | 'update-not-offered'
  | 'update-not-runnable'
  | 'update-no-space'
  | 'update-clock'
  | 'update-on-trial'
  | 'update-not-begun'
  | 'update-none'
  | 'update-held'
  | 'update-off'
  | 'update-busy'
  | 'release-key-locked'
  | 'release-keys-missing'
  | 'release-exists'
  | 'release-unknown'
  | 'release-wrong';

type Details = ErrorDetails & { readonly kind?: ErrorKind };
type Given =
  | readonly [sentence: Message, details?: Details]
  | readonly [code: ReleaseCode, text: string, details?: Details];

export function releaseError(...given: Given): VitrineError {
  if (typeof given[0] === 'string') {
    const [code, text, details = {}] = given as Extract<Given, readonly [ReleaseCode, ...unknown[]]>;
    return new VitrineError(details.kind ?? 'permanent', code, verbatim(text), details);
  }
  const [sentence, details = {}] = given as Extract<Given, readonly [Message, ...unknown[]]>;
  return new VitrineError(details.kind ?? 'permanent', sentence, details);
}
