import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import type { Language } from '../../../shared/languages/language.ts';
import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { reportOf } from '../../ground/errors.ts';
import { Serial } from '../../ground/serial.ts';
import { addActions } from '../action-routes.ts';
import { addEnds, addPage } from '../app.ts';
import { json, refused } from '../json.ts';
import type { AdminPort } from '../port.ts';
import { addReads, answerMetrics } from '../reads.ts';
import { addSupport, type SupportDoor, supportDoor } from '../support-door.ts';
import type { Guesses } from './guesses.ts';
import { isPassword, type KeptPassword } from './password.ts';
import { longestSessionMs, type Sessions } from './sessions.ts';

export interface LanNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly language: Language;
  readonly password: KeptPassword;
  readonly sessions: Sessions;
  readonly guesses: Guesses;
  readonly support?: SupportDoor | undefined;
  /** Names and addresses by which this machine may be asked, with the port. */
  hosts(): ReadonlySet<string>;
}

/** Bound to this host, never sent in clear text, and out of reach of scripts and of other sites. */
const cookie = '__Host-vitrine';
const longestBody = 2_000;
const login = v.object({ password: v.string() });
/** Scrypt takes memory: one at a time, and so many in line. */
const mostInLine = 3;

type Env = { Bindings: HttpBindings };

/** The page for whoever comes over the network: nothing without a session, and everything from its own pages alone. */
export function lanApp(needs: LanNeeds): Hono {
  const { player, dataDir, clock, language, sessions, guesses, hosts, password } = needs;
  const app = new Hono<Env>();
  const line = new Serial();
  let inLine = 0;

  app.use(async (context, next) => {
    return refusal(context, hosts()) ?? next();
  });
  addPage(app as unknown as Hono, language);
  app.get('/api/session', (context) =>
    context.json({ mayAct: sessions.isGood(tokenOf(context), addressOf(context)), canLogIn: true }),
  );
  /** Null: it is the password; else what is answered. */
  const judge = async (context: Context<Env>, tried: string): Promise<Response | null> => {
    const address = addressOf(context);
    // Only what is tried is counted.
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
    const said = v.safeParse(login, await body(context));
    if (!said.success) return refused(context, message('wrong-usage.login'), 400);
    const wrong = await judge(context, said.output.password);
    if (wrong !== null) return wrong;
    setCookie(context, cookie, sessions.start(addressOf(context)), {
      ...{ path: '/', secure: true, httpOnly: true, sameSite: 'Strict', maxAge: longestSessionMs / 1000 },
    });
    return context.json({});
  });
  // Prometheus logs in with each question: once it was right, that costs no scrypt any more.
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
  addReads(app as unknown as Hono, { player, dataDir, clock, isBounded: true });
  addSupport(app as unknown as Hono, needs.support ?? supportDoor(player, dataDir, clock));
  // A folder of this machine is named by those who are on it.
  addActions(app as unknown as Hono, player, false);
  addEnds(app as unknown as Hono);
  return app as unknown as Hono;
}

/** What is not asked by our own page, under a name of ours, as plain HTTP. */
function refusal(context: Context<Env>, hosts: ReadonlySet<string>): Response | null {
  const header = (name: string): string | undefined => context.req.header(name);
  if (header('upgrade') !== undefined) return context.text('Nothing to change to.', 400);
  const host = header('host')?.toLowerCase() ?? '';
  // Whoever points a name of theirs at this machine cannot choose this header.
  if (!hosts.has(host)) return context.text('Unknown host name.', 421);
  const { method } = context.req;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return context.text('Not here.', 405);
  const [origin, site] = [header('origin'), header('sec-fetch-site')];
  const isForeign = origin !== undefined && origin !== `https://${host}`;
  const isOpened = method === 'GET' && context.req.path === '/' && origin === undefined;
  if (isForeign || ((site === 'cross-site' || site === 'same-site') && !isOpened))
    return context.text('Not for other sites.', 403);
  if (method !== 'POST') return null;
  if (origin === undefined) return context.text('Only from the page itself.', 403);
  if (!/^application\/json\b/.test(header('content-type') ?? '')) return context.text('Only JSON.', 415);
  if (Number(header('content-length') ?? Number.NaN) <= longestBody) return null;
  return context.text('Too long, or of unknown length.', 413);
}

/** Of any user: there is one password. */
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
    // It is no JSON: nobody's login.
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
