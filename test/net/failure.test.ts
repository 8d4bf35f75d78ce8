import { expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { networkFailure } from '../../src/main/net/failure.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';

const now = Date.UTC(2026, 10, 21);
const url = 'https://cms.example.com/api/v1.0/playlist?token=SECRET';
const withCode = (code: string, more: ErrorOptions = {}): Error =>
  Object.assign(new Error(`it says ${code}`, more), { code });
const codeOf = (thrown: unknown): string => networkFailure(thrown, url, now).code;

test.each([
  ['ENOTFOUND', 'cms-unreachable-name'],
  ['EAI_AGAIN', 'cms-unreachable-name'],
  ['ECONNREFUSED', 'cms-unreachable-refused'],
  ['EHOSTUNREACH', 'cms-unreachable-route'],
  ['ENETUNREACH', 'cms-unreachable-route'],
  ['ETIMEDOUT', 'cms-unreachable-timeout'],
  ['ECONNRESET', 'cms-unreachable-cut'],
  ['EPIPE', 'cms-unreachable-cut'],
  ['Z_BUF_ERROR', 'cms-unreachable-cut'],
  ['ERR_PROXY_TUNNEL', 'cms-proxy'],
  ['CERT_HAS_EXPIRED', 'cms-tls-expired'],
  ['CERT_NOT_YET_VALID', 'cms-tls-clock'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'cms-tls-issuer'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'cms-tls-issuer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'cms-tls-issuer'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'cms-tls-name'],
  ['EPROTO', 'cms-tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'cms-tls'],
  ['CERT_REVOKED', 'cms-tls'],
])('%s is %s, also inside the error of a library', (code, expected) => {
  expect(codeOf(withCode(code))).toBe(expected);
  expect(codeOf(withCode('ERR_GOT_REQUEST_ERROR', { cause: withCode(code) }))).toBe(expected);
  const { kind, remedy } = networkFailure(withCode(code), url, now);
  expect([kind, inEnglish(remedy ?? verbatim(''))]).toEqual(['temporary', expect.stringMatching(/\.$/)]);
});

test('the failure that got furthest is reported for several addresses', () => {
  const both = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
  expect(codeOf(Object.assign(both, { code: 'ENETUNREACH' }))).toBe('cms-unreachable-refused');
  expect(codeOf(withCode('ENETUNREACH', { cause: both }))).toBe('cms-unreachable-refused');
  expect(codeOf(new AggregateError([withCode('ENETUNREACH'), withCode('ETIMEDOUT')]))).toBe(
    'cms-unreachable-timeout',
  );
});

test('a VitrineError stays unchanged, also wrapped; other errors lose address and headers', () => {
  const ours = new VitrineError('usage', 'upload-unreadable', verbatim('x'));
  expect(networkFailure(ours, url, now)).toBe(ours);
  expect(networkFailure(withCode('ERR_GOT_REQUEST_ERROR', { cause: ours }), url, now)).toBe(ours);
  const odd = Object.assign(new Error('failed with Bearer abcdefgh'), {
    options: { headers: { authorization: 'Bearer abcdefgh' } },
  });
  const failure = networkFailure(odd, url, now);
  expect(
    JSON.stringify([
      failure,
      failure.message,
      failure.stack,
      String(failure.cause),
      Object.keys(failure.cause as object),
    ]),
  ).not.toMatch(/SECRET|abcdefgh/);
  expect(networkFailure('text', url, now).code).toBe('cms-unreachable-cut');
});
