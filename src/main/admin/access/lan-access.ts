import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import type { Language } from '../../../shared/languages/language.ts';
import type { Clock } from '../../clock.ts';
import { VitrineError, systemCode } from '../../errors.ts';
import type { KeptFile } from '../../kept-file.ts';
import type { Log } from '../../log.ts';
import type { AdminPort } from '../port.ts';
import { fingerprintOf, selfSigned, type KeyAndCertificate } from './certificate.ts';
import { Guesses, networkOf } from './guesses.ts';
import { keptAccess, type KeptAccess } from './kept-access.ts';
import { lanApp } from './lan-app.ts';
import { keepPassword } from './password.ts';
import { Sessions } from './sessions.ts';

export interface LanAccessNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly language: Language;
}

/** What an installer asks for. */
export interface AccessWish {
  readonly password: string;
  readonly port: number;
  readonly names: readonly string[];
  /** Null: one that the player signs itself. */
  readonly certificate: KeyAndCertificate | null;
}

export interface AccessReport {
  readonly on: boolean;
  readonly addresses: readonly string[];
  /** SHA-256 of the certificate, to be compared with what the browser shows. */
  readonly fingerprint: string | null;
  readonly sessions: number;
  /** Tries of a password that were refused unseen. */
  readonly refused: number;
  /** Why it cannot be reached though it is on. */
  readonly why: string | null;
}

const mostConnections = 50;
const mostOfOneNetwork = 20;
/** A handshake costs a millisecond or more of the thread that serves the show. */
const handshakesAtOnce = 30;
const handshakesPerSecond = 10;

/** The page from the network: off until an installer turns it on with a password, and only by TLS. */
export class LanAccess {
  readonly #needs: LanAccessNeeds;
  readonly #kept: KeptFile<KeptAccess>;
  readonly #sessions: Sessions;
  readonly #guesses: Guesses;
  #server: Server | null = null;
  #why: string | null = null;

  constructor(needs: LanAccessNeeds) {
    this.#needs = needs;
    this.#kept = keptAccess(needs.dataDir);
    this.#sessions = new Sessions(needs.clock);
    this.#guesses = new Guesses(needs.clock, needs.log);
  }

  /** Listens where that is allowed. A port that is taken is told and costs nothing else. */
  async start(): Promise<void> {
    const allowed = this.#kept.value;
    if (allowed === null) return;
    const { log } = this.#needs;
    try {
      this.#server = await this.#listen(allowed);
      this.#why = null;
      log.info('The page can be reached from the network', { port: allowed.port });
    } catch (error) {
      this.#why =
        systemCode(error) === 'EADDRINUSE'
          ? `Port ${allowed.port} is in use.`
          : 'It cannot be listened there.';
      log.warn('The page cannot be reached from the network', { error });
    }
  }

  async allow({ password, port, names, certificate }: AccessWish): Promise<AccessReport> {
    const kept = await keepPassword(password);
    const known = [...new Set([...ownNames(), ...addresses(), ...names.map((name) => name.toLowerCase())])];
    const { key, cert } = certificate ?? this.#certificate(known);
    // It must be usable before anything is kept.
    fingerprintOf(cert);
    this.#kept.write({ port, names: names.map((name) => name.toLowerCase()), password: kept, key, cert });
    if (this.#kept.failure !== null)
      throw new VitrineError('temporary', 'access-not-kept', 'The disk does not take it.', {
        cause: this.#kept.failure,
        remedy: 'See vitrine doctor.',
      });
    await this.#close();
    await this.start();
    return this.report();
  }

  async forbid(): Promise<AccessReport> {
    this.#kept.write(null);
    await this.#close();
    return this.report();
  }

  report(): AccessReport {
    const allowed = this.#kept.value;
    return {
      on: allowed !== null,
      addresses:
        allowed === null || this.#server === null
          ? []
          : [...addresses().filter((one) => !one.includes(':')), ...allowed.names].map(
              (host) => `https://${host}:${allowed.port}/`,
            ),
      fingerprint: allowed && fingerprintOf(allowed.cert),
      sessions: this.#sessions.count,
      refused: this.#guesses.refused,
      why: allowed === null ? null : this.#why,
    };
  }

  async stop(): Promise<void> {
    await this.#close();
  }

  /** The one that people have compared stays. */
  #certificate(names: readonly string[]): KeyAndCertificate {
    const { value } = this.#kept;
    return value === null ? selfSigned(names) : { key: value.key, cert: value.cert };
  }

  #listen(allowed: NonNullable<KeptAccess>): Promise<Server> {
    const { player, dataDir, clock, language } = this.#needs;
    const { port, names, password, key, cert } = allowed;
    const app = lanApp({
      ...{ player, dataDir, clock, language, password, sessions: this.#sessions, guesses: this.#guesses },
      hosts: () =>
        new Set(
          [...addresses(), ...ownNames(), ...names].map((host) =>
            host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
          ),
        ),
    });
    const server = createServer(
      {
        ...{ key, cert, minVersion: 'TLSv1.2' },
        ...{
          headersTimeout: 10_000,
          requestTimeout: 20_000,
          keepAliveTimeout: 5_000,
          handshakeTimeout: 5_000,
        },
        maxHeaderSize: 8_192,
      },
      getRequestListener(app.fetch, { overrideGlobalObjects: false }),
    );
    server.maxConnections = mostConnections;
    server.on('connection', admission(clock));
    // Who does not get through the handshake is nobody of ours.
    server.on('tlsClientError', (_, socket) => socket.destroy());
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: '::', ipv6Only: false }, () => {
        server.off('error', reject);
        server.on('error', (error) => this.#needs.log.warn('The page for the network has failed', { error }));
        resolve(server);
      });
    });
  }

  #close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#sessions.endAll();
    return new Promise((resolve) => {
      if (server === null) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

/** Lets in so many connections of one network, and so many new ones in a second. */
function admission(clock: Clock): (socket: Socket) => void {
  const open = new Map<string, number>();
  let left = handshakesAtOnce;
  let at = clock.monotonic();
  return (socket) => {
    const now = clock.monotonic();
    left = Math.min(left + ((now - at) / 1000) * handshakesPerSecond, handshakesAtOnce);
    at = now;
    const network = networkOf(socket.remoteAddress ?? '');
    const count = open.get(network) ?? 0;
    if (left < 1 || count >= mostOfOneNetwork) {
      socket.destroy();
      return;
    }
    left--;
    open.set(network, count + 1);
    socket.once('close', () => {
      const rest = (open.get(network) ?? 1) - 1;
      if (rest > 0) open.set(network, rest);
      else open.delete(network);
    });
  };
}

function addresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address.toLowerCase());
}

function ownNames(): readonly string[] {
  const name = hostname().toLowerCase();
  const isUsual = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name);
  return isUsual ? [...new Set([name, `${name.split('.')[0]}.local`])] : [];
}
