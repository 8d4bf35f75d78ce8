import { type ErrorDetails, type ErrorKind, VitrineError } from '../errors.ts';

/** The codes of everything that can be wrong with a release; each stands in `docs/guide/updates.md`. */
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

export function releaseError(
  code: ReleaseCode,
  message: string,
  details: ErrorDetails & { readonly kind?: ErrorKind } = {},
): VitrineError {
  return new VitrineError(details.kind ?? 'permanent', code, message, details);
}
