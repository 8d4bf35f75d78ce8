import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { asVitrineError } from '../errors.ts';
import type { Picture } from '../host/host.ts';
import type { Status } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { SyncReport } from '../sync/report.ts';
import style from './page.css?raw';
import page from './page.html?raw';
import script from './page.js?raw';

/** What the local web page and the control socket may ask of the running player. */
export interface AdminPort {
  status(): Promise<Status>;
  schedule(at: string | null, screenId: string | null): Promise<ScheduleReport>;
  picture(screenId: string): Promise<Picture>;
  syncNow(): Promise<SyncReport>;
  rollback(): Promise<{ readonly edition: string }>;
  overlay(visible: boolean): void;
}

/**
 * `web` answers on loopback and only reads: any program of this machine, and any page in a browser on it, can
 * reach it. `control` answers on the socket in the data folder, which only its owner can open, and may act.
 */
export function adminApp(player: AdminPort, access: 'web' | 'control'): Hono {
  const app = new Hono();
  if (access === 'web') {
    app.use(async (context, next) => {
      if (!isLoopbackHost(context.req.header('host'))) return context.text('Unknown host name.', 421);
      return next();
    });
    app.use(
      secureHeaders({
        contentSecurityPolicy: { defaultSrc: ["'self'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
        referrerPolicy: 'no-referrer',
        crossOriginResourcePolicy: 'same-origin',
      }),
    );
    app.get('/', (context) => context.html(page));
    app.get('/page.js', (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    );
    app.get('/page.css', (context) =>
      context.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    );
  }
  app.get('/api/status', async (context) => context.json(await player.status()));
  app.get('/api/schedule', async (context) =>
    context.json(await player.schedule(context.req.query('at') ?? null, context.req.query('screen') ?? null)),
  );
  app.get('/api/screens/:id/picture', async (context) => {
    const picture = await player.picture(context.req.param('id'));
    return context.body(new Uint8Array(picture.bytes), 200, {
      'Content-Type': picture.mimeType,
      'Cache-Control': 'no-store',
    });
  });
  if (access === 'control') {
    app.post('/api/sync', async (context) => context.json(await player.syncNow()));
    app.post('/api/edition/rollback', async (context) => context.json(await player.rollback()));
    app.post('/api/overlay', (context) => {
      player.overlay(context.req.query('visible') === 'true');
      return context.json({});
    });
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
