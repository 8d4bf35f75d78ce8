import { EventEmitter } from 'node:events';
import { createLog } from '../../../src/main/ground/log.ts';
import { type AppServer, openAppServer } from '../../../src/main/host/chromium/app-server.ts';
import type { AppHandler } from '../../../src/main/host/host.ts';

const nothing = (): void => undefined;
type Headers = Record<string, string>;
type Lines = Record<string, string[]>;

/** A document request as Electron's web request listeners get it. */
export interface LikeRequest {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly frame: unknown;
}

interface Listeners {
  beforeSend:
    | ((details: object, respond: (given: { requestHeaders?: Headers; cancel?: boolean }) => void) => void)
    | null;
  received: ((details: object, respond: (given: { responseHeaders?: Lines }) => void) => void) | null;
  completed: ((details: object) => void) | null;
  failed: ((details: object) => void) | null;
}

/** One partition: its scheme is a server on loopback, its web requests are those that its pages' sessions pause. */
export class LikeSession extends EventEmitter {
  readonly #listeners: Listeners = { beforeSend: null, received: null, completed: null, failed: null };
  readonly #server = Promise.withResolvers<AppServer>();
  context: Promise<string> | null = null;

  readonly protocol = {
    handle: (_scheme: string, handler: AppHandler): void => {
      openAppServer(
        handler,
        createLog(() => undefined),
      ).then(this.#server.resolve, this.#server.reject);
    },
  };

  readonly webRequest = {
    onBeforeSendHeaders: this.#only('beforeSend'),
    onHeadersReceived: this.#only('received'),
    onCompleted: this.#only('completed'),
    onErrorOccurred: this.#only('failed'),
  };

  /** Where `vitrine://app/` is in this browser. */
  get appAddress(): Promise<string> {
    return this.#server.promise.then(({ appAddress }) => appAddress);
  }

  // These cannot be observed: Chromium's own refusals apply, and nothing else is proven here.
  readonly setPermissionRequestHandler = nothing;
  readonly setPermissionCheckHandler = nothing;
  readonly setDevicePermissionHandler = nothing;
  readonly setDisplayMediaRequestHandler = nothing;
  readonly setSpellCheckerEnabled = nothing;
  readonly setProxy = async (): Promise<void> => undefined;

  /** Null: it was refused. */
  async leaves(request: LikeRequest, requestHeaders: Headers): Promise<Headers | null> {
    const { beforeSend } = this.#listeners;
    if (!beforeSend) return requestHeaders;
    const answer = await new Promise<{ requestHeaders?: Headers; cancel?: boolean }>((resolve) =>
      beforeSend({ ...request, requestHeaders }, resolve),
    );
    return answer.cancel ? null : (answer.requestHeaders ?? requestHeaders);
  }

  async arrives(request: LikeRequest, statusCode: number, responseHeaders: Lines): Promise<Lines> {
    const { received } = this.#listeners;
    if (!received) return responseHeaders;
    const answer = await new Promise<{ responseHeaders?: Lines }>((resolve) =>
      received({ ...request, statusCode, responseHeaders }, resolve),
    );
    return answer.responseHeaders ?? responseHeaders;
  }

  completes(request: LikeRequest, statusCode: number): void {
    this.#listeners.completed?.({ ...request, statusCode });
  }

  fails(request: LikeRequest, error: string): void {
    this.#listeners.failed?.({ ...request, error });
  }

  #only<Name extends keyof Listeners>(name: Name) {
    return (filter: object | null, listener?: Listeners[Name]): void => {
      this.#listeners[name] = (filter === null ? null : (listener ?? null)) as Listeners[Name];
    };
  }
}
