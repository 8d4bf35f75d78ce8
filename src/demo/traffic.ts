import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './http.ts';

/** Returns true if it has answered or cut the connection: injects faults at the HTTP level. */
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

/** The requests of players: logged, cut while offline, or answered by a fault. */
export class Traffic {
  /** Oldest first; the last 20,000 are kept. */
  readonly requests: LoggedRequest[] = [];
  intercept: Intercept | null;
  readonly #now: () => number;
  /** Requests in progress: going offline cuts them too. */
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

  /** Time of the last request of a player. */
  get lastRequestAt(): number | null {
    return this.requests.findLast(({ path, side }) => side === 'own' && path.startsWith('/api/'))?.at ?? null;
  }

  /** Must come before all handlers. */
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

/** Whether the path is part of the CMS. The demo page is not: it stands for an external site. */
function isService(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/oauth/');
}
