import { isIP } from 'node:net';
import { message } from '../../shared/languages/message.ts';
import { type AddressKind, kindOf, networks } from '../ground/address-kind.ts';
import { VitrineError } from '../ground/errors.ts';

interface ReachNeeds {
  /** The address of the CMS; null when none is configured. */
  readonly cms: string | null;
  /** Other addresses that whoever set this player up has written down: where to log in, a feed. */
  readonly configured?: readonly string[];
  /** Hosts, addresses and networks that may be asked wherever they are. */
  readonly allow?: readonly string[];
  /** Nothing is asked without encryption. */
  readonly httpsOnly?: boolean;
  /** A connection has shown where the CMS is. */
  readonly onCmsKind?: (kind: AddressKind) => void;
  readonly kind?: (address: string) => AddressKind;
}

/** Where one connection goes. `isLed`: a server on the internet has sent us there. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly isLed: boolean;
}

/** Of hosts that were resolved so many are remembered. */
const mostHosts = 1000;

/**
 * Which addresses may be asked for what the CMS names: those on the internet, and those in the network where the CMS
 * itself is. A CMS that is taken over cannot make the player ask what only this machine or this network can reach.
 */
export class Reach {
  readonly #configured: ReadonlySet<string>;
  readonly #cms: string | null;
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #allowed: ReturnType<typeof networks>;
  readonly #kind: (address: string) => AddressKind;
  readonly isHttpsOnly: boolean;
  /** Null until it is known: from its address, else from the first connection to it. */
  #cmsKind: AddressKind | null;
  readonly #local = new Set<string>();

  readonly #isCmsLiteral: boolean;
  readonly #onCmsKind: (kind: AddressKind) => void;

  constructor(needs: ReachNeeds) {
    const { cms, configured = [], allow = [], httpsOnly = false, kind = kindOf } = needs;
    this.#onCmsKind = needs.onCmsKind ?? (() => undefined);
    this.#cms = cms === null ? null : authority(cms);
    this.#configured = new Set([...(cms === null ? [] : [cms]), ...configured].map(authority));
    this.#allowedHosts = new Set(allow.map((host) => host.toLowerCase()));
    this.#allowed = networks(allow);
    this.#kind = kind;
    this.isHttpsOnly = httpsOnly;
    this.#cmsKind = cms === null ? 'public' : this.#literal(new URL(cms).hostname.replace(/^\[|\]$/g, ''));
    this.#isCmsLiteral = this.#cmsKind !== null;
  }

  /** Of a host that needs no lookup; null for every other name. */
  #literal(host: string): AddressKind | null {
    if (/^(.+\.)?localhost\.?$/i.test(host)) return 'loopback';
    return isIP(host.split('%')[0] ?? '') === 0 ? null : this.#kind(host);
  }

  /** Of the addresses that a name has those that may be connected to. Notes in passing where the name leads. */
  among<Found extends { readonly address: string }>(to: Destination, found: readonly Found[]): Found[] {
    const may = found.filter(({ address }) => this.#mayAsk(to, address, this.#kind(address)));
    if (this.#local.size >= mostHosts) this.#local.clear();
    if (may.some(({ address }) => this.#kind(address) === 'public')) this.#local.delete(to.host);
    else if (may.length > 0) this.#local.add(to.host);
    return may;
  }

  /** Judges a host that is an address already. With a proxy this is all that can be judged here: it resolves the names. */
  mayAskUnresolved(to: Destination): boolean {
    const kind = this.#literal(to.host);
    return kind === null || this.#mayAsk(to, to.host, kind);
  }

  #mayAsk({ host, port, isLed }: Destination, address: string, kind: AddressKind): boolean {
    if (kind === 'public' || this.#allowsByName(host, port)) return true;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) !== 0 && this.#allowed.check(address, family)) return true;
    if (isLed) return false;
    return this.#configured.has(`${host.toLowerCase()}:${port}`) || kind === this.#cmsKind;
  }

  #allowsByName(host: string, port: number): boolean {
    const name = host.toLowerCase();
    return this.#allowedHosts.has(name) || this.#allowedHosts.has(`${name}:${port}`);
  }

  /** The connection stands: over https the other end has proved by now that it is the one that was meant. */
  connected({ host, port }: Destination, address: string): void {
    if (`${host.toLowerCase()}:${port}` !== this.#cms) return;
    const before = this.#cmsKind;
    this.#cmsKind = this.#kind(address);
    if (this.#cmsKind !== before) this.#onCmsKind(this.#cmsKind);
  }

  /** Where a connection of another thread, or of an earlier start, has found the CMS. */
  assume(kind: AddressKind): void {
    if (!this.#isCmsLiteral) this.#cmsKind = kind;
  }

  /** A redirect from there leads on from the internet. A host that a proxy has resolved counts as one. */
  isPublic(url: string): boolean {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    const kind = this.#literal(host);
    return kind === null ? !this.#local.has(host) : kind === 'public';
  }

  /**
   * Only an address that stands there as one is refused for good: the name service of a network that wants a login
   * lies for a while, and where the CMS is may not be known yet.
   */
  refusal({ host, isLed }: Destination): VitrineError {
    const isForGood = isIP(host) !== 0 && !isLed && this.#cmsKind !== null;
    return new VitrineError(
      isForGood ? 'permanent' : 'temporary',
      message(isLed ? 'network-led-inside' : 'network-inside', { host }),
      { remedy: message('network-inside.allow') },
    );
  }

  insecure(host: string): VitrineError {
    return new VitrineError('permanent', message('network-insecure', { host }));
  }
}

function authority(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
