import type { Log } from '../../ground/log.ts';
import type { AllowedPage, PageGate } from '../host.ts';
import { type HeaderLines, liftFraming } from '../page-rules.ts';
import { PageVisits } from '../page-visits.ts';
import type { SessionApi } from './api.ts';

/** Only documents of frames are intercepted; all other requests pass untouched. */
const documents = { urls: ['http://*/*', 'https://*/*'], types: ['subFrame' as const] };

/** Enough for all documents that load at once; older entries never got an answer. */
const mostHops = 200;

interface ElectronPagesNeeds {
  readonly requests: SessionApi['webRequest'];
  readonly gate: PageGate;
  readonly log: Log;
  /** A configured page's document failed. Only the host knows: a frame fires `load` in any case. */
  onFailed(address: string, reason: string): void;
}

/** Applies the page rules to the document requests of a session. */
export class ElectronPages {
  #pages: readonly AllowedPage[] = [];
  readonly #visits = new PageVisits<number>();
  /** The previous address of each request: a redirect comes from there. */
  readonly #hops = new Map<number, string>();
  readonly #needs: ElectronPagesNeeds;

  constructor(needs: ElectronPagesNeeds) {
    this.#needs = needs;
  }

  allow(pages: readonly AllowedPage[]): void {
    this.#pages = pages;
  }

  start(): void {
    const { requests } = this.#needs;
    requests.onBeforeSendHeaders(documents, (details, respond) => {
      const headers = Object.entries(details.requestHeaders);
      // Frames inside a page belong to the page.
      const isNested = details.frame?.parent?.parent != null;
      const visited = this.#visits.requested(
        details.id,
        { address: details.url, method: details.method, from: details.frame?.url || null },
        headers,
        isNested ? [] : this.#pages,
      );
      const answer = visited ? { requestHeaders: Object.fromEntries(visited.headers) } : {};
      this.#refusal(details).then(
        (why) => respond(why === null ? answer : { cancel: true }),
        (error: unknown) => {
          this.#needs.log.warn('A web page was blocked, because its address could not be checked', { error });
          respond({ cancel: true });
        },
      );
    });
    requests.onHeadersReceived(documents, (details, respond) => {
      if (!this.#visits.page(details.id) || !details.responseHeaders) return respond({});
      respond({ responseHeaders: grouped(liftFraming(lines(details.responseHeaders))) });
    });
    requests.onCompleted(documents, ({ id, statusCode }) =>
      this.#over(id, statusCode >= 400 ? `status ${statusCode}` : null),
    );
    requests.onErrorOccurred(documents, ({ id, error }) =>
      // A frame's document is aborted when the stage or the page removes the frame.
      this.#over(id, error === 'net::ERR_ABORTED' ? null : `unreachable: ${error}`),
    );
  }

  stop(): void {
    const { requests } = this.#needs;
    requests.onBeforeSendHeaders(null);
    requests.onHeadersReceived(null);
    requests.onCompleted(null);
    requests.onErrorOccurred(null);
    this.#visits.clear();
    this.#hops.clear();
  }

  async #refusal({ id, url, frame }: RequestFacts): Promise<string | null> {
    const { gate, log, onFailed } = this.#needs;
    const ledBy = [this.#hops.get(id) ?? '', ...around(frame ?? null)].filter((one) => /^https?:/i.test(one));
    this.#hops.set(id, url);
    const [oldest] = this.#hops.keys();
    if (this.#hops.size > mostHops && oldest !== undefined) this.#hops.delete(oldest);
    const why = await gate.refusal({ address: url, ledBy });
    if (why === null) return null;
    const page = this.#visits.page(id);
    this.#ended(id);
    log.state(`page ${new URL(url).host}`, why, 'warn', 'A web page was blocked', { why });
    if (page) onFailed(page.address, `unreachable: ${why}`);
    return why;
  }

  #ended(id: number): void {
    this.#visits.end(id);
    this.#hops.delete(id);
  }

  #over(id: number, failure: string | null): void {
    const page = this.#visits.page(id);
    this.#ended(id);
    if (page && failure !== null) this.#needs.onFailed(page.address, failure);
  }
}

type RequestFacts = Pick<Electron.OnBeforeSendHeadersListenerDetails, 'id' | 'url' | 'frame'>;

/** The documents of a frame and its ancestors, without the stage, which is not on the web. */
function around(frame: Electron.WebFrameMain | null): readonly string[] {
  return frame === null ? [] : [frame.url ?? '', ...around(frame.parent)];
}

function lines(headers: Record<string, string[]>): HeaderLines {
  return Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const));
}

function grouped(headers: HeaderLines): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null);
  for (const [name, value] of headers) byName[name] = [...(byName[name] ?? []), value];
  return byName;
}
