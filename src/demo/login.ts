import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Variants } from './variants.ts';

export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly description: string;
}

/** Stored over restarts: a player that logged in stays logged in. */
export interface LoginRecords {
  readonly personal: readonly string[];
  readonly clients: readonly OAuthClient[];
  readonly access: readonly (readonly [token: string, expiresAt: number])[];
  readonly refresh: readonly (readonly [token: string, clientId: string])[];
}

interface Code {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly expiresAt: number;
  /** The PKCE challenge; null if the request had none. */
  readonly challenge: string | null;
}

/** A login that began on a device without a browser. */
interface Device {
  readonly clientId: string;
  readonly userCode: string;
  readonly expiresAt: number;
  /** Null: undecided. */
  isApproved: boolean | null;
  requestedAt: number;
}

const codeLifeMs = 60_000;
const deviceLifeMs = 600_000;
const deviceIntervalMs = 1_000;

/** Personal access tokens, and OAuth2 with one-time codes and rotating refresh tokens. */
export class DemoLogin {
  readonly #variants: Variants;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #personal = new Set<string>();
  readonly #clients = new Map<string, OAuthClient>();
  readonly #codes = new Map<string, Code>();
  readonly #devices = new Map<string, Device>();
  readonly #access = new Map<string, number>();
  readonly #refresh = new Map<string, string>();
  /** Its own origin, once it listens. */
  origin = '';
  /** Number of granted refresh requests. */
  refreshes = 0;

  constructor(variants: Variants, now: () => number, changed: () => void) {
    this.#variants = variants;
    this.#now = now;
    this.#changed = changed;
  }

  addPersonalToken(token = secret('vpt')): string {
    this.#personal.add(token);
    this.#changed();
    return token;
  }

  /** The first personal token. */
  get personalToken(): string | null {
    return this.#personal.values().next().value ?? null;
  }

  addClient(values: Partial<OAuthClient> & { readonly redirectUri: string }): OAuthClient {
    const clientId = values.clientId ?? String(this.#clients.size + 1);
    const client: OAuthClient = {
      clientId,
      clientSecret: values.clientSecret ?? secret('vcs'),
      redirectUri: values.redirectUri,
      description: values.description ?? 'Vitrine player',
    };
    this.#clients.set(clientId, client);
    this.#changed();
    return client;
  }

  client(clientId: string): OAuthClient | null {
    return this.#clients.get(clientId) ?? null;
  }

  get clients(): readonly OAuthClient[] {
    return [...this.#clients.values()];
  }

  mayCall(token: string): boolean {
    const expiresAt = this.#access.get(token);
    return this.#personal.has(token) || (expiresAt !== undefined && this.#now() < expiresAt);
  }

  issueCode(clientId: string, redirectUri: string, challenge: string | null = null): string {
    const code = secret('code');
    this.#codes.set(code, { clientId, redirectUri, challenge, expiresAt: this.#now() + codeLifeMs });
    return code;
  }

  /** Null: wrong, used, or too old. The first attempt spends a code, right or wrong. */
  redeemCode(code: string, clientId: string, redirectUri: string, verifier: string): TokenAnswer | null {
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (!known || known.clientId !== clientId || known.redirectUri !== redirectUri) return null;
    const { challenge } = known;
    const shown = createHash('sha256').update(verifier).digest('base64url');
    if (challenge !== null && !sameSecret(shown, challenge)) return null;
    return this.#now() < known.expiresAt ? this.issueTokens(clientId) : null;
  }

  redeemRefresh(token: string, clientId: string): TokenAnswer | null {
    if (this.#refresh.get(token) !== clientId) return null;
    this.refreshes++;
    if (this.#variants.refreshRotation) this.#refresh.delete(token);
    const fresh = this.issueTokens(clientId, this.#variants.refreshRotation ? undefined : token);
    if (this.#variants.refreshAnswer === 'full') return fresh;
    // The old token must stay valid, because the answer contains no new one.
    this.#refresh.set(token, clientId);
    const { refresh_token: _, ...rest } = fresh;
    return rest;
  }

  get offersDevices(): boolean {
    return this.#variants.deviceGrant;
  }

  beginDevice(clientId: string): Readonly<Record<string, string | number>> {
    const deviceCode = secret('dev');
    // Letters that are not confused with each other.
    const userCode = Array.from(randomBytes(8), (byte) => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20])
      .join('')
      .replace(/^(.{4})/, '$1-');
    const expiresAt = this.#now() + deviceLifeMs;
    this.#devices.set(deviceCode, { clientId, userCode, expiresAt, isApproved: null, requestedAt: 0 });
    const verification_uri = `${this.origin}/oauth/device`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri,
      verification_uri_complete: `${verification_uri}?user_code=${userCode}`,
      expires_in: deviceLifeMs / 1000,
      interval: deviceIntervalMs / 1000,
    };
  }

  /** False: no device waits with this code. */
  decideDevice(userCode: string, isApproved: boolean): boolean {
    const device = [...this.#devices.values()].find(
      (each) => each.userCode === userCode.trim().toUpperCase() && this.#now() < each.expiresAt,
    );
    if (device?.isApproved !== null) return false;
    device.isApproved = isApproved;
    return true;
  }

  /** Tokens, or the name of the error. */
  redeemDevice(code: string, clientId: string): TokenAnswer | string {
    const device = this.#devices.get(code);
    if (!device || device.clientId !== clientId) return 'invalid_grant';
    if (this.#now() >= device.expiresAt) return 'expired_token';
    const isTooSoon = this.#now() - device.requestedAt < deviceIntervalMs * 0.9;
    device.requestedAt = this.#now();
    if (device.isApproved === null) return isTooSoon ? 'slow_down' : 'authorization_pending';
    this.#devices.delete(code);
    return device.isApproved ? this.issueTokens(clientId) : 'access_denied';
  }

  issueTokens(clientId: string, refreshToken = secret('vrt')): Required<TokenAnswer> {
    const access = secret('vat');
    this.#access.set(access, this.#now() + this.#variants.accessTokenSeconds * 1000);
    this.#refresh.set(refreshToken, clientId);
    this.#changed();
    return {
      token_type: 'Bearer',
      expires_in: this.#variants.accessTokenSeconds,
      access_token: access,
      refresh_token: refreshToken,
    };
  }

  /** Access tokens expire at once; refreshing still works. */
  expireAccessTokens(): void {
    this.#access.clear();
    this.#changed();
  }

  /** Invalidates all OAuth tokens, as when a person revokes access in the CMS. */
  revokeLogins(): void {
    this.#access.clear();
    this.#refresh.clear();
    this.#changed();
  }

  revokePersonalToken(token: string): void {
    this.#personal.delete(token);
    this.#changed();
  }

  records(): LoginRecords {
    return {
      personal: [...this.#personal],
      clients: this.clients,
      access: [...this.#access],
      refresh: [...this.#refresh],
    };
  }

  load(records: LoginRecords): void {
    for (const token of records.personal) this.#personal.add(token);
    for (const client of records.clients) this.#clients.set(client.clientId, client);
    for (const [token, expiresAt] of records.access) this.#access.set(token, expiresAt);
    for (const [token, clientId] of records.refresh) this.#refresh.set(token, clientId);
  }
}

export interface TokenAnswer {
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly access_token: string;
  readonly refresh_token?: string;
}

export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

function secret(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('base64url')}`;
}
