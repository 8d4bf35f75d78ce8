import type { AllowedPage } from './host.ts';
import {
  type Asking,
  beginVisit,
  type HeaderLines,
  type PageVisit,
  redirectVisit,
  visitHeaders,
} from './page-rules.ts';

/** Enough for all frames of a stage; older ones are navigations that never got an answer. */
const mostVisits = 100;

interface Visiting {
  readonly visit: PageVisit;
  /** The first request's headers as the browser wanted them, to go back to on another origin. */
  readonly own: HeaderLines;
}

/** The documents of playlists' pages that are being loaded, by the browser's id of the request, which redirects keep. */
export class PageVisits<Id> {
  readonly #visits = new Map<Id, Visiting>();

  /** The page that this request belongs to, and the headers that it goes with. Null: it is nobody's, and goes as it is. */
  requested(
    id: Id,
    asking: Asking,
    headers: HeaderLines,
    pages: readonly AllowedPage[],
  ): { readonly page: AllowedPage; readonly headers: HeaderLines } | null {
    const before = this.#visits.get(id);
    const visit = before ? redirectVisit(before.visit, asking.address) : beginVisit(pages, asking);
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

  /** The document came, or did not. */
  end(id: Id): void {
    this.#visits.delete(id);
  }

  clear(): void {
    this.#visits.clear();
  }
}
