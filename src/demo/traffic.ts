import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './http.ts';

/** True = it has answered, or torn the connection down: faults of any kind at the level of HTTP itself. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

type Side = 'own' | 'other';

export interface LoggedRequest {
  readonly side: Side;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly at: number;
}

const mostRequests = 20_000;

/** What passes between players and this CMS: written down, cut off while it is offline, or answered by a fault. */
export class Traffic {
  /** Oldest first; the last 20,000 are kept. */
  readonly requests: LoggedRequest[] = [];
  intercept: Intercept | null;
  readonly #now: () => number;
  /** Calls and downloads that are being answered: taking the CMS offline cuts them too. */
  readonly #underway = new Set<IncomingMessage>();
  #offline = false;

  constructor(intercept: Intercept | null, now: () => number) {
    this.intercept = intercept;
    this.#now = now;
  }

  get offline(): boolean {
    return this.#offline;
  }

  set offline(offline: boolean) {
    this.#offline = offline;
    if (offline) for (const request of this.#underway) request.socket.destroy();
  }

  /** When a player last called. */
  get lastAsked(): number | null {
    return this.requests.findLast(({ path, side }) => side === 'own' && path.startsWith('/api/'))?.at ?? null;
  }

  /** Comes before everything that answers. */
  watch(side: Side): MiddlewareHandler<Env> {
    return async ({ env: { incoming, outgoing } }, next) => {
      const { url: path = '/', method = '', headers } = incoming;
      if (!path.startsWith('/console/')) {
        this.requests.push({ side, method, path, headers, at: this.#now() });
        if (this.requests.length > mostRequests) this.requests.shift();
      }
      if (side === 'other' || isService(path)) {
        if (this.#offline) {
          incoming.socket.destroy();
          return RESPONSE_ALREADY_SENT;
        }
        this.#underway.add(incoming);
        outgoing.once('close', () => this.#underway.delete(incoming));
      }
      if (await this.intercept?.(incoming, outgoing as ServerResponse)) return RESPONSE_ALREADY_SENT;
      return next();
    };
  }
}

/** What a player uses of the CMS. The demo page is not of it: it stands for a site somewhere on the web. */
function isService(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/oauth/');
}
