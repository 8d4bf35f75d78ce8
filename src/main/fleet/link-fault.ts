import { type Message, message } from '../../shared/languages/message.ts';
import { reportOf, systemCode } from '../ground/errors.ts';
import { scrub } from '../ground/scrub.ts';
import { tlsMistake } from '../net/tls-mistake.ts';

/** Why there is no link. */
export interface LinkFault {
  readonly code: string;
  readonly message: Message;
  readonly remedy: Message | null;
  /** How soon the link retries: `login` much later, `taken` so that two players with one name do not chase each other. */
  readonly kind: 'usual' | 'login' | 'taken';
}

export const fault = (cause: Message, kind: LinkFault['kind'] = 'usual'): LinkFault => ({
  ...reportOf(cause),
  kind,
});

export const silent = fault(message('broker-silent'));
export const oversized = fault(message('broker-oversized'));
export const flooded = (most: number, time: number): LinkFault =>
  fault(message('broker-flood', { most, time }));
const oldProtocol = fault(message('broker-too-old'));

/** MQTT reason code of a message that is too large. */
export const packetSize = 149;
const quotaExceeded = 151;

export function isAboutSize({ code }: LinkFault): boolean {
  return code === 'broker-packet-size';
}

/** The broker refuses one topic and keeps the connection. */
export function refusedTopic(what: 'read' | 'write', reason: number): LinkFault {
  if (reason === packetSize || reason === quotaExceeded) return faultOfReason(reason);
  return fault(message(`broker-not-allowed.${what}`, { reason }));
}

/** Translates the reason code with which a broker refuses or ends a connection. */
export function faultOfReason(reason: number): LinkFault {
  return reasons[reason] ?? fault(message('broker-ended', { reason }));
}

const login = fault(message('broker-login'), 'login');
const identity = fault(message('broker-identity'), 'login');
const busy = fault(message('broker-busy'));
const away = fault(message('broker-closing'));

const reasons: Readonly<Record<number, LinkFault>> = {
  1: oldProtocol,
  2: identity,
  3: busy,
  4: login,
  5: login,
  132: oldProtocol,
  133: identity,
  134: login,
  135: login,
  136: busy,
  137: busy,
  138: login,
  139: away,
  140: login,
  142: fault(message('broker-taken-over'), 'taken'),
  [packetSize]: fault(message('broker-packet-size')),
  [quotaExceeded]: fault(message('broker-quota')),
  152: login,
};

/** Translates an error below MQTT: DNS, TCP or TLS. */
export function faultOfError(thrown: unknown, host: string, isClockPlausible: boolean): LinkFault {
  const code = innermost(thrown);
  const tls = tlsMistake(code, isClockPlausible);
  if (tls !== null) return tlsFault(tls, code, host);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return fault(message('broker-unreachable.name', { host }));
  if (code === 'ECONNREFUSED') return fault(message('broker-unreachable.refused', { host }));
  const why = code === 'unknown' && thrown instanceof Error ? scrub(thrown.message).slice(0, 120) : code;
  return fault(message('broker-unreachable.other', { host, why }));
}

/** The connection ended before the broker sent anything: old brokers do that when they meet MQTT 5. */
export function closedEarly(host: string): LinkFault {
  return fault(message('broker-closed', { host }));
}

function tlsFault(
  mistake: NonNullable<ReturnType<typeof tlsMistake>>,
  code: string,
  host: string,
): LinkFault {
  // The broker sends this alert when it requires a client certificate, or another one.
  if (mistake === 'other' && /ALERT|CERTIFICATE_REQUIRED/.test(code))
    return fault(message('broker-login.certificate', { host, code }), 'login');
  return fault(
    mistake === 'other' ? message('broker-tls', { host, code }) : message(`broker-tls-${mistake}`, { host }),
  );
}

function innermost(thrown: unknown): string {
  if (thrown instanceof AggregateError) return innermost(thrown.errors[0]);
  return systemCode(thrown) ?? 'unknown';
}
