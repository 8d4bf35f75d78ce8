import type { Log } from '../../log.ts';
import { type BrowserProxy, portOf } from '../browser-proxy.ts';
import type { AllowedPage } from '../host.ts';
import {
  beginVisit,
  type HeaderLines,
  liftFraming,
  type PageVisit,
  redirectVisit,
  visitHeaders,
} from '../page-rules.ts';
import type { Cdp, CdpEvent } from './cdp.ts';
import { type Fields, fieldsIn, listIn, numberIn, textIn } from './fields.ts';

interface Visiting {
  readonly visit: PageVisit;
  /** The first request's headers as the browser wanted them, to go back to on another origin. */
  readonly own: HeaderLines;
}

/** Only documents are looked at: what a page loads besides goes its own way, at full speed. */
const documents = [
  { resourceType: 'Document', requestStage: 'Request' },
  { resourceType: 'Document', requestStage: 'Response' },
];

/** A page that must be given anew passes through us whole; no page of a sign is as large as this. */
const largestBody = 10_000_000;
const pieceBytes = 1_000_000;

/** Enough for all frames of a stage; older ones are navigations that never got an answer. */
const mostVisits = 100;

/**
 * Watches the documents that one window loads: its own top document stays the app, and the pages that playlists
 * name lose what forbids framing and get their request headers. One for each window.
 */
export class PageGuard {
  readonly #cdp: Cdp;
  readonly #pages: () => readonly AllowedPage[];
  readonly #isApp: (address: string) => boolean;
  readonly #proxy: BrowserProxy | null;
  readonly #log: Log;
  /** The window's top frame; frames directly below it are slots of the stage. */
  readonly #mainFrame: string;
  readonly #slots = new Set<string>();
  /** Navigations under way that began at a playlist's page, by network id, which redirects keep. */
  readonly #visits = new Map<string, Visiting>();
  /** The page that a slot shows or loads, by frame. */
  readonly #shown = new Map<string, AllowedPage>();
  /** Requests for which the proxy was told a password: it may ask anew, but is not told again. */
  readonly #loggedIn = new Set<string>();
  readonly #onFailed: (address: string, reason: string) => void;

  constructor(options: {
    readonly cdp: Cdp;
    readonly pages: () => readonly AllowedPage[];
    readonly mainFrame: string;
    readonly isApp: (address: string) => boolean;
    readonly proxy: BrowserProxy | null;
    /** A page did not come, or is gone. Nobody else can tell: a frame says only "loaded". */
    readonly onFailed: (address: string, reason: string) => void;
    readonly log: Log;
  }) {
    this.#cdp = options.cdp;
    this.#pages = options.pages;
    this.#mainFrame = options.mainFrame;
    this.#isApp = options.isApp;
    this.#proxy = options.proxy;
    this.#onFailed = options.onFailed;
    this.#log = options.log;
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
        if (textIn(params, 'reason') === 'remove') this.#forget(textIn(params, 'frameId') ?? '');
        return true;
      case 'Page.javascriptDialogOpening':
        // Alerts stop a page until answered; a beforeunload dialog is agreed to, all others are not.
        this.#tell('Page.handleJavaScriptDialog', { accept: params.type === 'beforeunload' }, sessionId);
        return true;
      case 'Fetch.authRequired':
        this.#tell(
          'Fetch.continueWithAuth',
          { requestId: params.requestId, authChallengeResponse: this.#login(params) },
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

  /** The process of a frame has ended; the frame shows a sad face now. */
  frameCrashed(frame: string): void {
    const page = this.#shown.get(frame);
    this.#shown.delete(frame);
    if (page) this.#onFailed(page.address, 'crashed: its renderer ended');
  }

  /** Nobody is asked. A proxy gets what the configuration says of it, once; everybody else gets nothing. */
  #login(params: Fields): Fields {
    const challenge = fieldsIn(params, 'authChallenge');
    const asking =
      textIn(challenge, 'source') === 'Proxy' ? URL.parse(textIn(challenge, 'origin') ?? '') : null;
    const login = asking && (this.#proxy?.login(asking.hostname, portOf(asking)) ?? null);
    const request = textIn(params, 'requestId') ?? '';
    if (!login || this.#loggedIn.has(request)) return { response: 'CancelAuth' };
    if (this.#loggedIn.size >= mostVisits) this.#loggedIn.clear();
    this.#loggedIn.add(request);
    return { response: 'ProvideCredentials', ...login };
  }

  #forget(frame: string): void {
    this.#slots.delete(frame);
    this.#shown.delete(frame);
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
    const asked = headerLines(fieldsIn(request, 'headers'));
    const visiting = this.#visiting(textIn(params, 'networkId') ?? '', frame, address, asked);
    if (!visiting) {
      await this.#cdp.send('Fetch.continueRequest', { requestId }, sessionId);
      return;
    }
    const headers = visitHeaders(visiting.visit, asked, visiting.own).map(([name, value]) => ({
      name,
      value,
    }));
    await this.#cdp.send('Fetch.continueRequest', { requestId, headers }, sessionId);
  }

  /** The visit that this request goes on with or begins. Frames inside a page are the page's own business. */
  #visiting(networkId: string, frame: string, address: string, asked: HeaderLines): Visiting | null {
    if (!this.#slots.has(frame)) return null;
    const before = this.#visits.get(networkId);
    const visit = before ? redirectVisit(before.visit, address) : beginVisit(this.#pages(), address);
    if (!visit) return null;
    const visiting = { visit, own: before?.own ?? asked };
    this.#visits.set(networkId, visiting);
    this.#shown.set(frame, visit.page);
    const [oldest] = this.#visits.keys();
    if (this.#visits.size > mostVisits && oldest !== undefined) this.#visits.delete(oldest);
    return visiting;
  }

  async #answered(params: Fields, sessionId: string | null): Promise<void> {
    const requestId = params.requestId;
    const networkId = textIn(params, 'networkId') ?? '';
    const status = numberIn(params, 'responseStatusCode');
    const headers = listIn(params, 'responseHeaders').map(headerLine);
    const isRedirect = status !== null && status >= 300 && status < 400 && has(headers, 'location');
    const visiting = this.#visits.get(networkId);
    if (!isRedirect) this.#visits.delete(networkId);
    const failure = isRedirect ? null : whyFailed(status, textIn(params, 'responseErrorReason'));
    if (visiting && failure) this.#onFailed(visiting.visit.page.address, failure);
    const lifted = liftFraming(headers);
    const isFree =
      lifted.length === headers.length && lifted.every(([, value], i) => value === headers[i]?.[1]);
    if (!visiting || isRedirect || status === null || isFree) {
      await this.#cdp.send('Fetch.continueRequest', { requestId }, sessionId);
      return;
    }
    // Only a response that is given anew loses its framing headers; `continueResponse` does not lift them.
    const body = contentLength(headers) > largestBody ? null : await this.#body(requestId, sessionId);
    if (body === null) {
      this.#onFailed(visiting.visit.page.address, 'too-large');
      await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }, sessionId);
      return;
    }
    await this.#cdp.send(
      'Fetch.fulfillRequest',
      {
        requestId,
        responseCode: status,
        // The body comes decoded and whole; some headers described it as it was on the wire.
        responseHeaders: lifted
          .filter(([name]) => !wireHeaders.has(name.toLowerCase()))
          .map(([name, value]) => ({ name, value })),
        body: body.toString('base64'),
      },
      sessionId,
    );
  }

  /** Read in pieces, and given up as soon as it is too large (null): its length may be unknown, or a lie. */
  async #body(requestId: unknown, sessionId: string | null): Promise<Buffer | null> {
    const { stream } = await this.#cdp.send('Fetch.takeResponseBodyAsStream', { requestId }, sessionId);
    const pieces: Buffer[] = [];
    let bytes = 0;
    try {
      for (;;) {
        const answer = await this.#cdp.send('IO.read', { handle: stream, size: pieceBytes }, sessionId);
        const encoding = answer.base64Encoded === true ? 'base64' : 'utf8';
        const piece = Buffer.from(textIn(answer, 'data') ?? '', encoding);
        pieces.push(piece);
        bytes += piece.length;
        if (bytes > largestBody) return null;
        if (answer.eof === true) return Buffer.concat(pieces);
      }
    } finally {
      this.#tell('IO.close', { handle: stream }, sessionId);
    }
  }

  #tell(method: string, params: Fields, sessionId: string | null): void {
    // The frame may be gone by now, and with it the question.
    this.#cdp
      .send(method, params, sessionId)
      .catch((error: unknown) => this.#log.debug('Too late', { error }));
  }
}

/** Aborted is what a document is whose frame is taken away, by the stage or by the page itself. */
function whyFailed(status: number | null, error: string | null): string | null {
  if (error !== null) return error === 'Aborted' ? null : `unreachable: ${error}`;
  return status !== null && status >= 400 ? `status ${status}` : null;
}

const wireHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

function headerLines(headers: Fields): HeaderLines {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
}

function headerLine(fields: Fields): readonly [string, string] {
  return [textIn(fields, 'name') ?? '', textIn(fields, 'value') ?? ''];
}

function contentLength(headers: HeaderLines): number {
  return Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
}

function has(headers: HeaderLines, wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}
