import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type AddressKind, kindOf } from '../ground/address-kind.ts';
import type { VitrineError } from '../ground/errors.ts';
import type { PageGate, PageRequest } from '../host/host.ts';
import type { Reach } from './reach.ts';
import { interruptReach, reachFromConfig } from './reach-from-config.ts';

interface PageReachNeeds {
  readonly reach: Reach;
  /** For pages of interrupts and what they lead to. */
  readonly strict: Reach;
  /** Ports of this player: no page may show them, wherever the CMS is. */
  ownPorts(): readonly number[];
  /** Whether the browser uses a proxy for that address: the proxy then resolves the name. */
  isProxied(url: URL): boolean;
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string }[]>;
  readonly ownAddresses?: () => readonly string[];
}

/**
 * Judges documents of web pages by the rule of media and feeds, including each redirect and frame. Names are resolved
 * just before the browser's request. The browser resolves them again: a DNS that changes its answer in between is not
 * caught.
 */
export class PageReach implements PageGate {
  readonly #needs: PageReachNeeds;
  #reach: Reach;
  #strict: Reach;
  #ofInterrupts: ReadonlySet<string> = new Set();

  constructor(needs: PageReachNeeds) {
    this.#needs = needs;
    this.#reach = needs.reach;
    this.#strict = needs.strict;
  }

  /** Call after the configuration has changed. */
  use(reach: Reach, strict: Reach): void {
    this.#reach = reach;
    this.#strict = strict;
  }

  /** Others than the CMS name these. */
  interruptsShow(addresses: readonly string[]): void {
    this.#ofInterrupts = new Set(addresses.map(withoutFragment));
  }

  /** Why a page of an interrupt is not worth a try, with the remedy; null: it is. Its redirects and frames are judged later. */
  refusedOfInterrupt(address: string): VitrineError | null {
    const url = URL.parse(address);
    return this.#strict.isHttpsOnly && url?.protocol === 'http:' ? this.#strict.insecure(url.hostname) : null;
  }

  /** Call when the engine has connected to the CMS. */
  cmsIs(kind: AddressKind): void {
    this.#reach.assume(kind);
  }

  /** A stable code with the host, for the catalogue of messages. */
  async refusal({ address, ledBy, hostPort }: PageRequest): Promise<string | null> {
    const url = URL.parse(address);
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
    const isOfInterrupt = [address, ...ledBy].some((one) => this.#ofInterrupts.has(withoutFragment(one)));
    const reach = isOfInterrupt ? this.#strict : this.#reach;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isOfInterrupt && reach.isHttpsOnly && url.protocol === 'http:') return `insecure ${host}`;
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const to = { host, port, isLed: ledBy.some((one) => reach.isPublic(one)) };
    const found = await this.#found(host, url);
    const isOurs = port === hostPort || this.#needs.ownPorts().includes(port);
    if (isOurs && found.some(({ address: one }) => this.#isThisMachine(one))) return `own-page ${url.host}`;
    const may = found.length === 0 ? [] : reach.among(to, found);
    if (may.length === found.length && reach.mayConnectUnresolved(to)) return null;
    return `${to.isLed ? 'led-inside' : isOfInterrupt ? 'of-interrupt' : 'inside'} ${host}`;
  }

  /** Empty when the name cannot be resolved: then the browser reports it. */
  async #found(host: string, url: URL): Promise<readonly { readonly address: string }[]> {
    if (isIP(host) !== 0) return [{ address: host }];
    if (/^(.+\.)?localhost\.?$/i.test(host)) return [{ address: '127.0.0.1' }];
    const { resolve = resolved, isProxied } = this.#needs;
    return isProxied(url) ? [] : resolve(host).catch(() => []);
  }

  #isThisMachine(address: string): boolean {
    const { ownAddresses = addressesHere } = this.#needs;
    return kindOf(address) === 'loopback' || ownAddresses().includes(address.toLowerCase());
  }
}

function resolved(host: string): Promise<readonly { readonly address: string }[]> {
  return lookup(host, { all: true });
}

function withoutFragment(address: string): string {
  return (URL.parse(address)?.href ?? address).replace(/#.*$/s, '');
}

function addressesHere(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address.toLowerCase()),
  );
}

export function configuredPageReach(
  config: Parameters<typeof reachFromConfig>[0],
  proxy: { carries(url: URL): boolean } | null,
  ownPorts: () => readonly number[],
): PageReach {
  const isProxied = (url: URL) => proxy?.carries(url) ?? false;
  const [reach, strict] = [reachFromConfig(config), interruptReach(config)];
  return new PageReach({ reach, strict, ownPorts, isProxied });
}
