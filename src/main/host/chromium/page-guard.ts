import type { Protocol } from 'devtools-protocol';
import type { Log } from '../../ground/log.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import type { AllowedPage, PageGate } from '../host.ts';
import type { PageLogins } from '../page-logins.ts';
import { type HeaderLines, liftedFraming } from '../page-rules.ts';
import { PageVisits } from '../page-visits.ts';
import type { Cdp, CdpEvent, CdpSession } from './cdp.ts';
import { answerPage, watchPage } from './page-events.ts';
import { PageSessions } from './page-sessions.ts';
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
  readonly logins: PageLogins;
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
  readonly #sessions: PageSessions;
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
    this.#sessions = new PageSessions(needs.logins);
  }

  /** Call it for the window's session and for each session of a frame in it, before the frame runs. */
  watch(session: CdpSession, frame = this.#needs.mainFrame): Promise<unknown> {
    return watchPage(session, this.#sessions.patterns(this.#shown.get(frame)));
  }

  handle(event: CdpEvent): void {
    const { method, params, sessionId } = event;
    const session = this.#needs.cdp.session(sessionId);
    this.#sessions.handle(event, session);
    switch (method) {
      case 'Page.frameAttached':
        this.#parents.set(params.frameId, params.parentFrameId);
        if (params.parentFrameId === this.#needs.mainFrame) this.#slots.add(params.frameId);
        return;
      case 'Page.frameNavigated':
        this.#navigated(params.frame.id, params.frame.url);
        return;
      case 'Page.navigatedWithinDocument':
        this.#navigated(params.frameId, params.url);
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

  #navigated(frame: string, address: string): void {
    if (frame === this.#needs.mainFrame) return;
    this.#documents.set(frame, address);
    const page = this.#shown.get(frame);
    if (page) this.#needs.logins.came(page.address, address, null);
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
    const { requestId, frameId, request, resourceType } = params;
    const { mainFrame, isApp, pages, gate, hostPort, log, logins } = this.#needs;
    if (resourceType !== 'Document') {
      await this.#continue(params, session, null);
      return;
    }
    if (frameId === mainFrame && !isApp(request.url)) {
      log.warn('Content of the stage tried to replace it', { address: new URL(request.url).origin });
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    // Frames inside a page belong to the page.
    const isFirst = this.#visits.page(visitId(requestId)) === null;
    const visited = this.#slots.has(frameId)
      ? this.#visits.requested(
          visitId(requestId),
          { address: request.url, method: request.method, from: this.#documents.get(frameId) ?? null },
          Object.entries(request.headers),
          pages(),
        )
      : null;
    if (visited) this.#shown.set(frameId, visited.page);
    if (visited && isFirst) logins.began(visited.page.address);
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
    const continued = this.#continue(params, session, visited?.headers ?? null);
    this.#hops.set(id, request.url);
    const [oldest] = this.#hops.keys();
    if (this.#hops.size > mostHops && oldest !== undefined) this.#hops.delete(oldest);
    await continued;
  }

  /** With these headers instead of its own, and with the cookies of a kept login. */
  async #continue(
    params: Protocol.Fetch.RequestPausedEvent,
    session: CdpSession,
    given: HeaderLines | null,
  ): Promise<void> {
    const { requestId, frameId, request, resourceType } = params;
    // Only documents are followed from one redirect to the next; what led to other requests are documents.
    const id = resourceType === 'Document' ? visitId(requestId) : null;
    const ledBy = this.#leadsTo(id, frameId);
    const cookies = this.#sessions.cookies(params, session, this.#pageOf(frameId), ledBy);
    const kept = (given ?? Object.entries(request.headers)).filter(
      ([name]) => name.toLowerCase() !== 'cookie',
    );
    const headers: HeaderLines | null = cookies === null ? given : [...kept, ['Cookie', cookies]];
    await session.send('Fetch.continueRequest', {
      requestId,
      ...(headers === null ? {} : { headers: entries(headers) }),
    });
  }

  /** The page around that frame, or in it. */
  #pageOf(frameId: string): AllowedPage | undefined {
    const seen = new Set<string>();
    let frame: string | undefined = frameId;
    for (
      ;
      frame !== undefined && !this.#slots.has(frame) && !seen.has(frame);
      frame = this.#parents.get(frame)
    )
      seen.add(frame);
    return frame === undefined ? undefined : this.#shown.get(frame);
  }

  /** A document that the stage puts into a slot has no initiator. */
  #leadsTo(id: string | null, frameId: string): readonly string[] {
    const leads: string[] = [];
    const add = (address: string | undefined): void => {
      if (address !== undefined && /^https?:/i.test(address)) leads.push(address);
    };
    if (id !== null) add(this.#hops.get(id));
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
    const shown = this.#shown.get(params.frameId);
    if (shown && status !== undefined && this.#slots.has(params.frameId) && !isRedirect)
      this.#needs.logins.came(shown.address, params.request.url, status);
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
