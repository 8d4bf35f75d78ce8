import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { VitrineError } from '../errors.ts';
import { scrub } from '../scrub.ts';
import { tlsMistake } from '../tls-mistake.ts';

/** What went wrong below HTTP. The library's own error is not kept, as it holds the headers of the request. */
export function networkFailure(thrown: unknown, url: string, now: number): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  // Not the network failed but the file that was to be sent.
  if (thrown instanceof Error && thrown.cause instanceof VitrineError) return thrown.cause;
  const host = URL.parse(url)?.host ?? url;
  const code = codeOf(thrown);
  const cause = cleanCause(thrown, code);
  const fail = (name: string, message: string, remedy: string): VitrineError =>
    new VitrineError('temporary', name, message, { cause, remedy });

  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') {
    return fail(
      'cms-unreachable-name',
      `The name ${host} was not resolved.`,
      'Check the spelling of the CMS address, the network cable or Wi-Fi, and the DNS server.',
    );
  }
  if (code === 'ECONNREFUSED') {
    return fail(
      'cms-unreachable-refused',
      `${host} refused the connection.`,
      'Check the port in the CMS address and that the CMS is running; a firewall or proxy may refuse too.',
    );
  }
  if (['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'EHOSTDOWN'].includes(code)) {
    return fail(
      'cms-unreachable-route',
      `There is no route to ${host}.`,
      'Check the network and its gateway.',
    );
  }
  if (code === 'ETIMEDOUT' || code === 'ERR_TIMEOUT') {
    return fail(
      'cms-unreachable-timeout',
      `${host} did not answer in time.`,
      'Check the network and the firewall; the CMS may be overloaded.',
    );
  }
  if (code === 'ERR_PROXY_TUNNEL' || code === 'ERR_PROXY_INVALID_CONFIG') {
    return fail(
      'cms-proxy',
      `The proxy did not let us through to ${host}.`,
      'Check cms.proxy or HTTPS_PROXY, and its password.',
    );
  }
  const tls = tlsFailure(code, host, now, fail);
  if (tls) return tls;
  return fail(
    'cms-unreachable-cut',
    `The connection to ${host} broke (${code}).`,
    'It is tried again by itself; if it stays, check the network, the proxy and http against https in the address.',
  );
}

function tlsFailure(
  code: string,
  host: string,
  now: number,
  fail: (name: string, message: string, remedy: string) => VitrineError,
): VitrineError | null {
  const mistake = tlsMistake(code, now >= firstPlausibleInstant);
  if (mistake === 'clock') {
    return fail(
      'cms-tls-clock',
      `The clock of this device is wrong (${new Date(now).toISOString()}), so the certificate of ${host} cannot be checked.`,
      'Set the clock, or let it be set from the network (NTP), and check the battery of the clock.',
    );
  }
  if (mistake === 'expired') {
    return fail(
      'cms-tls-expired',
      `The certificate of ${host} has expired (the clock here says ${new Date(now).toISOString()}).`,
      'If the clock of this device is right, the CMS needs a new certificate.',
    );
  }
  if (mistake === 'issuer') {
    return fail(
      'cms-tls-issuer',
      `The certificate of ${host} was issued by somebody unknown.`,
      'If the CMS or a proxy has an issuer of its own, name its certificate file as cms.caFile. A network that wants a login shows itself like this too.',
    );
  }
  if (mistake === 'name') {
    return fail(
      'cms-tls-name',
      `The certificate is not for ${host}.`,
      'Check the spelling of the CMS address. A network that wants a login shows itself like this too.',
    );
  }
  if (mistake === 'other') {
    return fail(
      'cms-tls',
      `There is no secure connection to ${host} (${code}).`,
      'If the CMS speaks no https at that port, its address begins with http://.',
    );
  }
  return null;
}

/** One name may have several addresses: the failure that got furthest says most. */
const byDistance = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The innermost code that means something. */
function codeOf(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error) || depth > 5) return 'unknown';
  if (thrown instanceof AggregateError) {
    const codes = thrown.errors.map((error) => codeOf(error, depth + 1));
    const furthest = byDistance.find((code) => codes.includes(code)) ?? codes[0];
    if (furthest !== undefined) return furthest;
  }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const inner = thrown.cause instanceof Error ? codeOf(thrown.cause, depth + 1) : 'unknown';
  if (thrown.cause instanceof AggregateError) return inner;
  const isOwn = code !== '' && !code.startsWith('ERR_GOT') && code !== 'ERR_READING_RESPONSE_STREAM';
  return isOwn ? code : inner === 'unknown' ? thrown.name : inner;
}

function cleanCause(thrown: unknown, code: string): Error {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new Error(scrub(`${code}: ${message}`).slice(0, 300));
}
