/** A cookie that goes to one origin, and so needs no domain. */
export interface PageCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Epoch milliseconds; null: the server decides. */
  readonly expiresAt: number | null;
}

/** What a person leaves at the end of a login. */
export interface PageLogin {
  /** The document where the person began to type or touch: the login page. */
  readonly begunAt: string | null;
  readonly cookies: readonly PageCookie[];
}

/** The kept logins of web pages of playlists. Each goes to its own origin, in pages of that origin alone. */
export interface PageLogins {
  isFor(address: string): boolean;
  /** Value of the header `Cookie` for a request; null: none. */
  cookiesFor(address: string): string | null;
  /** A response had these lines of `Set-Cookie`. */
  set(address: string, lines: readonly string[]): void;
  /** A page is requested anew. */
  began(page: string): void;
  /** A page has led to this document. `status` null: the document is there. */
  came(page: string, address: string, status: number | null): void;
}

export const noLogins: PageLogins = {
  isFor: () => false,
  cookiesFor: () => null,
  set: () => undefined,
  began: () => undefined,
  came: () => undefined,
};

export const originOf = (address: string): string | null => {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : null;
};
