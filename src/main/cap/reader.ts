import { readFile } from 'node:fs/promises';
import { type Message, message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { mapLimited } from '../ground/map-limited.ts';
import type { Network } from '../net/network.ts';
import { createTransport, defaultTransportLimits } from '../net/transport.ts';
import { type Alert, alertIn, isAlert } from './alert.ts';
import { type Link, linksIn } from './index-links.ts';
import { parseXml } from './xml.ts';

const mostBytes = 1024 * 1024;
export const mostAlerts = 100;
const limits = { ...defaultTransportLimits, answerMs: 20_000, silenceMs: 15_000 };
const parallel = 4;

export interface CapReading {
  readonly alerts: readonly Alert[];
  /** Those of the index that cannot be used. */
  readonly refused: readonly { readonly name: string; readonly why: Message }[];
}

/** Reads one feed: an index of alerts in Atom or RSS, or a single alert. `certificateFile`: only what is signed counts. */
export class CapReader {
  readonly #address: string;
  readonly #certificateFile: string | null;
  readonly #transport: ReturnType<typeof createTransport>;
  /** An alert never changes: by address and stamp. */
  #known: ReadonlyMap<string, Alert> = new Map();

  constructor(address: string, certificateFile: string | null, network: Network, clock: Clock) {
    this.#address = address;
    this.#certificateFile = certificateFile;
    this.#transport = createTransport(network, clock, 'Vitrine', limits);
  }

  async read(signal: AbortSignal): Promise<CapReading> {
    const xml = await this.#fetch(this.#address, signal);
    const root = parseXml(xml);
    if (isAlert(root)) return { alerts: [await this.#alertIn(xml)], refused: [] };
    const links = linksIn(root, this.#address);
    if (links === null) throw unusable(message('cap-unusable.format'));
    const surplus = links[mostAlerts];
    const known = new Map<string, Alert>();
    const refused = await mapLimited(links.slice(0, mostAlerts), parallel, async (link) => {
      try {
        known.set(keyOf(link), this.#known.get(keyOf(link)) ?? (await this.#alertAt(link, signal)));
        return [];
      } catch (error) {
        signal.throwIfAborted();
        return [{ name: nameOf(link.url), why: asVitrineError(error).sentence }];
      }
    });
    this.#known = known;
    return {
      alerts: [...known.values()],
      refused: [
        ...refused.flat(),
        ...(surplus
          ? [{ name: nameOf(surplus.url), why: message('cap-unusable.many', { most: mostAlerts }) }]
          : []),
      ],
    };
  }

  async #alertAt({ url }: Link, signal: AbortSignal): Promise<Alert> {
    // An index may not send the player anywhere else.
    if (new URL(url).origin !== new URL(this.#address).origin)
      throw unusable(message('cap-unusable.elsewhere'));
    return this.#alertIn(await this.#fetch(url, signal));
  }

  async #alertIn(xml: string): Promise<Alert> {
    // Before anything else reads it: this refuses document types.
    const root = parseXml(xml);
    if (this.#certificateFile === null) return alertIn(root);
    const { signedPart } = await import('./signature.ts');
    return alertIn(parseXml(signedPart(xml, await certificatesIn(this.#certificateFile))));
  }

  async #fetch(url: string, signal: AbortSignal): Promise<string> {
    const { status, body } = await this.#transport({
      method: 'GET',
      url,
      headers: {
        accept: 'application/cap+xml, application/atom+xml, application/rss+xml, application/xml;q=0.9',
      },
      originHeaders: { origin: 'null', headers: {} },
      bytes: mostBytes,
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      // Drop its remedy, which is about the CMS.
      throw unusable(message('cap-unusable.unreachable', { why: asVitrineError(error).sentence }));
    });
    if (status !== 200) throw unusable(message('cap-unusable.status', { status }));
    try {
      // The standard demands UTF-8.
      return new TextDecoder('utf-8', { fatal: true }).decode(body);
    } catch (cause) {
      throw unusable(message('cap-unusable.xml'), cause);
    }
  }
}

async function certificatesIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unusable(message('cap-unusable.certificate', { file }), cause);
  });
  const certificates = text.match(
    /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,20000}-----END CERTIFICATE-----/g,
  );
  if (certificates === null) throw unusable(message('cap-unusable.certificate', { file }));
  return certificates;
}

const keyOf = ({ url, stamp }: Link): string => `${url} ${stamp}`;

/** For people, without a key that an address may contain. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`.slice(0, 200);
}

const unusable = (why: Message, cause?: unknown): VitrineError =>
  new VitrineError('temporary', why, { cause });
