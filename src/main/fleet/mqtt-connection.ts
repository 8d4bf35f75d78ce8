import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { MqttClient as Client, IPublishPacket } from 'mqtt';
import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import type { Clock } from '../ground/clock.ts';
import {
  type Connection,
  type ConnectionEvents,
  type Incoming,
  LinkRefusal,
  type Outgoing,
} from './connection.ts';
import {
  closedEarly,
  faultOfError,
  faultOfReason,
  type LinkFault,
  oversized,
  packetSize,
  refusedTopic,
  silent,
} from './link-fault.ts';
import { PacketGuard } from './packet-guard.ts';

/** Credentials, read again for each connection so that a changed file takes effect. */
export interface Identity {
  readonly user: string | null;
  readonly password: string | null;
  readonly ca: string | null;
  readonly certificate: string | null;
  readonly key: string | null;
}

export interface ConnectionTerms {
  /** `mqtts://host:port`; `mqtt://` only to this machine. */
  readonly url: string;
  readonly clientId: string;
  identity(): Promise<Identity>;
  /** The broker publishes this once the client has been gone for `willDelaySeconds`. */
  readonly will: Outgoing | null;
  readonly willDelaySeconds: number;
  readonly topics: readonly string[];
  /** Topics on which the client also receives its own messages. */
  readonly echoed?: readonly string[];
  /** MQTT QoS. 1: the broker delivers for certain, and queues while the client is offline. */
  readonly quality: 0 | 1;
  readonly keepaliveSeconds: number;
  /** How long the broker queues commands for an offline client. */
  readonly sessionSeconds: number;
  /** Limit for incoming packets, in bytes. */
  readonly largestPacket: number;
}

/** Timeout of a login and of each acknowledgement. */
const answerMs = 30_000;
/** MQTT reason code that keeps the will: the broker publishes it after its delay unless the player reconnects. */
const disconnectWithWill = 4;

/** Connects at once. Only this file loads the library: a player without a fleet does not need it. */
export function connectMqtt(terms: ConnectionTerms, events: ConnectionEvents, clock: Clock): Connection {
  const { hostname: host } = new URL(terms.url);
  const pending = new Set<(error: Error) => void>();
  let client: Client | null = null;
  let isOver = false;
  let isOpen = false;
  let lastFault: LinkFault | null = null;
  /** The broker's packet limit in bytes: it ends the connection over a larger packet. */
  let largestTaken = Number.POSITIVE_INFINITY;
  const cancelAnswer = clock.after(answerMs, () => end(silent));

  const over = (): void => {
    isOver = true;
    cancelAnswer();
    for (const reject of pending) reject(new Error('the connection has ended'));
    pending.clear();
  };
  const end = (fault: LinkFault): void => {
    if (isOver) return;
    over();
    client?.end(true);
    events.ended(fault);
  };
  const failed = (thrown: unknown): void =>
    end(lastFault ?? reasonOf(thrown) ?? faultOfError(thrown, host, clock.now() >= firstPlausibleInstant));
  void open().catch(failed);

  return {
    publish: (message) =>
      new Promise((resolve, reject) => {
        if (client === null || !isOpen || isOver) return reject(new Error('there is no connection'));
        if (sizeOf(message) > largestTaken) return reject(new LinkRefusal(refusedTopic('write', packetSize)));
        pending.add(reject);
        const cancel = clock.after(answerMs, () => end(silent));
        const settle = (): void => {
          pending.delete(reject);
          cancel();
        };
        client.publish(message.topic, toBuffer(message.payload), optionsOf(message), (error) => {
          settle();
          if (!error) return resolve();
          const reason = codeOf(error);
          reject(reason === null ? error : new LinkRefusal(refusedTopic('write', reason)));
        });
      }),
    close: () =>
      new Promise((resolve) => {
        if (isOver) return resolve();
        over();
        if (client === null || !isOpen) {
          client?.end(true);
          return resolve();
        }
        // Do not wait for a broker that hangs.
        const cancel = clock.after(1_000, () => {
          client?.end(true);
          resolve();
        });
        client.end(false, { reasonCode: disconnectWithWill }, () => {
          cancel();
          resolve();
        });
      }),
  };

  async function open(): Promise<void> {
    const [{ MqttClient }, identity] = await Promise.all([import('mqtt'), terms.identity()]);
    if (isOver) return;
    const { will } = terms;
    client = new MqttClient(() => socketOf(identity), {
      protocolVersion: 5,
      clientId: terms.clientId,
      // The broker keeps the session and queues commands in it.
      clean: false,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      connectTimeout: 2 * answerMs,
      keepalive: terms.keepaliveSeconds,
      ...(identity.user === null ? {} : { username: identity.user }),
      ...(identity.password === null ? {} : { password: identity.password }),
      properties: {
        sessionExpiryInterval: terms.sessionSeconds,
        maximumPacketSize: terms.largestPacket,
        receiveMaximum: 10,
      },
      ...(will === null
        ? {}
        : {
            will: {
              topic: will.topic,
              payload: toBuffer(will.payload),
              qos: 1,
              retain: will.isKept,
              properties: { willDelayInterval: terms.willDelaySeconds },
            },
          }),
    });
    client.handleMessage = (packet, done) => {
      if (isOver) return done();
      events.message(incomingOf(packet)).then(() => done(), done);
    };
    client.on('error', failed);
    client.on('disconnect', ({ reasonCode }) => {
      lastFault = faultOfReason(reasonCode ?? 0);
    });
    client.on('close', () => end(lastFault ?? (isOpen ? faultOfError(null, host, true) : closedEarly(host))));
    client.on('connect', ({ properties }) => {
      largestTaken = properties?.maximumPacketSize ?? largestTaken;
      subscribe();
    });
  }

  function subscribe(): void {
    // `rap` keeps the retain flag on later messages too: a retained command must be refused.
    const { topics, echoed = [], quality } = terms;
    const wanted = Object.fromEntries([
      ...topics.map((topic) => [topic, { qos: quality, rap: true, nl: true }] as const),
      ...echoed.map((topic) => [topic, { qos: quality, rap: true, nl: false }] as const),
    ]);
    const opened = (readFault: LinkFault | null): void => {
      if (isOver || isOpen) return;
      cancelAnswer();
      isOpen = true;
      events.opened(readFault);
    };
    if (topics.length + echoed.length === 0) opened(null);
    else
      client?.subscribe(wanted, (error) => {
        const reason = codeOf(error);
        if (error === null || reason !== null) opened(reason === null ? null : refusedTopic('read', reason));
      });
  }

  function socketOf({ ca, certificate, key }: Identity): Socket {
    const { protocol, port, hostname } = new URL(terms.url);
    const at = hostname.replace(/^\[|\]$/g, '');
    const socket =
      protocol === 'mqtts:'
        ? connectSecure({
            host: at,
            port: Number(port || 8883),
            minVersion: 'TLSv1.2',
            // Set here, so that no environment variable can switch verification off.
            rejectUnauthorized: true,
            ...(/^[\d.]+$|:/.test(at) ? {} : { servername: at }),
            ...(ca === null ? {} : { ca }),
            ...(certificate === null ? {} : { cert: certificate }),
            ...(key === null ? {} : { key }),
          })
        : connectPlain({ host: at, port: Number(port || 1883) });
    const guard = new PacketGuard(terms.largestPacket);
    socket.on('data', (chunk: Buffer) => {
      if (!isOver && !guard.accepts(chunk)) end(oversized);
    });
    // The library swallows some socket errors.
    socket.on('error', failed);
    return socket;
  }
}

function optionsOf({ isKept, properties, expirySeconds }: Outgoing) {
  return {
    qos: 1 as const,
    retain: isKept,
    properties: {
      ...(properties === undefined ? {} : { userProperties: { ...properties } }),
      ...(expirySeconds === undefined ? {} : { messageExpiryInterval: expirySeconds }),
    },
  };
}

/** Size of the packet, or a few bytes more. */
function sizeOf({ topic, payload, properties = {} }: Outgoing): number {
  const entries = Object.entries(properties).flat();
  const texts = entries.reduce((sum, text) => sum + Buffer.byteLength(text) + 3, 0);
  return Buffer.byteLength(topic) + toBuffer(payload).length + texts + 32;
}

function incomingOf({ topic, payload, retain, properties }: IPublishPacket): Incoming {
  const entries = Object.entries(properties?.userProperties ?? {});
  return {
    topic,
    payload: toBuffer(payload),
    isRetained: retain,
    properties: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
  };
}

function toBuffer(payload: string | Uint8Array): Buffer {
  return typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload);
}

/** The broker's reason code, if it sent one. */
function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null;
}

function reasonOf(thrown: unknown): LinkFault | null {
  const code = codeOf(thrown);
  return code === null ? null : faultOfReason(code);
}
