import type { Protocol } from 'devtools-protocol';
import type { InteractiveMissed } from '../../../shared/interactive.ts';
import type { Log } from '../../ground/log.ts';
import type { InteractiveWanted, PageGate } from '../host.ts';
import { type HeaderLines, liftedFraming } from '../page-rules.ts';
import { PageVisits } from '../page-visits.ts';
import { appHost } from './app-server.ts';
import type { CdpSession } from './cdp.ts';
import type { InteractiveShell } from './interactive-shell.ts';
import { entries, fulfill, visitId } from './page-guard.ts';

interface CageNeeds {
  readonly mainFrame: string;
  /** Answers the top frame. */
  readonly shell: Pick<InteractiveShell, 'answer'>;
  readonly wanted: Pick<InteractiveWanted, 'address' | 'hosts' | 'headers' | 'isFromCms'>;
  readonly gate: PageGate;
  readonly hostPort: number;
  readonly log: Log;
  /** The page itself, not a frame in it. */
  missed(missed: InteractiveMissed): void;
}

/** Decides which documents an interactive page and the frames in it may load: those of the allowed hosts, and never the player's. */
export class InteractiveCage {
  readonly #needs: CageNeeds;
  readonly #hosts: readonly string[];
  /** The frames of the page and of its successors. */
  readonly #pages = new Set<string>();
  /** Frame → address of its document. */
  readonly #documents = new Map<string, string>();
  readonly #visits = new PageVisits<string>();
  #document: string | null = null;

  constructor(needs: CageNeeds) {
    this.#needs = needs;
    const { address, hosts } = needs.wanted;
    this.#hosts = [hostOf(address), ...hosts].map((host) => host.toLowerCase());
  }

  attached(frame: string, parent: string): void {
    if (parent === this.#needs.mainFrame) this.#pages.add(frame);
  }

  navigated(frame: string, address: string): void {
    if (!this.#pages.has(frame)) return;
    this.#documents.set(frame, address);
    this.#document = address;
  }

  /** Address of the page's document; null: none is there yet. */
  get document(): string | null {
    return this.#document;
  }

  async paused(params: Protocol.Fetch.RequestPausedEvent, session: CdpSession): Promise<void> {
    const { requestId, frameId, request, responseStatusCode: status, responseErrorReason } = params;
    if (responseErrorReason !== undefined) await this.#failed(params, responseErrorReason, session);
    else if (status !== undefined) await this.#answered(params, status, session);
    else if (frameId === this.#needs.mainFrame) await this.#needs.shell.answer(params, session);
    else if (!(await this.#mayLoad(request.url))) await this.#miss('refused', params, session);
    else await session.send('Fetch.continueRequest', { requestId, ...this.#withHeaders(params) });
  }

  /** The browser's own error page speaks of the network, in its own language. */
  async #failed(
    params: Protocol.Fetch.RequestPausedEvent,
    error: Protocol.Network.ErrorReason,
    session: CdpSession,
  ): Promise<void> {
    const { requestId, frameId, request } = params;
    this.#visits.end(visitId(requestId));
    // The page stopped the request itself.
    if (error === 'Aborted' || !this.#pages.has(frameId)) {
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    this.#needs.log.info('An interactive page could not be loaded', { host: hostOf(request.url), error });
    await this.#miss('failed', params, session);
  }

  /** The page stays as it is. */
  async #miss(
    why: InteractiveMissed['why'],
    { requestId, frameId }: Protocol.Fetch.RequestPausedEvent,
    session: CdpSession,
  ): Promise<void> {
    const isEmpty = hostOf(this.#documents.get(frameId) ?? '') === '';
    if (this.#pages.has(frameId)) this.#needs.missed({ why, isEmpty });
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  async #mayLoad(address: string): Promise<boolean> {
    const { wanted, gate, hostPort, log } = this.#needs;
    const host = hostOf(address);
    const isAllowed = this.#hosts.some((one) => host === one || host.endsWith(`.${one}`));
    // The player's own server, under whatever name.
    const isOwn = host === appHost || host.endsWith(`.${appHost}`);
    const { isFromCms } = wanted;
    const ledBy = !isFromCms || address === wanted.address ? [] : [wanted.address];
    const why = await gate.refusal({ address, ledBy, hostPort });
    // Hosts of the configuration may lie in the local network, but no page may show the player's own.
    const isRefused = isFromCms ? why !== null : why?.startsWith('own-page');
    const may = isAllowed && !isOwn && !isRefused;
    if (!may) log.info('An interactive page was kept from another host', { host });
    return may;
  }

  /** The headers of its own document. */
  #withHeaders(params: Protocol.Fetch.RequestPausedEvent): Partial<Protocol.Fetch.ContinueRequestRequest> {
    const { requestId, frameId, request } = params;
    const { wanted } = this.#needs;
    const isPlain = Object.keys(wanted.headers).length === 0;
    if (isPlain || !this.#pages.has(frameId)) return {};
    const visited = this.#visits.requested(
      visitId(requestId),
      { address: request.url, method: request.method, from: this.#documents.get(frameId) ?? null },
      Object.entries(request.headers),
      [wanted],
    );
    return visited ? { headers: entries(visited.headers) } : {};
  }

  async #answered(
    { requestId, frameId, responseHeaders = [] }: Protocol.Fetch.RequestPausedEvent,
    status: number,
    session: CdpSession,
  ): Promise<void> {
    const headers: HeaderLines = responseHeaders.map(({ name, value }) => [name, value]);
    const lifted = liftedFraming(headers);
    const isRedirect = status >= 300 && status < 400;
    if (!isRedirect) this.#visits.end(visitId(requestId));
    if (!this.#pages.has(frameId) || lifted === null || isRedirect)
      await session.send('Fetch.continueRequest', { requestId });
    else await fulfill(session, requestId, status, lifted);
  }
}

function hostOf(address: string): string {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.hostname.replace(/\.$/, '') : '';
}
