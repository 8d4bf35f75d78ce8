import { type Exchange, HttpProblem } from './http.ts';

/**
 * The console has no login, so it answers only to pages of its own: a site that resolves its name to this machine
 * (wrong Host) or posts from elsewhere (wrong Origin) is refused.
 */
export function checkHost(exchange: Exchange): void {
  if (!ownHosts(exchange).includes(exchange.request.headers.host ?? '')) {
    throw new HttpProblem(421, 'This address is only for this machine itself.');
  }
}

export function checkOrigin(exchange: Exchange): void {
  checkHost(exchange);
  const { origin, host } = exchange.request.headers;
  if (origin !== `http://${host}`)
    throw new HttpProblem(403, 'This request did not come from the page of this CMS.');
}

function ownHosts(exchange: Exchange): readonly string[] {
  const port = exchange.request.socket.localPort;
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}
