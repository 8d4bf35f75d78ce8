import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { reportOf } from '../../ground/errors.ts';
import { Serial } from '../../ground/serial.ts';
import { addActions } from '../action-routes.ts';
import { addEnds, json, refused } from '../json.ts';
import { addPage } from '../page.ts';
import type { AdminPort } from '../port.ts';
import { addReads, answerMetrics } from '../reads.ts';
import { addSupport, type SupportDoor, supportDoor } from '../support-door.ts';
import type { Guesses } from './guesses.ts';
import type { InterruptTokens } from './interrupt-tokens.ts';
import { isPassword, type KeptPassword } from './password.ts';
import { longestSessionMs, Sessions, whose } from './sessions.ts';
import { tokenRoutes } from './token-routes.ts';

export interface LanNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly password: KeptPassword;
  readonly sessions: Sessions;
  readonly guesses: Guesses;
  readonly tokens: InterruptTokens;
  readonly support?: SupportDoor | undefined;
  /** Accepted `Host` headers: names and addresses of this machine, with the port. */
  hosts(): ReadonlySet<string>;
}

/** The prefix binds the cookie to this host and to TLS. Scripts and other sites cannot reach it. */
const cookie = '__Host-vitrine';
const longestBody = 2_000;
const login = v.object({ password: v.string() });
/** scrypt takes memory: one runs at a time, and so many wait. */
const mostInLine = 3;

type Env = { Bindings: HttpBindings };

/** The page for the network: requests need a session and must come from its own pages. */
export function lanApp(needs: LanNeeds): Hono {
  const { player, dataDir, clock, sessions, guesses, hosts, password } = needs;
  const app = new Hono<Env>();
  const line = new Serial();
  let inLine = 0;

  app.route('/api/interrupts', tokenRoutes({ player, clock, tokens: needs.tokens, hosts }));
  app.use(async (context, next) => {
    return refusal(context, hosts()) ?? next();
  });
  addPage(app as unknown as Hono, player);
  app.get('/api/session', (context) =>
    context.json({
      name: player.name(),
      mayAct: sessions.isGood(tokenOf(context), addressOf(context)),
      canLogIn: true,
    }),
  );
  /** Null: the password is right; otherwise the response. */
  const judge = async (context: Context<Env>, tried: string): Promise<Response | null> => {
    const address = addressOf(context);
    // Count only passwords that are checked.
    const wait = inLine >= mostInLine ? 1_000 : guesses.take(address);
    if (wait !== null) return tooMany(context, wait);
    inLine++;
    const isRight = await line
      .run(() => isPassword(password, tried))
      .finally(() => {
        inLine--;
      });
    if (isRight) guesses.right(address);
    else guesses.wrong(address);
    return isRight ? null : refused(context, message('wrong-password'), 401);
  };
  app.post('/api/login', async (context) => {
    const read = v.safeParse(login, await body(context));
    if (!read.success) return refused(context, message('wrong-usage.login'), 400);
    const wrong = await judge(context, read.output.password);
    if (wrong !== null) return wrong;
    setCookie(context, cookie, sessions.start(addressOf(context)), {
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: longestSessionMs / 1000,
    });
    return context.json({});
  });
  // Prometheus logs in with each request: remember the right password's digest to spare scrypt.
  let known: Buffer | null = null;
  app.get('/metrics', async (context, next) => {
    if (sessions.isGood(tokenOf(context), addressOf(context))) return next();
    const tried = basicPassword(context.req.header('authorization'));
    if (tried === null) {
      context.header('WWW-Authenticate', 'Basic realm="Vitrine"');
      return refused(context, message('not-logged-in'), 401);
    }
    const digest = createHash('sha256').update(tried).digest();
    if (known === null || !timingSafeEqual(known, digest)) {
      const wrong = await judge(context, tried);
      if (wrong !== null) return wrong;
      known = digest;
    }
    return answerMetrics(context as unknown as Context, player, clock);
  });
  app.use(async (context, next) => {
    if (sessions.isGood(tokenOf(context), addressOf(context))) return next();
    return refused(context, message('not-logged-in'), 401);
  });
  app.post('/api/logout', (context) => {
    const token = tokenOf(context);
    if (token !== null) sessions.end(token);
    return context.json({});
  });
  app.get('/api/sessions', (context) => {
    const token = tokenOf(context);
    const own = token === null ? null : Sessions.idOf(token);
    return context.json(sessions.report().map((session) => ({ ...session, isOwn: session.id === own })));
  });
  /** One of them, or all others. */
  app.post('/api/sessions/end', async (context) => {
    const read = v.safeParse(whose, await body(context));
    const token = tokenOf(context);
    if (!read.success || token === null) return refused(context, message('wrong-usage.session'), 400);
    const { id } = read.output;
    return context.json({ ended: sessions.endBy(id === null ? { allBut: Sessions.idOf(token) } : { id }) });
  });
  addReads(app as unknown as Hono, { player, dataDir, clock, isBounded: true });
  addSupport(app as unknown as Hono, needs.support ?? supportDoor(player, dataDir, clock));
  addActions(app as unknown as Hono, player, (context) => ({
    kind: 'page',
    address: addressOf(context as Context<Env>),
  }));
  addEnds(app as unknown as Hono);
  return app as unknown as Hono;
}

/** Refuses requests that do not come from our own page, to one of our host names, as plain HTTP. */
function refusal(context: Context<Env>, hosts: ReadonlySet<string>): Response | null {
  const header = (name: string): string | undefined => context.req.header(name);
  if (header('upgrade') !== undefined) return context.text('Upgrade not supported.', 400);
  const host = header('host')?.toLowerCase() ?? '';
  // DNS rebinding cannot forge this header.
  if (!hosts.has(host)) return context.text('Unknown host name.', 421);
  const { method } = context.req;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return context.text('Method not allowed.', 405);
  const [origin, site] = [header('origin'), header('sec-fetch-site')];
  const isForeign = origin !== undefined && origin !== `https://${host}`;
  const isOpened = method === 'GET' && context.req.path === '/' && origin === undefined;
  if (isForeign || ((site === 'cross-site' || site === 'same-site') && !isOpened))
    return context.text('Requests from other sites are refused.', 403);
  if (method !== 'POST') return null;
  if (origin === undefined) return context.text('Only the page itself may send this.', 403);
  if (!/^application\/json\b/.test(header('content-type') ?? ''))
    return context.text('The body must be JSON.', 415);
  if (Number(header('content-length') ?? Number.NaN) <= longestBody) return null;
  return context.text('The body is too long, or its length is unknown.', 413);
}

/** Ignores the user name: there is one password. */
function basicPassword(header: string | undefined): string | null {
  const [, encoded] = /^Basic ([\w+/=]{1,400})$/.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : null;
}

async function body(context: Context<Env>): Promise<unknown> {
  try {
    return await context.req.json();
  } catch {
    // Not JSON: no login.
    return null;
  }
}

function tooMany(context: Context<Env>, waitMs: number): Response {
  const waitSeconds = Math.ceil(waitMs / 1000);
  context.header('Retry-After', String(waitSeconds));
  return json(context, { ...reportOf(message('too-many-tries', { time: waitMs })), waitSeconds }, 429);
}

const tokenOf = (context: Context<Env>): string | null => getCookie(context, cookie) ?? null;

const addressOf = (context: Context<Env>): string => context.env.incoming.socket.remoteAddress ?? 'unknown';
