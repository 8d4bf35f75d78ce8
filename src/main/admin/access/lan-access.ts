import { createServer, type Server } from 'node:https';
import { hostname, networkInterfaces } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { type Message, message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { systemCode, VitrineError } from '../../ground/errors.ts';
import { KeptFile } from '../../ground/kept-file.ts';
import type { Log } from '../../ground/log.ts';
import type { AdminPort } from '../port.ts';
import type { SupportDoor } from '../support-door.ts';
import { admission } from './admission.ts';
import { Budgets, type Tier } from './budgets.ts';
import { fingerprintOf, type KeyAndCertificate, selfSigned } from './certificate.ts';
import { Guesses } from './guesses.ts';
import { InterruptTokens } from './interrupt-tokens.ts';
import { type KeptAccess, keptAccess } from './kept-access.ts';
import { lanApp } from './lan-app.ts';
import { networkOf, siteOf } from './networks.ts';
import { keepPassword, madePassword } from './password.ts';
import { freePortAfter, holderOf } from './port-holder.ts';
import { type KeptSessions, parseSessions, type SessionReport, Sessions } from './sessions.ts';

export interface LanAccessNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Shared with the control socket. */
  readonly support?: SupportDoor;
  /** scrypt's N of new passwords, for tests that log in often. */
  readonly passwordCost?: number;
}

/** The installer's input. */
export interface AccessWish {
  readonly password: string;
  readonly port: number;
  readonly names: readonly string[];
  /** Null: self-signed. */
  readonly certificate: KeyAndCertificate | null;
}

export interface AccessReport {
  readonly on: boolean;
  readonly addresses: readonly string[];
  /** SHA-256 of the certificate, for comparison with the browser's. */
  readonly fingerprint: string | null;
  readonly sessions: number;
  /** Password attempts refused without a check. */
  readonly refused: number;
  /** Why the page is unreachable although access is on. */
  readonly why: Message | null;
}

/** Of the page from the network. */
export const usualPort = 8_781;
const mostConnections = 50;
const mostOfOneNetwork = 20;
/** A port that another program uses may be free soon. */
const againMs = 60_000;
/**
 * A TLS handshake costs a millisecond or more of the thread that serves the show. A browser makes up to 20 for a page: six
 * connections, each repeated after it has refused the self-signed certificate.
 */
const ownHandshakes: Tier = { of: networkOf, most: 40, oneMoreMs: 150 };
const handshakes: readonly Tier[] = [
  ownHandshakes,
  { of: siteOf, most: 50, oneMoreMs: 100 },
  { of: () => 'all', most: 70, oneMoreMs: 75 },
];

/** The page for the network: off until an installer sets a password, and only over TLS. */
export class LanAccess {
  readonly #needs: LanAccessNeeds;
  readonly #kept: KeptFile<KeptAccess>;
  readonly #keptSessions: KeptFile<KeptSessions>;
  readonly #sessions: Sessions;
  readonly #guesses: Guesses;
  readonly tokens: InterruptTokens;
  #server: Server | null = null;
  #why: Message | null = null;
  #cancelRetry: () => void = () => undefined;

  constructor(needs: LanAccessNeeds) {
    this.#needs = needs;
    this.#kept = keptAccess(needs.dataDir);
    this.#keptSessions = new KeptFile(needs.dataDir, 'sessions.json', parseSessions);
    this.#sessions = new Sessions(needs.clock, this.#keptSessions);
    this.tokens = new InterruptTokens(needs.dataDir, needs.clock);
    this.#guesses = new Guesses(needs.clock, needs.log);
  }

  /** Listens if access is on. A port in use is reported, retried, and affects nothing else. */
  async start(): Promise<void> {
    const allowed = this.#kept.value;
    if (allowed === null) return this.#sessions.endAll();
    const { clock, log } = this.#needs;
    const { port } = allowed;
    try {
      const server = await this.#listen(allowed);
      // Access may have ended or changed meanwhile.
      if (this.#kept.value !== allowed) return void server.close();
      this.#server = server;
      this.#why = null;
      log.state('lan', 'open', 'info', 'The page can be reached from the network', { port });
    } catch (error) {
      const code = systemCode(error) ?? 'unknown';
      log.state('lan', code, 'warn', 'The page cannot be reached from the network', { error });
      this.#cancelRetry();
      this.#cancelRetry = clock.after(againMs, () => void this.start());
      this.#why = await whyNot(port, error);
    }
  }

  async allow({ password, port, names, certificate }: AccessWish): Promise<AccessReport> {
    const kept = await keepPassword(password, this.#needs.passwordCost);
    const known = [...new Set([...ownNames(), ...addresses(), ...names.map((name) => name.toLowerCase())])];
    const { key, cert } = certificate ?? this.#certificate(known);
    // Throws for an unusable certificate, before anything is saved.
    fingerprintOf(cert);
    const before = this.#kept.value;
    const next = { port, names: names.map((name) => name.toLowerCase()), password: kept, key, cert };
    // First: a failed command must neither open the page at the next start nor close one that is open.
    const server = before?.port === port ? null : await this.#opened(next);
    await this.#keep(next).catch((error: unknown) => {
      this.#kept.keep(before);
      server?.close();
      throw error;
    });
    await this.#close();
    this.#sessions.endAll();
    this.#server = server;
    this.#why = null;
    if (server === null) await this.start();
    return this.report();
  }

  async #opened(wanted: NonNullable<KeptAccess>): Promise<Server> {
    try {
      return await this.#listen(wanted);
    } catch (cause) {
      throw new VitrineError('usage', await whyNot(wanted.port, cause), { cause });
    }
  }

  sessions(): readonly SessionReport[] {
    return this.#sessions.report();
  }

  endSessions(wanted: Parameters<Sessions['endBy']>[0]): number {
    return this.#sessions.endBy(wanted);
  }

  /** On the usual port, or the next free one. */
  async open(): Promise<{ readonly addresses: readonly string[]; readonly password: string }> {
    const password = madePassword();
    const port = this.#kept.value?.port ?? (await freePortAfter(usualPort - 1)) ?? usualPort;
    const { names = [] } = this.#kept.value ?? {};
    const { addresses } = await this.allow({ password, port, names, certificate: null });
    return { addresses, password };
  }

  async forbid(): Promise<AccessReport> {
    // Close at once, even if saving fails and the next start would open it again.
    this.#sessions.endAll();
    await Promise.all([this.#keep(null), this.#close()]);
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

  /** The ports it listens on. */
  ports(): readonly number[] {
    const port = this.#kept.value?.port;
    return this.#server === null || port === undefined ? [] : [port];
  }

  async stop(): Promise<void> {
    await this.#close();
    await this.#keptSessions.settled();
  }

  async #keep(access: KeptAccess): Promise<void> {
    this.#kept.keep(access);
    if (await this.#kept.settled()) return;
    throw new VitrineError('temporary', message('access-not-kept'), { cause: this.#kept.failure });
  }

  /** Keeps the existing certificate: users have compared its fingerprint. */
  #certificate(names: readonly string[]): KeyAndCertificate {
    const { value } = this.#kept;
    return value === null ? selfSigned(names) : { key: value.key, cert: value.cert };
  }

  #listen(allowed: NonNullable<KeptAccess>): Promise<Server> {
    const { player, dataDir, clock } = this.#needs;
    const { port, names, password, key, cert } = allowed;
    const app = lanApp({
      player,
      dataDir,
      clock,
      password,
      sessions: this.#sessions,
      guesses: this.#guesses,
      tokens: this.tokens,
      hosts: () =>
        new Set(
          [...addresses(), ...ownNames(), ...names].map((host) =>
            host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
          ),
        ),
    });
    const server = createServer(
      {
        key,
        cert,
        minVersion: 'TLSv1.2',
        headersTimeout: 10_000,
        requestTimeout: 20_000,
        keepAliveTimeout: 30_000,
        handshakeTimeout: 20_000,
        maxHeaderSize: 8_192,
      },
      getRequestListener(app.fetch, { overrideGlobalObjects: false }),
    );
    // Addresses that have logged in have their own budget, so that others cannot lock them out.
    const [trusted, others] = [new Budgets(clock, [ownHandshakes]), new Budgets(clock, handshakes)];
    const take = (address: string) => (this.#guesses.isTrusted(address) ? trusted : others).take(address);
    server.on('connection', admission({ most: mostConnections, mostOfOneNetwork, take }));
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
    this.#cancelRetry();
    const server = this.#server;
    this.#server = null;
    return new Promise((resolve) => {
      if (server === null) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

/** With the way out. */
async function whyNot(port: number, error: unknown): Promise<Message> {
  const code = systemCode(error) ?? 'unknown';
  if (code !== 'EADDRINUSE') return message('access.not-listening', { port, code });
  const [holder, free] = [holderOf(port), (await freePortAfter(port)) ?? port + 1];
  return holder === null
    ? message('access.port-taken', { port, free })
    : message('access.port-taken.by', { port, holder, free });
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
