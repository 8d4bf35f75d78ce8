import { isIP } from 'node:net';
import { message } from '../../shared/languages/message.ts';
import { type AddressKind, kindOf, networks } from '../ground/address-kind.ts';
import { VitrineError } from '../ground/errors.ts';

interface ReachNeeds {
  /** The address of the CMS; null when none is configured. */
  readonly cms: string | null;
  /** Other configured addresses: the login, a feed. */
  readonly configured?: readonly string[];
  /** Hosts, addresses and networks that are always allowed. */
  readonly allow?: readonly string[];
  /** Refuses every request without encryption. */
  readonly httpsOnly?: boolean;
  /** A kind of network that may be reached wherever the CMS is. */
  readonly inside?: AddressKind;
  /** Called when a connection shows in which kind of network the CMS is. */
  readonly onCmsKind?: (kind: AddressKind) => void;
  readonly kind?: (address: string) => AddressKind;
}

/** Target of one connection. `isLed`: a server on the internet redirected us there. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly isLed: boolean;
}

/** Maximum number of remembered local hosts. */
const mostHosts = 1000;

/**
 * Which addresses the player may request for the CMS: those on the internet, and those in the kind of network where the
 * CMS is. A compromised CMS cannot make the player reach into this machine or its network (SSRF).
 */
export class Reach {
  readonly #configured: ReadonlySet<string>;
  readonly #cms: string | null;
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #allowed: ReturnType<typeof networks>;
  readonly #kind: (address: string) => AddressKind;
  readonly isHttpsOnly: boolean;
  /** Null until known, from its address or from the first connection to it. */
  #cmsKind: AddressKind | null;
  readonly #inside: AddressKind | null;
  readonly #local = new Set<string>();

  readonly #isCmsLiteral: boolean;
  readonly #onCmsKind: (kind: AddressKind) => void;

  constructor(needs: ReachNeeds) {
    const { cms, configured = [], allow = [], httpsOnly = false, kind = kindOf } = needs;
    this.#inside = needs.inside ?? null;
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

  /** Kind of a host that needs no lookup; null for other names. */
  #literal(host: string): AddressKind | null {
    if (/^(.+\.)?localhost\.?$/i.test(host)) return 'loopback';
    return isIP(host.split('%')[0] ?? '') === 0 ? null : this.#kind(host);
  }

  /** The allowed ones of a name's addresses. Also remembers whether the name is local. */
  among<Found extends { readonly address: string }>(to: Destination, found: readonly Found[]): Found[] {
    const may = found.filter(({ address }) => this.#mayConnect(to, address, this.#kind(address)));
    if (this.#local.size >= mostHosts) this.#local.clear();
    if (may.some(({ address }) => this.#kind(address) === 'public')) this.#local.delete(to.host);
    else if (may.length > 0) this.#local.add(to.host);
    return may;
  }

  /** Judges a host that is an address. With a proxy only this can be judged, because the proxy resolves the names. */
  mayConnectUnresolved(to: Destination): boolean {
    const kind = this.#literal(to.host);
    return kind === null || this.#mayConnect(to, to.host, kind);
  }

  #mayConnect({ host, port, isLed }: Destination, address: string, kind: AddressKind): boolean {
    if (kind === 'public' || this.#allowsByName(host, port)) return true;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) !== 0 && this.#allowed.check(address, family)) return true;
    if (isLed) return false;
    return (
      this.#configured.has(`${host.toLowerCase()}:${port}`) || kind === this.#cmsKind || kind === this.#inside
    );
  }

  #allowsByName(host: string, port: number): boolean {
    const name = host.toLowerCase();
    return this.#allowedHosts.has(name) || this.#allowedHosts.has(`${name}:${port}`);
  }

  /** Call for an established connection: over HTTPS the server has proved its identity. */
  connected({ host, port }: Destination, address: string): void {
    if (`${host.toLowerCase()}:${port}` !== this.#cms) return;
    const before = this.#cmsKind;
    this.#cmsKind = this.#kind(address);
    if (this.#cmsKind !== before) this.#onCmsKind(this.#cmsKind);
  }

  /** The kind of network of the CMS, as known from another thread or an earlier start. */
  assume(kind: AddressKind): void {
    if (!this.#isCmsLiteral) this.#cmsKind = kind;
  }

  /** Whether a redirect from there comes from the internet. A host that a proxy resolved counts as public. */
  isPublic(url: string): boolean {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    const kind = this.#literal(host);
    return kind === null ? !this.#local.has(host) : kind === 'public';
  }

  /**
   * Only a literal address is refused for good: the DNS of a captive portal lies for a while, and the network of the CMS
   * may not be known yet.
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
