import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import type { LikeRequest, LikeSession } from './session.ts';

export const documents: Protocol.Fetch.RequestPattern[] = [
  { resourceType: 'Document', requestStage: 'Request' },
  { resourceType: 'Document', requestStage: 'Response' },
];

export interface DocumentNeeds {
  readonly session: LikeSession;
  readonly mainFrame: string;
  /** False: the navigation was refused. */
  mayGo(kind: 'will-frame-navigate' | 'will-redirect', address: string, isMainFrame: boolean): boolean;
}

const wireHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Passes the document requests of one page and its frames to Electron's navigation events and web request listeners. */
export class Documents {
  readonly #needs: DocumentNeeds;
  readonly #parents = new Map<string, string>();
  readonly #addresses = new Map<string, string>();
  readonly #requests = new Map<string, LikeRequest>();
  #last = 0;

  constructor(needs: DocumentNeeds) {
    this.#needs = needs;
  }

  attached(frame: string, parent: string): void {
    this.#parents.set(frame, parent);
  }

  navigated(frame: string, address: string): void {
    this.#addresses.set(frame, address);
  }

  async paused(event: Protocol.Fetch.RequestPausedEvent, cdp: CdpSession): Promise<void> {
    const hasAnswer = event.responseStatusCode !== undefined || event.responseErrorReason !== undefined;
    await (hasAnswer ? this.#answered(event, cdp) : this.#requested(event, cdp));
  }

  async #requested(event: Protocol.Fetch.RequestPausedEvent, cdp: CdpSession): Promise<void> {
    const { requestId, frameId, request } = event;
    const job = jobOf(requestId);
    const { session, mainFrame, mayGo } = this.#needs;
    const isMainFrame = frameId === mainFrame;
    const before = this.#requests.get(job);
    const kind = before ? 'will-redirect' : 'will-frame-navigate';
    if (!mayGo(kind, request.url, isMainFrame)) {
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    if (isMainFrame) return void (await cdp.send('Fetch.continueRequest', { requestId }));
    const id = before?.id ?? ++this.#last;
    const one = { id, url: request.url, method: request.method, frame: this.#frame(frameId) };
    this.#requests.set(job, one);
    const headers = await session.leaves(one, request.headers as Record<string, string>);
    if (headers === null) {
      this.#requests.delete(job);
      session.fails(one, 'net::ERR_BLOCKED_BY_CLIENT');
      return void (await cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
    }
    await cdp.send('Fetch.continueRequest', {
      requestId,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    });
  }

  async #answered(event: Protocol.Fetch.RequestPausedEvent, cdp: CdpSession): Promise<void> {
    const { requestId, responseStatusCode: status, responseErrorReason, responseHeaders = [] } = event;
    const job = jobOf(requestId);
    const one = this.#requests.get(job);
    if (!one) return void (await cdp.send('Fetch.continueRequest', { requestId }));
    if (status === undefined) {
      this.#requests.delete(job);
      this.#needs.session.fails(one, netError(responseErrorReason ?? 'Failed'));
      return void (await cdp.send('Fetch.continueRequest', { requestId }));
    }
    const given: Record<string, string[]> = {};
    for (const { name, value } of responseHeaders) given[name] = [...(given[name] ?? []), value];
    const wanted = await this.#needs.session.arrives(one, status, given);
    const isRedirect =
      status >= 300 && status < 400 && responseHeaders.some(({ name }) => /^location$/i.test(name));
    if (!isRedirect) {
      this.#requests.delete(job);
      this.#needs.session.completes(one, status);
    }
    if (isRedirect || wanted === given || JSON.stringify(wanted) === JSON.stringify(given))
      return void (await cdp.send('Fetch.continueRequest', { requestId }));
    const { body, base64Encoded } = await cdp.send('Fetch.getResponseBody', { requestId });
    await cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries(wanted).flatMap(([name, values]) =>
        wireHeaders.has(name.toLowerCase()) ? [] : values.map((value) => ({ name, value })),
      ),
      body: base64Encoded ? body : Buffer.from(body).toString('base64'),
    });
  }

  #frame(frame: string): { readonly url: string; readonly parent: unknown } {
    const parent = this.#parents.get(frame);
    const above = frame === this.#needs.mainFrame ? null : this.#frame(parent ?? this.#needs.mainFrame);
    return { url: this.#addresses.get(frame) ?? '', parent: above };
  }
}

/** `ConnectionRefused` → `net::ERR_CONNECTION_REFUSED`. */
function netError(reason: string): string {
  return `net::ERR_${reason.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
}

/** `interception-job-5.1` is a redirect of `interception-job-5.0`. */
function jobOf(requestId: string): string {
  return requestId.replace(/\.\d+$/, '');
}
