import type { AllowedPage } from './host.ts';
import {
  beginVisit,
  type DocumentRequest,
  type HeaderLines,
  type PageVisit,
  redirectVisit,
  visitHeaders,
} from './page-rules.ts';

/** Enough for all frames of a stage; older entries never got an answer. */
const mostVisits = 100;

interface Visiting {
  readonly visit: PageVisit;
  /** The first request's original headers, restored on another origin. */
  readonly own: HeaderLines;
}

/** The loading documents of playlists' pages, by the browser's request id, which redirects keep. */
export class PageVisits<Id> {
  readonly #visits = new Map<Id, Visiting>();

  /** The page of this request, and the headers to send. Null: the request passes unchanged. */
  requested(
    id: Id,
    request: DocumentRequest,
    headers: HeaderLines,
    pages: readonly AllowedPage[],
  ): { readonly page: AllowedPage; readonly headers: HeaderLines } | null {
    const before = this.#visits.get(id);
    const visit = before ? redirectVisit(before.visit, request.address) : beginVisit(pages, request);
    if (!visit) return null;
    const own = before?.own ?? headers;
    this.#visits.set(id, { visit, own });
    const [oldest] = this.#visits.keys();
    if (this.#visits.size > mostVisits && oldest !== undefined) this.#visits.delete(oldest);
    return { page: visit.page, headers: visitHeaders(visit, headers, own) };
  }

  page(id: Id): AllowedPage | null {
    return this.#visits.get(id)?.visit.page ?? null;
  }

  /** The document has loaded or failed. */
  end(id: Id): void {
    this.#visits.delete(id);
  }

  clear(): void {
    this.#visits.clear();
  }
}
