import type { Log } from '../../log.ts';
import type { AllowedPage } from '../host.ts';
import type { Cdp, CdpEvent } from './cdp.ts';
import { type Fields, fieldsIn, listIn, numberIn, textIn } from './fields.ts';
import { type Header, liftFraming } from './framing.ts';
import { type Pages, requestHeaders } from './pages.ts';

/** Only documents are looked at: what a page loads besides goes its own way, at full speed. */
const documents = [
  { resourceType: 'Document', requestStage: 'Request' },
  { resourceType: 'Document', requestStage: 'Response' },
];

/** Enough for all frames of a stage; older ones are navigations that never got an answer. */
const mostNavigations = 100;

/**
 * Watches the documents that one window loads: its own top document stays the app, and the pages that playlists
 * name lose what forbids framing and get their request headers. One for each window.
 */
export class PageGuard {
  readonly #cdp: Cdp;
  readonly #pages: Pages;
  readonly #isApp: (address: string) => boolean;
  readonly #log: Log;
  /** The window's top frame; frames directly below it are slots of the stage. */
  readonly #mainFrame: string;
  readonly #slots = new Set<string>();
  /** Navigations under way that began at a playlist's page, by network id, which redirects keep. */
  readonly #navigations = new Map<string, AllowedPage>();

  constructor(cdp: Cdp, pages: Pages, mainFrame: string, isApp: (address: string) => boolean, log: Log) {
    this.#cdp = cdp;
    this.#pages = pages;
    this.#mainFrame = mainFrame;
    this.#isApp = isApp;
    this.#log = log;
  }

  /** To be called for the window's session and for each one of a frame in it, before the frame runs. */
  watch(sessionId: string): Promise<unknown> {
    return Promise.all([
      this.#cdp.send('Fetch.enable', { patterns: documents, handleAuthRequests: true }, sessionId),
      this.#cdp.send('Page.enable', {}, sessionId),
    ]);
  }

  /** True when the event was the guard's. */
  handle(event: CdpEvent): boolean {
    const { method, params, sessionId } = event;
    switch (method) {
      case 'Page.frameAttached':
        if (textIn(params, 'parentFrameId') === this.#mainFrame)
          this.#slots.add(textIn(params, 'frameId') ?? '');
        return true;
      case 'Page.frameDetached':
        // A frame that moves to a process of its own is detached with reason `swap` and stays a slot.
        if (textIn(params, 'reason') === 'remove') this.#slots.delete(textIn(params, 'frameId') ?? '');
        return true;
      case 'Page.javascriptDialogOpening':
        // Alerts stop a page until answered; a beforeunload dialog is agreed to, all others are not.
        this.#tell('Page.handleJavaScriptDialog', { accept: params.type === 'beforeunload' }, sessionId);
        return true;
      case 'Fetch.authRequired':
        this.#tell(
          'Fetch.continueWithAuth',
          { requestId: params.requestId, authChallengeResponse: { response: 'CancelAuth' } },
          sessionId,
        );
        return true;
      case 'Fetch.requestPaused':
        this.#paused(params, sessionId).catch((error: unknown) => {
          this.#log.debug('A page went away while it was loading', { error });
          this.#tell('Fetch.failRequest', { requestId: params.requestId, errorReason: 'Failed' }, sessionId);
        });
        return true;
      default:
        return false;
    }
  }

  async #paused(params: Fields, sessionId: string | null): Promise<void> {
    const hasAnswer = params.responseStatusCode !== undefined || params.responseErrorReason !== undefined;
    await (hasAnswer ? this.#answered(params, sessionId) : this.#requested(params, sessionId));
  }

  async #requested(params: Fields, sessionId: string | null): Promise<void> {
    const requestId = params.requestId;
    const request = fieldsIn(params, 'request');
    const address = textIn(request, 'url') ?? '';
    const frame = textIn(params, 'frameId') ?? '';
    if (frame === this.#mainFrame && !this.#isApp(address)) {
      this.#log.warn('Something on the stage tried to replace it', { address: new URL(address).origin });
      await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, sessionId);
      return;
    }
    const page = this.#pageOf(params, frame, address);
    if (!page) {
      await this.#cdp.send('Fetch.continueRequest', { requestId }, sessionId);
      return;
    }
    const headers = requestHeaders(page, address, asHeaders(fieldsIn(request, 'headers')));
    await this.#cdp.send('Fetch.continueRequest', { requestId, headers }, sessionId);
  }

  /** The page whose document this request is for: by its address, or by where its redirects began. */
  #pageOf(params: Fields, frame: string, address: string): AllowedPage | null {
    if (!this.#slots.has(frame)) return null;
    const networkId = textIn(params, 'networkId') ?? '';
    const page = this.#navigations.get(networkId) ?? this.#pages.find(address);
    if (!page) return null;
    this.#navigations.set(networkId, page);
    if (this.#navigations.size > mostNavigations) {
      for (const oldest of this.#navigations.keys()) {
        this.#navigations.delete(oldest);
        break;
      }
    }
    return page;
  }

  async #answered(params: Fields, sessionId: string | null): Promise<void> {
    const requestId = params.requestId;
    const networkId = textIn(params, 'networkId') ?? '';
    const status = numberIn(params, 'responseStatusCode');
    const headers = listIn(params, 'responseHeaders').flatMap(asHeader);
    const isRedirect = status !== null && status >= 300 && status < 400 && has(headers, 'location');
    const page = this.#navigations.get(networkId);
    const lifted = page && !isRedirect && status !== null ? liftFraming(headers) : null;
    if (!isRedirect) this.#navigations.delete(networkId);
    if (!lifted) {
      await this.#cdp.send('Fetch.continueRequest', { requestId }, sessionId);
      return;
    }
    // Only a response that is given anew loses its framing headers; `continueResponse` does not lift them.
    const body = await this.#cdp.send('Fetch.getResponseBody', { requestId }, sessionId);
    const text = textIn(body, 'body') ?? '';
    await this.#cdp.send(
      'Fetch.fulfillRequest',
      {
        requestId,
        responseCode: status,
        responseHeaders: lifted,
        body: body.base64Encoded === true ? text : Buffer.from(text).toString('base64'),
      },
      sessionId,
    );
  }

  #tell(method: string, params: Fields, sessionId: string | null): void {
    // The frame may be gone by now, and with it the question.
    this.#cdp
      .send(method, params, sessionId)
      .catch((error: unknown) => this.#log.debug('Too late', { error }));
  }
}

function asHeaders(headers: Fields): readonly Header[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  );
}

function asHeader(fields: Fields): readonly Header[] {
  const name = textIn(fields, 'name');
  const value = textIn(fields, 'value');
  return name === null || value === null ? [] : [{ name, value }];
}

function has(headers: readonly Header[], name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name);
}
