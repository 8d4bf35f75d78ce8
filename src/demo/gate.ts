import type { RequestContext } from './http.ts';
import type { DemoLogin } from './login.ts';
import { HttpProblem } from './problem.ts';
import type { Variants } from './variants.ts';

/** Refuses requests if the current variants say so. */
export function checkRefusal({ refusal }: Variants, now: number): void {
  if (!refusal || refusal.requests === 0) return;
  if (refusal.requests > 0) refusal.requests--;
  const retryAfter = {
    seconds: String(refusal.seconds),
    date: new Date(now + refusal.seconds * 1000).toUTCString(),
    garbage: 'soon, perhaps',
    none: null,
  }[refusal.retryAfter];
  const why = refusal.status === 429 ? 'Too many requests.' : 'Down for maintenance.';
  throw new HttpProblem(refusal.status, why, {}, retryAfter === null ? {} : { 'retry-after': retryAfter });
}

export function checkToken(context: RequestContext, login: DemoLogin): void {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  if (token && login.mayCall(token)) return;
  throw new HttpProblem(401, 'Unauthenticated.', {}, { 'www-authenticate': 'Bearer' });
}
