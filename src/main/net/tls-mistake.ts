/** Fault of a certificate or of the TLS connection. */
export type TlsMistake = 'clock' | 'expired' | 'issuer' | 'name' | 'other';

/** From the code of the error; null: not a TLS error. An implausible clock cannot judge a certificate. */
export function tlsMistake(code: string, isClockPlausible: boolean): TlsMistake | null {
  if (code === 'CERT_NOT_YET_VALID') return 'clock';
  if (code === 'CERT_HAS_EXPIRED') return isClockPlausible ? 'expired' : 'clock';
  if (unknownIssuer.has(code)) return 'issuer';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'name';
  return /SSL|TLS|EPROTO|CERT/.test(code) ? 'other' : null;
}

const unknownIssuer = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_UNTRUSTED',
]);
