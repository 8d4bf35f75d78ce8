import { systemCode } from '../errors.ts';
import { scrub } from '../scrub.ts';
import { tlsMistake } from '../tls-mistake.ts';

/** Why there is no link. */
export interface LinkFault {
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  readonly remedy: string;
  /** How soon it may be tried again: `login` much later, `taken` so that two with one name do not chase each other. */
  readonly kind: 'usual' | 'login' | 'taken';
}

const fault = (
  code: string,
  message: string,
  remedy: string,
  kind: LinkFault['kind'] = 'usual',
): LinkFault => ({ code, message, remedy, kind });

export const silent = fault(
  'broker-silent',
  'The broker takes connections and does not answer.',
  'Look whether it is overloaded or hangs, and whether fleet.url leads to an MQTT broker.',
);

export const oversized = fault(
  'broker-oversized',
  'The broker sent a message that is larger than any of ours.',
  'See who may write to the topics of this fleet; the access list of the broker should name only your own programs.',
);

export const flooded = fault(
  'broker-flood',
  'More messages came in than anybody could mean.',
  'See who may write to the topics of this fleet; the access list of the broker should name only your own programs.',
);

const oldProtocol = fault(
  'broker-too-old',
  'The broker speaks only MQTT 3.1.1; MQTT 5 is needed.',
  'Update it (mosquitto speaks MQTT 5 since 1.6), or turn MQTT 5 on in its configuration.',
);

/** The broker's reason for refusing a message by its size. */
export const packetSize = 149;

export function isAboutSize({ code }: LinkFault): boolean {
  return code === 'broker-packet-size';
}

/** Why it will not let us do one thing, while the rest goes on. */
export function refusedTopic(what: 'read' | 'write', reason: number): LinkFault {
  if (reason === packetSize) return faultOfReason(packetSize);
  if (reason === 0x97)
    return fault('broker-quota', 'The broker says that its quota is exceeded.', 'Ask its owner for more.');
  return fault(
    'broker-not-allowed',
    `The broker does not let this player ${what} its topics (reason ${reason}).`,
    'Look at its access list: docs/guide/fleet.md has one to paste.',
  );
}

/** By the reason that the broker gives when it refuses or ends a connection. */
export function faultOfReason(reason: number): LinkFault {
  const known = reasons[reason];
  if (known) return known;
  return fault(
    'broker-ended',
    `The broker ended the connection (reason ${reason}).`,
    'Its log says why; it is tried again.',
  );
}

const login = fault(
  'broker-login',
  'The broker does not accept the credentials of this player.',
  'Look at fleet.credentialsFile or fleet.certificateFile, and at the users of the broker.',
  'login',
);
const identity = fault(
  'broker-identity',
  'The broker does not accept the name of this player.',
  'Look at fleet.name and fleet.device, and at the access list of the broker.',
  'login',
);
const busy = fault('broker-busy', 'The broker is busy.', 'It is tried again.');
const away = fault('broker-closing', 'The broker is being shut down.', 'It is tried again.');

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
  142: fault(
    'broker-taken-over',
    'Another player came in under the name of this one.',
    'Give each its own fleet.device and credentials: a copied card or disk takes both along.',
    'taken',
  ),
  [packetSize]: fault(
    'broker-packet-size',
    'The broker takes no messages of this size.',
    'Allow it messages of 128 KB (message_size_limit or max_packet_size of mosquitto).',
  ),
  151: refusedTopic('write', 0x97),
  152: login,
};

/** Of what went wrong below MQTT. */
export function faultOfError(thrown: unknown, host: string, isClockPlausible: boolean): LinkFault {
  const code = innermost(thrown);
  const tls = tlsMistake(code, isClockPlausible);
  if (tls !== null) return tlsFault(tls, code, host);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const remedy = 'Check the spelling of fleet.url, the network and the DNS server.';
    return fault('broker-unreachable', `The name ${host} was not resolved.`, remedy);
  }
  if (code === 'ECONNREFUSED') {
    const remedy = 'Check the port in fleet.url and that the broker is running; a firewall may refuse too.';
    return fault('broker-unreachable', `${host} refused the connection.`, remedy);
  }
  const why = code === 'unknown' && thrown instanceof Error ? scrub(thrown.message).slice(0, 120) : code;
  const remedy = 'It is tried again; if it stays so, check the network and the log of the broker.';
  return fault('broker-unreachable', `There is no connection to ${host} (${why}).`, remedy);
}

/** It went away before it said a word: an old broker may do that when it meets a newer protocol. */
export function closedEarly(host: string): LinkFault {
  return fault(
    'broker-closed',
    `${host} closed the connection without a word.`,
    'Look whether it is an MQTT 5 broker (some that speak only 3.1.1 do this), whether the port wants TLS, and at its log.',
  );
}

function tlsFault(
  mistake: NonNullable<ReturnType<typeof tlsMistake>>,
  code: string,
  host: string,
): LinkFault {
  switch (mistake) {
    case 'clock':
      return fault(
        'broker-tls-clock',
        `The clock of this device is wrong, so the certificate of ${host} cannot be checked.`,
        'Set the clock, or let it be set from the network (NTP).',
      );
    case 'expired':
      return fault(
        'broker-tls-expired',
        `The certificate of ${host} has expired.`,
        'If the clock of this device is right, the broker needs a new certificate.',
      );
    case 'issuer':
      return fault(
        'broker-tls-issuer',
        `The certificate of ${host} was issued by somebody unknown.`,
        'If your broker has an issuer of its own, name its certificate file as fleet.caFile.',
      );
    case 'name':
      return fault(
        'broker-tls-name',
        `The certificate is not for ${host}.`,
        'Check the spelling of fleet.url; the certificate must name that host.',
      );
    case 'other':
      // The other side says so when it wants a certificate from us, or another one.
      return /ALERT|CERTIFICATE_REQUIRED/.test(code)
        ? { ...login, message: `${host} does not accept the certificate of this player (${code}).` }
        : fault(
            'broker-tls',
            `There is no secure connection to ${host} (${code}).`,
            'Look whether that port of the broker speaks TLS.',
          );
  }
}

function innermost(thrown: unknown): string {
  if (thrown instanceof AggregateError) return innermost(thrown.errors[0]);
  return systemCode(thrown) ?? 'unknown';
}
