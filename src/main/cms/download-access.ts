import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { SharedRun } from '../ground/shared-run.ts';
import type { Credentials } from './credentials.ts';

export interface DownloadAccessNeeds {
  readonly baseUrl: string;
  readonly tokenHosts: readonly string[];
  readonly credentials: Credentials;
  readonly clock: Clock;
}

/** Many downloads meet the end of the same token at once: one refresh serves them all. */
const refreshServesMs = 15_000;

/** Sends the token with downloads only to the API's own origin and to hosts that the profile lists. */
export class DownloadAccess {
  readonly #needs: DownloadAccessNeeds;
  readonly #base: URL;
  #given: string | null = null;
  #refreshedAt: number | null = null;
  readonly #refreshing = new SharedRun<boolean>();

  constructor(needs: DownloadAccessNeeds) {
    this.#needs = needs;
    this.#base = new URL(needs.baseUrl);
  }

  async headers(url: string): Promise<Readonly<Record<string, string>>> {
    if (!this.#mayGoTo(url)) return {};
    this.#given = await this.#needs.credentials.current();
    return { authorization: `Bearer ${this.#given}` };
  }

  async refresh(): Promise<boolean> {
    const { clock } = this.#needs;
    if (this.#refreshedAt !== null && clock.monotonic() - this.#refreshedAt < refreshServesMs) return true;
    return this.#refreshing.of(() => this.#refresh());
  }

  async #refresh(): Promise<boolean> {
    const { credentials, clock } = this.#needs;
    const isFresh = await withoutPerson(async () =>
      credentials.refresh(this.#given ?? (await credentials.current())),
    );
    this.#refreshedAt = isFresh ? clock.monotonic() : null;
    return isFresh;
  }

  #mayGoTo(address: string): boolean {
    // Nearly all of thousands of downloads are of this kind and need no parsing.
    if (address.startsWith(`${this.#base.origin}/`)) return true;
    const url = URL.parse(address);
    if (!url) return false;
    if (url.origin === this.#base.origin) return true;
    // A secured interface never sends its token to an unsecured host.
    const isAsSafe =
      url.protocol === 'https:' || (url.protocol === 'http:' && this.#base.protocol === 'http:');
    const listed = this.#needs.tokenHosts.map((host) => host.toLowerCase());
    return isAsSafe && (listed.includes(url.host) || listed.includes(url.hostname));
  }
}

async function withoutPerson(refresh: () => Promise<boolean>): Promise<boolean> {
  try {
    return await refresh();
  } catch (error) {
    if (error instanceof VitrineError && error.kind === 'auth') return false;
    throw error;
  }
}
