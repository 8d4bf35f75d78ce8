import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { reportOf, VitrineError } from '../../ground/errors.ts';
import { interruptEntries } from '../../interrupt/interrupt.ts';
import type { Source } from '../../interrupt/kept.ts';
import { addEnds, json, refused } from '../json.ts';
import type { AdminPort } from '../port.ts';
import { showInterrupt } from '../show-interrupt.ts';
import { Budgets } from './budgets.ts';
import { type InterruptToken, type InterruptTokens, tokenWish, withinScope } from './interrupt-tokens.ts';
import { siteOf } from './networks.ts';

export interface TokenRoutesNeeds {
  readonly player: Pick<AdminPort, 'interrupts'>;
  readonly clock: Clock;
  readonly tokens: InterruptTokens;
  hosts(): ReadonlySet<string>;
}

const longestBody = 8_000;
/** Of one token, so that it cannot fill what is kept for all. */
const mostOfOne = 20;
const schema = v.strictObject(interruptEntries);
type Env = { Bindings: HttpBindings };

/** `/api/interrupts` for programs in the network: each request carries a token made for just that. */
export function tokenRoutes({ player, clock, tokens, hosts }: TokenRoutesNeeds): Hono {
  const { interrupts } = player;
  const app = new Hono<Env>();
  const wrong = new Budgets(clock, [
    { of: siteOf, most: 20, oneMoreMs: 3_000 },
    { of: () => 'all', most: 60, oneMoreMs: 1_000 },
  ]);
  const right = new Budgets(clock, [{ of: (name) => name, most: 30, oneMoreMs: 1_000 }]);

  const admit = (context: Context<Env>): InterruptToken | Response => {
    const header = (name: string): string | undefined => context.req.header(name);
    if (header('upgrade') !== undefined) return context.text('Upgrade not supported.', 400);
    if (!hosts().has(header('host')?.toLowerCase() ?? '')) return context.text('Unknown host name.', 421);
    // Programs send neither: a page of whatever site has no business here.
    if (header('origin') !== undefined || header('sec-fetch-site') !== undefined)
      return context.text('Requests of pages are refused.', 403);
    const [, given] = /^Bearer (vi_[\w-]{43})$/.exec(header('authorization') ?? '') ?? [];
    const token = given === undefined ? null : tokens.find(given);
    const address = context.env.incoming.socket.remoteAddress ?? 'unknown';
    const wait = token === null ? wrong.take(address) : right.take(token.name);
    if (wait !== null) {
      context.header('Retry-After', String(Math.ceil(wait / 1000)));
      return json(context, reportOf(message('too-many-tries', { time: wait })), 429);
    }
    return token ?? refused(context, message('interrupt-token.wrong'), 401);
  };

  const sourceOf = ({ name }: InterruptToken): Source => ({ kind: 'token', name });

  app.post('/', async (context) => {
    const token = admit(context);
    if (token instanceof Response) return token;
    if (!/^application\/json\b/.test(context.req.header('content-type') ?? ''))
      return context.text('The body must be JSON.', 415);
    if (!isShort(context.req.header('content-length')))
      return context.text('The body is too long, or its length is unknown.', 413);
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await context.req.text());
    if (!parsed.success) {
      const [issue] = parsed.issues;
      const [where, what] = [v.getDotPath(issue) ?? 'body', issue.message.slice(0, 100)];
      return refused(context, message('wrong-usage.action', { name: '/api/interrupts', where, what }), 400);
    }
    const source = sourceOf(token);
    const { live } = interrupts.list(source);
    if (live.length >= mostOfOne && !live.some(({ interrupt }) => interrupt.id === parsed.output.id))
      return refused(context, message('interrupt-refused.full', { most: mostOfOne }), 503);
    return json(context, await showInterrupt(interrupts, withinScope(parsed.output, token), source));
  });
  app.get('/', (context) => {
    const token = admit(context);
    return token instanceof Response ? token : json(context, interrupts.list(sourceOf(token)));
  });
  app.delete('/:id{[A-Za-z0-9._:-]{1,80}}', (context) => {
    const token = admit(context);
    if (token instanceof Response) return token;
    interrupts.cancel(context.req.param('id'), sourceOf(token));
    return json(context, {});
  });
  addEnds(app as unknown as Hono);
  return app as unknown as Hono;
}

const isShort = (length = ''): boolean => /^\d{1,9}$/.test(length) && Number(length) <= longestBody;

/** Only on the control socket: its users own the data folder. */
export function addTokens(
  app: Hono,
  tokens: InterruptTokens,
  { interrupts }: Pick<AdminPort, 'interrupts'>,
): void {
  app.get('/api/interrupt-tokens', (context) => json(context, tokens.list()));
  app.post('/api/interrupt-tokens', async (context) => {
    const read = v.safeParse(tokenWish, await context.req.json());
    if (read.success) return json(context, { token: await tokens.add(read.output) });
    const [issue] = read.issues;
    const where = v.getDotPath(issue) ?? 'body';
    throw new VitrineError(
      'usage',
      message('wrong-usage.action', { name: 'interrupt token add', where, what: issue.message }),
    );
  });
  app.post('/api/interrupt-tokens/revoke', async (context) => {
    const { name } = v.parse(v.object({ name: v.string() }), await context.req.json());
    await tokens.revoke(name);
    interrupts.cancelAll({ kind: 'token', name });
    return json(context, {});
  });
}
