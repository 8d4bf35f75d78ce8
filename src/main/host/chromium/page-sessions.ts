import type { Protocol } from 'devtools-protocol';
import type { AllowedPage } from '../host.ts';
import { originOf, type PageLogins } from '../page-logins.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';

/** Enough for all requests of a page that are under way; older ones set no cookies any more. */
const mostRequests = 500;

/**
 * Sends the kept logins of pages along with their requests, and takes what servers renew. The browser's own store of cookies has
 * no part in it: other pages and frames share that.
 */
export class PageSessions {
  readonly #logins: PageLogins;
  /** Network id → address. */
  readonly #requests = new Map<string, string>();
  /** Sessions of the browser's protocol. */
  readonly #listening = new Set<string | null>();

  constructor(logins: PageLogins) {
    this.#logins = logins;
  }

  /** What must be intercepted in the process of that page's frame: a redirect to another origin must be seen, too. */
  patterns(page: AllowedPage | undefined): readonly Protocol.Fetch.RequestPattern[] {
    return page !== undefined && this.#logins.isFor(page.address) ? [{ requestStage: 'Request' }] : [];
  }

  /** The cookies of a request in a frame of that page. `ledBy`: all documents around and before it. */
  cookies(
    { request: { url }, networkId }: Protocol.Fetch.RequestPausedEvent,
    session: CdpSession,
    page: AllowedPage | undefined,
    ledBy: readonly string[],
  ): string | null {
    if (networkId !== undefined) this.#requests.delete(networkId);
    if (page === undefined || !this.#logins.isFor(url)) return null;
    const origin = originOf(url);
    if ([page.address, ...ledBy].some((address) => originOf(address) !== origin)) return null;
    this.#listen(session);
    if (networkId !== undefined) this.#requests.set(networkId, url);
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > mostRequests && oldest !== undefined) this.#requests.delete(oldest);
    return this.#logins.cookiesFor(url);
  }

  handle({ method, params }: CdpEvent, session: CdpSession): void {
    if (method === 'Target.detachedFromTarget') this.#listening.delete(params.sessionId);
    if (method !== 'Network.responseReceivedExtraInfo') return;
    const address = this.#requests.get(params.requestId);
    const headers: Readonly<Record<string, string>> = params.headers;
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'set-cookie' ? value.split('\n') : [],
    );
    if (address === undefined || lines.length === 0) return;
    this.#logins.set(address, lines);
    // The browser may have taken those that are meant for frames of other sites, and would share them with other pages.
    for (const line of lines) {
      const name = line.split('=', 1)[0]?.trim();
      if (name) session.post('Network.deleteCookies', { name, url: address });
    }
  }

  /** Only these events have the cookies of a response. */
  #listen(session: CdpSession): void {
    if (this.#listening.has(session.id)) return;
    this.#listening.add(session.id);
    session.post('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  }
}
