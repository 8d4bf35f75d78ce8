import type { Protocol } from 'devtools-protocol';
import type { Log } from '../../ground/log.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import type { AllowedPage, PageGate } from '../host.ts';
import { type HeaderLines, liftedFraming } from '../page-rules.ts';
import { PageVisits } from '../page-visits.ts';
import type { Cdp, CdpEvent, CdpSession } from './cdp.ts';
import { answerPage, watchPage } from './page-events.ts';
import { ProxyLogins } from './proxy-logins.ts';
import { largestBody, readBody } from './response-body.ts';

/** Enough for all documents that load at once; older entries never got an answer. */
const mostHops = 200;

export interface GuardNeeds {
  readonly cdp: Cdp;
  readonly pages: () => readonly AllowedPage[];
  /** The window's top frame; frames directly below it are slots of the stage. */
  readonly mainFrame: string;
  readonly isApp: (address: string) => boolean;
  readonly gate: PageGate;
  /** Port of the app's server. */
  readonly hostPort: number | null;
  readonly proxy: BrowserProxy | null;
  /** A page failed. Only the host knows: a frame fires `load` in any case. */
  readonly onFailed: (address: string, reason: string) => void;
  readonly log: Log;
}

/**
 * Watches the documents that one window loads: its top document must stay the app, and the pages of playlists lose the
 * headers that forbid framing and get their request headers.
 */
export class PageGuard {
  readonly #needs: GuardNeeds;
  readonly #logins: ProxyLogins;
  readonly #slots = new Set<string>();
  /** Frame → its parent frame. */
  readonly #parents = new Map<string, string>();
  /** The previous address of each document request: a redirect comes from there. */
  readonly #hops = new Map<string, string>();
  /** By network id. */
  readonly #visits = new PageVisits<string>();
  /** Frame → address of its document. */
  readonly #documents = new Map<string, string>();
  /** Frame → page that a slot shows or loads. */
  readonly #shown = new Map<string, AllowedPage>();

  constructor(needs: GuardNeeds) {
    this.#needs = needs;
    this.#logins = new ProxyLogins(needs.proxy);
  }

  /** Call it for the window's session and for each session of a frame in it, before the frame runs. */
  watch(session: CdpSession): Promise<unknown> {
    return watchPage(session);
  }

  handle(event: CdpEvent): void {
    const { method, params, sessionId } = event;
    const session = this.#needs.cdp.session(sessionId);
    switch (method) {
      case 'Page.frameAttached':
        this.#parents.set(params.frameId, params.parentFrameId);
        if (params.parentFrameId === this.#needs.mainFrame) this.#slots.add(params.frameId);
        return;
      case 'Page.frameNavigated':
        if (params.frame.id !== this.#needs.mainFrame) this.#documents.set(params.frame.id, params.frame.url);
        return;
      case 'Page.frameDetached':
        // A frame that moves to another process is detached with reason `swap` and stays a slot.
        if (params.reason === 'remove') this.#forget(params.frameId);
        return;
      default:
        answerPage(event, session, {
          logins: this.#logins,
          log: this.#needs.log,
          paused: (request) => this.#paused(request, session),
        });
    }
  }

  /** The process of a frame has ended; the frame shows the browser's crash page now. */
  frameCrashed(frame: string): void {
    const page = this.#shown.get(frame);
    this.#shown.delete(frame);
    if (page) this.#needs.onFailed(page.address, 'crashed: its renderer ended');
  }

  #forget(frame: string): void {
    for (const [inner, parent] of this.#parents) if (parent === frame) this.#forget(inner);
    this.#parents.delete(frame);
    this.#slots.delete(frame);
    this.#documents.delete(frame);
    this.#shown.delete(frame);
  }

  async #paused(params: Protocol.Fetch.RequestPausedEvent, session: CdpSession): Promise<void> {
    const hasAnswer = params.responseStatusCode !== undefined || params.responseErrorReason !== undefined;
    await (hasAnswer ? this.#answered(params, session) : this.#requested(params, session));
  }

  async #requested(params: Protocol.Fetch.RequestPausedEvent, session: CdpSession): Promise<void> {
    const { requestId, frameId, request } = params;
    const { mainFrame, isApp, pages, gate, hostPort, log } = this.#needs;
    if (frameId === mainFrame && !isApp(request.url)) {
      log.warn('Content of the stage tried to replace it', { address: new URL(request.url).origin });
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    // Frames inside a page belong to the page.
    const visited = this.#slots.has(frameId)
      ? this.#visits.requested(
          visitId(requestId),
          { address: request.url, method: request.method, from: this.#documents.get(frameId) ?? null },
          Object.entries(request.headers),
          pages(),
        )
      : null;
    if (visited) this.#shown.set(frameId, visited.page);
    const id = visitId(requestId);
    const why =
      frameId === mainFrame
        ? null
        : await gate.refusal({ address: request.url, ledBy: this.#leadsTo(id, frameId), hostPort });
    if (why !== null) {
      this.#ended(id);
      log.state(`page ${new URL(request.url).host}`, why, 'warn', 'A web page was blocked', { why });
      if (visited) this.#needs.onFailed(visited.page.address, `unreachable: ${why}`);
      await session.send('Fetch.failRequest', { requestId, errorReason: 'AccessDenied' });
      return;
    }
    this.#hops.set(id, request.url);
    const [oldest] = this.#hops.keys();
    if (this.#hops.size > mostHops && oldest !== undefined) this.#hops.delete(oldest);
    const headers = visited ? { headers: entries(visited.headers) } : {};
    await session.send('Fetch.continueRequest', { requestId, ...headers });
  }

  /** A document that the stage puts into a slot has no initiator. */
  #leadsTo(id: string, frameId: string): readonly string[] {
    const leads: string[] = [];
    const add = (address: string | undefined): void => {
      if (address !== undefined && /^https?:/i.test(address)) leads.push(address);
    };
    add(this.#hops.get(id));
    const seen = new Set<string>();
    let frame: string | undefined = frameId;
    for (; frame !== undefined && !seen.has(frame); frame = this.#parents.get(frame)) {
      seen.add(frame);
      add(this.#documents.get(frame));
    }
    return leads;
  }

  #ended(id: string): void {
    this.#visits.end(id);
    this.#hops.delete(id);
  }

  async #answered(params: Protocol.Fetch.RequestPausedEvent, session: CdpSession): Promise<void> {
    const { requestId, responseStatusCode: status, responseErrorReason } = params;
    const headers: HeaderLines = (params.responseHeaders ?? []).map(({ name, value }) => [name, value]);
    const id = visitId(requestId);
    const page = this.#visits.page(id);
    const isRedirect = status !== undefined && status >= 300 && status < 400 && has(headers, 'location');
    if (!isRedirect) this.#ended(id);
    const failure = isRedirect ? null : whyFailed(status, responseErrorReason);
    if (page && failure) this.#needs.onFailed(page.address, failure);
    const lifted = liftedFraming(headers);
    if (!page || isRedirect || status === undefined || lifted === null) {
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    if (!(await fulfill(session, requestId, status, lifted))) this.#needs.onFailed(page.address, 'too-large');
  }
}

/**
 * Sends a response with other headers: only a fulfilled response can drop its framing headers, `continueResponse` keeps
 * them. False: it was too large and has failed.
 */
export async function fulfill(
  session: CdpSession,
  requestId: string,
  status: number,
  headers: HeaderLines,
): Promise<boolean> {
  const body = contentLength(headers) > largestBody ? null : await readBody(session, requestId);
  if (body === null) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    return false;
  }
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    // The body is decoded and complete; some headers describe its encoded form.
    responseHeaders: entries(headers.filter(([name]) => !wireHeaders.has(name.toLowerCase()))),
    body: body.toString('base64'),
  });
  return true;
}

/** Redirects keep the id except for the number at its end. */
export function visitId(requestId: Protocol.Fetch.RequestId): string {
  return requestId.replace(/\.\d+$/, '');
}

/** A document is aborted when the stage or the page removes its frame: that is no failure. */
function whyFailed(status: number | undefined, error: string | undefined): string | null {
  if (error !== undefined) return error === 'Aborted' ? null : `unreachable: ${error}`;
  return status !== undefined && status >= 400 ? `status ${status}` : null;
}

const wireHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

export function entries(headers: HeaderLines): Protocol.Fetch.HeaderEntry[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function contentLength(headers: HeaderLines): number {
  return Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
}

function has(headers: HeaderLines, wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}
