import type { MiddlewareHandler } from 'hono';
import type { Env } from './http.ts';
import { HttpProblem } from './problem.ts';

/**
 * The console has no login, so it answers only its own pages: it refuses a site that resolves its name to this machine
 * (wrong Host) or posts from elsewhere (wrong Origin).
 */
export const ownPagesOnly: MiddlewareHandler<Env> = (context, next) => {
  const { method, socket, headers } = context.env.incoming;
  const { host, origin } = headers;
  if (host !== `127.0.0.1:${socket.localPort}` && host !== `localhost:${socket.localPort}`) {
    throw new HttpProblem(421, 'This address is only for this machine itself.');
  }
  if (method !== 'GET' && method !== 'HEAD' && origin !== `http://${host}`) {
    throw new HttpProblem(403, 'This request did not come from the page of this CMS.');
  }
  return next();
};
