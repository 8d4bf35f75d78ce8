import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Credentials } from './credentials.ts';

export interface DownloadAccessParts {
  readonly baseUrl: string;
  /** Further hosts that the profile lists. */
  readonly tokenHosts: readonly string[];
  readonly credentials: Credentials;
  readonly clock: Clock;
}

/** Many downloads are refused at the same time with the same old token; one refresh serves them all. */
const refreshServesMs = 15_000;

/** The token for downloads: only to the interface's own origin, or to a host that the profile lists. */
export class DownloadAccess {
  readonly #parts: DownloadAccessParts;
  readonly #base: URL;
  #given: string | null = null;
  #refreshedAt: number | null = null;
  #refreshing: Promise<boolean> | null = null;

  constructor(parts: DownloadAccessParts) {
    this.#parts = parts;
    this.#base = new URL(parts.baseUrl);
  }

  async headers(url: string): Promise<Readonly<Record<string, string>>> {
    if (!this.#mayGoTo(url)) return {};
    this.#given = await this.#parts.credentials.current();
    return { authorization: `Bearer ${this.#given}` };
  }

  async refresh(): Promise<boolean> {
    const { clock } = this.#parts;
    if (this.#refreshedAt !== null && clock.monotonic() - this.#refreshedAt < refreshServesMs) return true;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<boolean> {
    const { credentials, clock } = this.#parts;
    const isFresh = await needsNobody(async () =>
      credentials.refresh(this.#given ?? (await credentials.current())),
    );
    this.#refreshedAt = isFresh ? clock.monotonic() : null;
    return isFresh;
  }

  #mayGoTo(address: string): boolean {
    // Of thousands of downloads nearly all are of this kind, and need no parsing.
    if (address.startsWith(`${this.#base.origin}/`)) return true;
    const url = URL.parse(address);
    if (!url) return false;
    if (url.origin === this.#base.origin) return true;
    // Never from a secured interface to an unsecured host.
    const isAsSafe =
      url.protocol === 'https:' || (url.protocol === 'http:' && this.#base.protocol === 'http:');
    return (
      isAsSafe &&
      this.#parts.tokenHosts.some(
        (host) => host.toLowerCase() === url.host || host.toLowerCase() === url.hostname,
      )
    );
  }
}

async function needsNobody(refresh: () => Promise<boolean>): Promise<boolean> {
  try {
    return await refresh();
  } catch (error) {
    if (error instanceof VitrineError && error.kind === 'auth') return false;
    throw error;
  }
}
