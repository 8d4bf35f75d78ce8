import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import icon from '../../shared/icon.svg?raw';
import { type Clock, systemClock } from '../clock.ts';
import type { DisplayReport } from '../display/display-keeper.ts';
import { asVitrineError, VitrineError } from '../errors.ts';
import type { Health } from '../health/health.ts';
import type { Picture } from '../host/host.ts';
import { healthHistory } from '../report/health-history.ts';
import type { Status } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { HealthRow } from '../store/health-log.ts';
import type { SyncReport } from '../sync/report.ts';
import type { UpdateStatus } from '../update/update-status.ts';
import style from './page.css?raw';
import page from './page.html?raw';
import script from './page.js?raw';

/** What the local web page and the control socket may ask of the running player. */
export interface AdminPort {
  status(): Promise<Status>;
  health(): Health;
  /** How it was; the newest of the changes first. */
  healthLog(limit: number): Promise<readonly HealthRow[]>;
  /** `limit`: so many cues and exclusions at most. */
  schedule(at: string | null, screenId: string | null, limit: number | null): Promise<ScheduleReport>;
  picture(screenId: string): Promise<Picture>;
  syncNow(): Promise<SyncReport>;
  pauseSync(): Promise<void>;
  resumeSync(): Promise<void>;
  rollback(): Promise<{ readonly edition: string }>;
  updateNow(folder: string | null): Promise<UpdateStatus>;
  updateHold(held: boolean): Promise<UpdateStatus>;
  overlay(visible: boolean): void;
  display(): DisplayReport;
  setDisplay(wanted: 'on' | 'off' | 'auto'): void;
}

/** Programs that need all of a long schedule ask by the control socket. */
const mostForWeb = 500;
/** A picture of a screen is taken no more often, however many pages show it. */
const pictureEveryMs = 500;

const none = ["'none'"];
const own = ["'self'"];

/** So many changes of health are told unless more are asked for. */
const usualLog = 100;

/**
 * `web` answers on loopback and only reads: any program of this machine, and any page in a browser on it, can
 * reach it. `control` answers on the socket in the data folder, which only its owner can open, and may act.
 */
export function adminApp(player: AdminPort, access: 'web' | 'control', clock: Clock = systemClock): Hono {
  const app = new Hono();
  const pictureOf = shared((screenId) => player.picture(screenId), access === 'web' ? clock : null);
  const most = access === 'web' ? mostForWeb : Number.POSITIVE_INFINITY;
  const limitOf = (context: Context, usual = most): number | null => {
    const limit = Math.min(limitIn(context.req.query('limit')) ?? usual, most);
    return Number.isFinite(limit) ? limit : null;
  };
  app.use(async (context, next) => {
    // Nothing here speaks anything else than plain HTTP, WebSocket least of all.
    if (context.req.header('upgrade') !== undefined) return context.text('Nothing to change to.', 400);
    return next();
  });
  if (access === 'web') {
    app.use(async (context, next) => {
      const host = context.req.header('host');
      if (!isLoopbackHost(host)) return context.text('Unknown host name.', 421);
      const origin = context.req.header('origin') ?? null;
      const isOfAnother = isForeign(context.req.header('sec-fetch-site')) && context.req.path !== '/';
      if (isOfAnother || (origin !== null && origin !== `http://${host}`))
        return context.text('Not for other sites.', 403);
      return next();
    });
    app.use(
      secureHeaders({
        contentSecurityPolicy: {
          ...{ defaultSrc: none, scriptSrc: own, styleSrc: own, imgSrc: own, connectSrc: own },
          ...{ baseUri: none, formAction: none, frameAncestors: none },
        },
        referrerPolicy: 'no-referrer',
        crossOriginResourcePolicy: 'same-origin',
      }),
    );
    app.get('/', (context) => context.html(page));
    app.get('/icon.svg', (context) => context.body(icon, 200, { 'Content-Type': 'image/svg+xml' }));
    app.get('/page.js', (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    );
    app.get('/page.css', (context) =>
      context.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    );
  }
  app.get('/api/status', async (context) => context.json(await player.status()));
  app.get('/api/display', (context) => context.json(player.display()));
  app.get('/api/health', (context) => context.json(player.health()));
  app.get('/api/health/log', async (context) =>
    context.json(healthHistory(await player.healthLog(limitOf(context, usualLog) ?? usualLog))),
  );
  app.get('/api/schedule', async (context) =>
    context.json(
      await player.schedule(
        context.req.query('at') ?? null,
        context.req.query('screen') ?? null,
        limitOf(context),
      ),
    ),
  );
  app.get('/api/screens/:id/picture', async (context) => {
    const picture = await pictureOf(context.req.param('id'));
    return context.body(new Uint8Array(picture.bytes), 200, {
      'Content-Type': picture.mimeType,
      'Cache-Control': 'no-store',
    });
  });
  if (access === 'control') {
    const acts: Readonly<Record<string, (context: Context) => unknown>> = {
      '/api/sync': () => player.syncNow(),
      '/api/sync/pause': () => player.pauseSync(),
      '/api/sync/resume': () => player.resumeSync(),
      '/api/edition/rollback': () => player.rollback(),
      '/api/update/now': (context) => player.updateNow(context.req.query('from') ?? null),
      '/api/update/hold': (context) => player.updateHold(context.req.query('held') === 'true'),
      '/api/display': (context) => {
        const wanted = context.req.query('wanted');
        if (wanted !== 'on' && wanted !== 'off' && wanted !== 'auto')
          throw new VitrineError('usage', 'wrong-usage', 'A display can be on, off or auto.');
        player.setDisplay(wanted);
        return player.display();
      },
      '/api/overlay': (context) => player.overlay(context.req.query('visible') === 'true'),
    };
    for (const [path, act] of Object.entries(acts))
      app.post(path, async (context) => context.json((await act(context)) ?? {}));
  }
  app.notFound((context) =>
    context.json({ code: 'not-found', message: 'There is nothing at this address.' }, 404),
  );
  app.onError((thrown, context) => {
    const { kind, code, message, remedy } = asVitrineError(thrown);
    const status = kind === 'usage' ? 400 : code.endsWith('not-found') ? 404 : 503;
    return context.json({ kind, code, message, remedy }, status);
  });
  return app;
}

/** A page on another site can point its own name at 127.0.0.1, but it cannot choose this header. */
function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');
}

/** A page of another site may not make the player work. Its browser sends this header, whatever the page wants. */
function isForeign(site: string | undefined): boolean {
  return site === 'cross-site' || site === 'same-site';
}

function limitIn(text: string | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}

/** Those who ask while an answer is being made get that one; with a clock also those who ask soon after. */
function shared<Answer>(
  ask: (id: string) => Promise<Answer>,
  clock: Clock | null,
): (id: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (id) => {
    const before = asked.get(id);
    if (before) return before;
    const forget = (): void => void asked.delete(id);
    const answer = ask(id);
    asked.set(id, answer);
    answer.then(() => (clock ? clock.after(pictureEveryMs, forget) : forget()), forget);
    return answer;
  };
}
