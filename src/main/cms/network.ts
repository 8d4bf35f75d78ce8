import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { systemCode, VitrineError } from '../errors.ts';
import { proxyEnvironment } from '../proxy.ts';

export interface NetworkOptions {
  /** Beats HTTP_PROXY and HTTPS_PROXY of the environment; NO_PROXY counts in either case. */
  readonly proxy?: string | null;
  /** PEM file of issuers to trust beside the usual ones. */
  readonly caFile?: string | null;
  readonly env?: NodeJS.ProcessEnv;
}

/** The connections for everything from the CMS, answers as well as media. */
export interface Network {
  readonly agent: { readonly http: http.Agent; readonly https: https.Agent };
  readonly https: { readonly rejectUnauthorized: true; readonly certificateAuthority?: string[] };
  close(): void;
}

/**
 * Node's own agents speak to proxies, with plain requests and CONNECT tunnels. Certificates are verified explicitly, as a
 * variable of the environment can switch Node's default off.
 */
export function createNetwork(options: NetworkOptions = {}): Network {
  const proxyEnv = proxyEnvironment(options.proxy ?? null, options.env ?? process.env);
  const ca = options.caFile ? [...usualIssuers(), readCertificates(options.caFile)] : undefined;
  const common = { keepAlive: true, maxSockets: 16, proxyEnv: { ...proxyEnv } };
  const agent = {
    http: new http.Agent(common),
    https: new https.Agent({ ...common, rejectUnauthorized: true, ...(ca ? { ca } : {}) }),
  };
  return {
    agent,
    https: { rejectUnauthorized: true, ...(ca ? { certificateAuthority: ca } : {}) },
    close: () => {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}

/** With those of NODE_EXTRA_CA_CERTS, where this build of Node tells them. */
function usualIssuers(): readonly string[] {
  const { getCACertificates }: Partial<Pick<typeof tls, 'getCACertificates'>> = tls;
  return getCACertificates?.('default') ?? tls.rootCertificates;
}

function readCertificates(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new VitrineError(
      'usage',
      'ca-file-unreadable',
      `The CA file ${file} cannot be read: ${systemCode(cause)}.`,
      {
        cause,
        remedy: 'Check cms.caFile and that this user may read it.',
      },
    );
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new VitrineError(
      'usage',
      'ca-file-invalid',
      `The CA file ${file} holds no certificate in PEM form.`,
      {
        remedy:
          'It must hold “-----BEGIN CERTIFICATE-----”; convert it with: openssl x509 -inform der -in FILE.',
      },
    );
  }
  return pem;
}
