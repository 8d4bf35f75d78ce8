import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Variants } from './variants.ts';

export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly description: string;
}

/** What survives a restart: a player that logged in stays logged in. */
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
  /** Of whoever wants to redeem it (PKCE); null where the request named none. */
  readonly challenge: string | null;
}

const codeLifeMs = 60_000;

/** Who may come in: personal access tokens, and OAuth2 with codes that work once and refresh tokens that rotate. */
export class DemoLogin {
  readonly #variants: Variants;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #personal = new Set<string>();
  readonly #clients = new Map<string, OAuthClient>();
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, number>();
  readonly #refresh = new Map<string, string>();
  /** How many refresh requests were granted. */
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

  /** The first one there is. */
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

  /** Null: wrong, used, or too old. A code is spent by the first try, right or wrong. */
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
    // The old one must go on working, as the answer does not name another.
    this.#refresh.set(token, clientId);
    const { refresh_token: _, ...rest } = fresh;
    return rest;
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

  /** Access tokens run out at once; refreshing still works. */
  expireAccessTokens(): void {
    this.#access.clear();
    this.#changed();
  }

  /** Everything OAuth gave out is void, as when a person takes the right away in the CMS. */
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
