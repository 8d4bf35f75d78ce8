import type { AllowedPage } from '../host.ts';
import { type HeaderLines, liftFraming } from '../page-rules.ts';
import { PageVisits } from '../page-visits.ts';
import type { SessionApi } from './api.ts';

/** Only documents of frames: scripts, pictures and everything else pass untouched, and are not even looked at. */
const documents = { urls: ['http://*/*', 'https://*/*'], types: ['subFrame' as const] };

/** Applies the page rules to the document requests of a session. */
export class ElectronPages {
  #pages: readonly AllowedPage[] = [];
  readonly #visits = new PageVisits<number>();
  readonly #requests: SessionApi['webRequest'];
  readonly #onFailed: (address: string, reason: string) => void;

  /** `onFailed`: a configured page's document did not come. Nobody else can tell: a frame says only "loaded". */
  constructor(requests: SessionApi['webRequest'], onFailed: (address: string, reason: string) => void) {
    this.#requests = requests;
    this.#onFailed = onFailed;
  }

  allow(pages: readonly AllowedPage[]): void {
    this.#pages = pages;
  }

  start(): void {
    this.#requests.onBeforeSendHeaders(documents, (details, respond) => {
      const asked = Object.entries(details.requestHeaders);
      // Frames inside the page are the page's own business.
      const isNested = details.frame?.parent?.parent != null;
      const visited = this.#visits.requested(
        details.id,
        { address: details.url, method: details.method, from: details.frame?.url || null },
        asked,
        isNested ? [] : this.#pages,
      );
      respond(visited ? { requestHeaders: Object.fromEntries(visited.headers) } : {});
    });
    this.#requests.onHeadersReceived(documents, (details, respond) => {
      if (!this.#visits.page(details.id) || !details.responseHeaders) return respond({});
      respond({ responseHeaders: grouped(liftFraming(lines(details.responseHeaders))) });
    });
    this.#requests.onCompleted(documents, ({ id, statusCode }) =>
      this.#over(id, statusCode >= 400 ? `status ${statusCode}` : null),
    );
    this.#requests.onErrorOccurred(documents, ({ id, error }) =>
      // A frame's document is aborted when the stage or the page itself takes the frame away.
      this.#over(id, error === 'net::ERR_ABORTED' ? null : `unreachable: ${error}`),
    );
  }

  stop(): void {
    this.#requests.onBeforeSendHeaders(null);
    this.#requests.onHeadersReceived(null);
    this.#requests.onCompleted(null);
    this.#requests.onErrorOccurred(null);
    this.#visits.clear();
  }

  #over(id: number, failure: string | null): void {
    const page = this.#visits.page(id);
    this.#visits.end(id);
    if (page && failure !== null) this.#onFailed(page.address, failure);
  }
}

function lines(headers: Record<string, string[]>): HeaderLines {
  return Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const));
}

function grouped(headers: HeaderLines): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null);
  for (const [name, value] of headers) byName[name] = [...(byName[name] ?? []), value];
  return byName;
}
