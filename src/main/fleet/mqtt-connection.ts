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

/** How a connection proves itself; read anew for each, so that a changed file is enough. */
export interface Identity {
  readonly user: string | null;
  readonly password: string | null;
  readonly ca: string | null;
  readonly certificate: string | null;
  readonly key: string | null;
}

export interface ConnectionTerms {
  /** `mqtts://host:port` or, to this machine alone, `mqtt://host:port`. */
  readonly url: string;
  readonly clientId: string;
  identity(): Promise<Identity>;
  /** What the broker says when we have been gone for so long. */
  readonly will: Outgoing | null;
  readonly willDelaySeconds: number;
  readonly topics: readonly string[];
  /** Topics of which one's own messages come back too. */
  readonly echoed?: readonly string[];
  /** 1: what comes in comes for sure, and is held for us while we are away. */
  readonly quality: 0 | 1;
  readonly keepaliveSeconds: number;
  /** For so long the broker keeps commands for us while we are away. */
  readonly sessionSeconds: number;
  /** Of what comes in, in bytes. */
  readonly largestPacket: number;
}

/** Until it has let us in, and until it has taken a message. */
const answerMs = 30_000;
/** The broker is to tell of our end after a while, in case we are back. */
const disconnectWithWill = 4;

/** Connects at once. The library is loaded here and nowhere else: a player without a fleet has no need of it. */
export function connectMqtt(terms: ConnectionTerms, events: ConnectionEvents, clock: Clock): Connection {
  const { hostname: host } = new URL(terms.url);
  const pending = new Set<(error: Error) => void>();
  let client: Client | null = null;
  let isOver = false;
  let isOpen = false;
  let lastFault: LinkFault | null = null;
  /** What the broker takes, in bytes: it ends the connection over more. */
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
        // A broker that hangs is not waited for.
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
      // The session stays with the broker for a while: commands wait there.
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
    // Retained ones are marked as such also when they come in later: no command may be one.
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
        const reason = error === null ? null : codeOf(error);
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
            // Said here, so that no variable of the environment can say otherwise.
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
    // The library keeps some of them to itself.
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

/** Of its packet, or a few bytes more. */
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

/** The broker's reason, when it gave one. */
function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null;
}

function reasonOf(thrown: unknown): LinkFault | null {
  const code = codeOf(thrown);
  return code === null ? null : faultOfReason(code);
}
