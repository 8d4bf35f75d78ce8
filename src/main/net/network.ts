import { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { type LookupFunction, Socket } from 'node:net';
import tls from 'node:tls';
import { message } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { proxyEnvironment } from '../ground/proxy.ts';
import { ReplaceableFile } from '../ground/replaceable-file.ts';
import type { Destination, Reach } from './reach.ts';

export interface NetworkOptions {
  readonly reach: Reach;
  /** Overrides HTTP_PROXY and HTTPS_PROXY of the environment; NO_PROXY always counts. */
  readonly proxy?: string | null;
  /** PEM file of further trusted issuers. */
  readonly caFile?: string | null;
  readonly env?: NodeJS.ProcessEnv;
  readonly lookup?: typeof lookup;
}

interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** The connections to the CMS, for its API and for media. */
export interface Network {
  readonly agent: Agents;
  /** For addresses to which a server on the internet redirects. */
  readonly ledAgent: Agents;
  readonly reach: Reach;
  readonly https: { readonly rejectUnauthorized: true; readonly certificateAuthority?: string[] };
  close(): void;
}

/**
 * Node's own agents support proxies, with plain requests and CONNECT tunnels. Certificates are verified explicitly,
 * because an environment variable can switch Node's default off.
 */
export function createNetwork(options: NetworkOptions): Network {
  const { reach } = options;
  const proxyEnv = proxyEnvironment(options.proxy ?? null, options.env ?? process.env);
  const issuers = options.caFile ? issuersWith(options.caFile) : null;
  const ca = issuers?.read();
  const common = { keepAlive: true, maxSockets: 16, proxyEnv: { ...proxyEnv } };
  const agents = (isLed: boolean): Agents => ({
    http: guarded(new http.Agent(common), options, isLed, null),
    https: guarded(
      new https.Agent({ ...common, rejectUnauthorized: true, ...(ca ? { ca } : {}) }),
      options,
      isLed,
      issuers,
    ),
  });
  const [agent, ledAgent] = [agents(false), agents(true)];
  return {
    agent,
    ledAgent,
    reach,
    https: { rejectUnauthorized: true, ...(ca ? { certificateAuthority: ca } : {}) },
    close: () => {
      for (const each of [agent.http, agent.https, ledAgent.http, ledAgent.https]) each.destroy();
    },
  };
}

/**
 * Judges each new connection of an agent inside its DNS lookup, so that the judged address is the connected one, also
 * when the DNS changes its answer. Reused connections were judged when they were made.
 */
function guarded<Agent extends http.Agent>(
  agent: Agent,
  { reach, lookup: resolve = lookup }: NetworkOptions,
  isLed: boolean,
  issuers: ReplaceableFile<string[]> | null,
): Agent {
  const isSecure = agent instanceof https.Agent;
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const to: Destination = { host: options.host ?? 'localhost', port: Number(options.port), isLed };
    const refusal =
      reach.isHttpsOnly && !isSecure
        ? reach.insecure(to.host)
        : reach.mayConnectUnresolved(to)
          ? null
          : reach.refusal(to);
    if (refusal !== null) {
      // A throw here would end the player when the agent connects for a queued request.
      queueMicrotask(() => done?.(refusal, new Socket()));
      return undefined;
    }
    let isDirect = false;
    const judged: LookupFunction = (name, given, found) => {
      isDirect = true;
      resolve(name, { ...given, all: true }, (error, addresses) => {
        const may = error ? [] : reach.among(to, addresses);
        const [first] = may;
        if (first === undefined) found(error ?? reach.refusal(to), '');
        else if (given.all) found(null, may);
        else found(null, first.address, first.family);
      });
    };
    // The agent connects to a proxy with other options, so without this lookup.
    const ca = issuers === null ? {} : { ca: issuers.current() };
    const socket = connect({ ...options, ...ca, lookup: judged }, done);
    if (socket instanceof Socket)
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        if (isDirect && socket.remoteAddress) reach.connected(to, socket.remoteAddress);
      });
    return socket;
  };
  return agent;
}

/** Includes those of NODE_EXTRA_CA_CERTS if this build of Node exposes them. */
function usualIssuers(): readonly string[] {
  const { getCACertificates }: Partial<Pick<typeof tls, 'getCACertificates'>> = tls;
  return getCACertificates?.('default') ?? tls.rootCertificates;
}

/** Those of a file that may be replaced: authorities expire, and a player runs for years. */
function issuersWith(file: string): ReplaceableFile<string[]> {
  return new ReplaceableFile(file, () => [...usualIssuers(), readCertificates(file)]);
}

function readCertificates(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    const code = systemCode(cause) ?? 'unknown';
    throw new VitrineError('usage', message('ca-file-unreadable', { file, code }), { cause });
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new VitrineError('usage', message('ca-file-invalid', { file }));
  return pem;
}
