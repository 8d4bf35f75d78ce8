import { EventEmitter } from 'node:events';
import type { SessionApi } from '../../../src/main/host/electron/api.ts';
import { refusable } from './fake-electron.ts';

type Handler<Name extends keyof SessionApi> = SessionApi[Name] extends (
  handler: infer Given,
  ...rest: never[]
) => void
  ? NonNullable<Given>
  : never;
type Requests = SessionApi['webRequest'];
/** The last of the two signatures, with only a listener. */
type Listener<Name extends keyof Requests> = NonNullable<Parameters<Requests[Name]>[0]>;

interface Filtered<L> {
  readonly filter: Electron.WebRequestFilter;
  readonly listener: L;
}

export type FakeResource = 'subFrame' | 'mainFrame' | 'script' | 'xhr' | 'image';

/** One request on its way through the web request listeners; redirects keep its id. */
export interface FakeTransfer {
  leaves(address: string, headers: Record<string, string>): Promise<Record<string, string>>;
  arrives(
    address: string,
    status: number,
    headers: Record<string, string[]> | undefined,
  ): Promise<Record<string, string[]> | undefined>;
  completes(address: string, status?: number): void;
  fails(address: string, error?: string): void;
}

export class FakeSession extends EventEmitter {
  permissionRequest: Handler<'setPermissionRequestHandler'> | null = null;
  permissionCheck: Handler<'setPermissionCheckHandler'> | null = null;
  device: Handler<'setDevicePermissionHandler'> | null = null;
  displayMedia: Handler<'setDisplayMediaRequestHandler'> | null = null;
  spellChecker = true;
  proxy: Electron.ProxyConfig | null = null;
  readonly handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  readonly protocol: SessionApi['protocol'];
  readonly webRequest: Requests;
  readonly #privileged: ReadonlyMap<string, Electron.Privileges>;
  #beforeSend: Filtered<Listener<'onBeforeSendHeaders'>> | null = null;
  #received: Filtered<Listener<'onHeadersReceived'>> | null = null;
  #completed: Filtered<Listener<'onCompleted'>> | null = null;
  #failed: Filtered<Listener<'onErrorOccurred'>> | null = null;
  #lastRequest = 0;

  constructor(privileged: ReadonlyMap<string, Electron.Privileges>) {
    super();
    this.#privileged = privileged;
    this.protocol = {
      handle: (scheme, handler) => {
        if (this.handlers.has(scheme)) throw new Error(`protocol.handle: ${scheme} is already handled`);
        this.handlers.set(scheme, handler);
      },
    };
    this.webRequest = {
      onBeforeSendHeaders: only((entry) => {
        this.#beforeSend = entry;
      }),
      onHeadersReceived: only((entry) => {
        this.#received = entry;
      }),
      onCompleted: only((entry) => {
        this.#completed = entry;
      }),
      onErrorOccurred: only((entry) => {
        this.#failed = entry;
      }),
    };
  }

  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'> | null): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'> | null): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'> | null): void {
    this.device = handler;
  }
  setDisplayMediaRequestHandler(handler: Handler<'setDisplayMediaRequestHandler'> | null): void {
    this.displayMedia = handler;
  }
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
  }
  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecker = enable;
  }

  /** Fetches from the app's own scheme as the browser does: without `standard` there are no hosts and no ranges. */
  async fetch(address: string, init?: RequestInit): Promise<Response> {
    const scheme = new URL(address).protocol.slice(0, -1);
    const handler = this.handlers.get(scheme);
    if (!handler) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME ${address}`);
    const { standard, secure, supportFetchAPI, stream } = this.#privileged.get(scheme) ?? {};
    if (!standard || !secure || !supportFetchAPI || !stream)
      throw new Error(`${scheme} is not privileged enough`);
    return handler(new Request(address, init));
  }

  /** Everything is granted unless a handler refuses it: Electron's default. */
  asksFor(permission: Parameters<Handler<'setPermissionRequestHandler'>>[1], requestingUrl: string): boolean {
    let granted = !this.permissionRequest;
    const contents = null as unknown as Electron.WebContents;
    const answer = (given: boolean): void => {
      granted = given;
    };
    this.permissionRequest?.(contents, permission, answer, { isMainFrame: false, requestingUrl });
    return granted;
  }

  checks(permission: Parameters<Handler<'setPermissionCheckHandler'>>[1], origin: string): boolean {
    const details = { isMainFrame: false, requestingUrl: origin, securityOrigin: origin };
    return this.permissionCheck?.(null, permission, origin, details) ?? true;
  }

  downloads(): boolean {
    const event = refusable({});
    this.emit('will-download', event);
    return !event.defaultPrevented;
  }

  /** A request of a frame at this depth: 1 is a child of the stage. */
  begin(type: FakeResource = 'subFrame', depth = 1): FakeTransfer {
    const id = ++this.#lastRequest;
    const about = (address: string) => ({
      id,
      url: address,
      method: 'GET',
      resourceType: type,
      referrer: '',
      timestamp: 0,
      frame: frameAt(depth),
    });
    return {
      leaves: async (address, headers) => {
        if (!matches(this.#beforeSend, address, type)) return headers;
        const { listener } = this.#beforeSend;
        const { cancel, requestHeaders } = await new Promise<Electron.BeforeSendResponse>((resolve) =>
          listener({ ...about(address), requestHeaders: headers }, resolve),
        );
        if (cancel) {
          this.#failed?.listener({
            ...about(address),
            fromCache: false,
            error: 'net::ERR_BLOCKED_BY_CLIENT',
          });
          throw new Error('net::ERR_BLOCKED_BY_CLIENT');
        }
        return (requestHeaders as Record<string, string> | undefined) ?? headers;
      },
      arrives: async (address, statusCode, headers) => {
        if (!matches(this.#received, address, type)) return headers;
        const { listener } = this.#received;
        const status = { statusLine: `HTTP/1.1 ${statusCode}`, statusCode };
        const { responseHeaders } = await new Promise<Electron.HeadersReceivedResponse>((resolve) =>
          listener(
            { ...about(address), ...status, ...(headers ? { responseHeaders: headers } : {}) },
            resolve,
          ),
        );
        return (responseHeaders as Record<string, string[]> | undefined) ?? headers;
      },
      completes: (address, statusCode = 200) => {
        if (!matches(this.#completed, address, type)) return;
        const how = { fromCache: false, statusCode, statusLine: `HTTP/1.1 ${statusCode}`, error: '' };
        this.#completed.listener({ ...about(address), ...how });
      },
      fails: (address, error = 'net::ERR_CONNECTION_RESET') => {
        if (!matches(this.#failed, address, type)) return;
        this.#failed.listener({ ...about(address), fromCache: false, error });
      },
    };
  }

  get listensToRequests(): boolean {
    return [this.#beforeSend, this.#received, this.#completed, this.#failed].some((entry) => entry !== null);
  }
}

/** Only the last listener counts; null removes it. */
function only<L>(set: (entry: Filtered<L> | null) => void) {
  return (filterOrListener: Electron.WebRequestFilter | L | null, listener?: L | null): void => {
    if (filterOrListener === null) set(null);
    else if (listener) set({ filter: filterOrListener as Electron.WebRequestFilter, listener });
    else throw new Error('a listener without a filter would see every request');
  };
}

function matches<L>(
  entry: Filtered<L> | null,
  address: string,
  type: NonNullable<Electron.WebRequestFilter['types']>[number],
): entry is Filtered<L> {
  if (!entry) return false;
  const { urls, types } = entry.filter;
  return (!types || types.includes(type)) && urls.some((pattern) => address.startsWith(pattern.slice(0, -3)));
}

function frameAt(depth: number): Electron.WebFrameMain {
  const parent = depth === 0 ? null : frameAt(depth - 1);
  return { parent } as Electron.WebFrameMain;
}
