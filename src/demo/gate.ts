import { type Exchange, HttpProblem } from './http.ts';
import type { DemoLogin } from './login.ts';
import type { Variants } from './variants.ts';

/** Turns the next calls away, if the variants of the moment say so. */
export function checkRefusal(exchange: Exchange, { refusal }: Variants, now: number): void {
  if (!refusal || refusal.requests === 0) return;
  if (refusal.requests > 0) refusal.requests--;
  const retryAfter = {
    seconds: String(refusal.seconds),
    date: new Date(now + refusal.seconds * 1000).toUTCString(),
    garbage: 'soon, perhaps',
    none: null,
  }[refusal.retryAfter];
  exchange.request.resume();
  throw new HttpProblem(
    refusal.status,
    refusal.status === 429 ? 'Too many requests.' : 'Down for maintenance.',
    {},
    retryAfter === null ? {} : { 'retry-after': retryAfter },
  );
}

export function checkToken(exchange: Exchange, login: DemoLogin): void {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(exchange.request.headers.authorization ?? '')?.[1];
  if (token && login.mayCall(token)) return;
  throw new HttpProblem(401, 'Unauthenticated.', {}, { 'www-authenticate': 'Bearer' });
}
