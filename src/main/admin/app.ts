import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import { type Language, languageIn } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { Once } from '../ground/once.ts';
import { addAccess } from './access/control.ts';
import type { LanAccess } from './access/lan-access.ts';
import { addActions } from './action-routes.ts';
import { json, refused } from './json.ts';
import { type PageFile, pageFiles } from './page-files.ts';
import { pageTexts } from './page-texts.ts';
import type { AdminPort } from './port.ts';
import { addReads } from './reads.ts';
import { addSupport, type SupportDoor, supportDoor } from './support-door.ts';

export type { AdminPort } from './port.ts';

export interface AppNeeds {
  readonly clock?: Clock;
  /** Of the player that is asked; empty: there is no log to be read. */
  readonly dataDir?: string;
  /** Of whoever reads, where the browser names none that we have. */
  readonly language?: Language;
  /** The way in from the network, for whoever may open it. */
  readonly lan?: LanAccess | null;
  /** Shared by all ways in. */
  readonly support?: SupportDoor;
}

/**
 * `web` answers on loopback and only reads: any program of this machine, and any page in a browser on it, can
 * reach it. `control` answers on the socket in the data folder, which only its owner can open, and may act.
 */
export function adminApp(player: AdminPort, access: 'web' | 'control', needs: AppNeeds = {}): Hono {
  const { clock = systemClock, dataDir = '', language = 'en', lan = null } = needs;
  const app = new Hono();
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
    addPage(app, language);
    app.get('/api/session', (context) => context.json({ mayAct: false, canLogIn: false }));
  }
  if (access === 'control' && lan !== null) addAccess(app, lan);
  const isWeb = access === 'web';
  addReads(app, { player: isWeb ? withoutInvitation(player) : player, dataDir, clock, isBounded: isWeb });
  if (access === 'control') {
    addActions(app, player, true);
    addSupport(app, needs.support ?? supportDoor(player, dataDir, clock));
    app.get('/api/setup', (context) => context.json(player.invitation()));
  }
  addEnds(app);
  return app;
}

const none = ["'none'"];
const own = ["'self'"];

/** The page itself, and what a browser is told of it. */
export function addPage(app: Hono, language: Language): void {
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        ...{ defaultSrc: none, scriptSrc: own, styleSrc: own, imgSrc: own, connectSrc: own, mediaSrc: own },
        ...{ baseUri: none, formAction: none, frameAncestors: none },
      },
      referrerPolicy: 'no-referrer',
      // A browser that keeps to it would let nobody in by a certificate that nobody else has signed.
      strictTransportSecurity: false,
      crossOriginResourcePolicy: 'same-origin',
    }),
  );
  const read = new Once(pageFiles);
  const file = async (name: string): Promise<PageFile | null> => {
    return (await read.get()).get(name) ?? null;
  };
  const languageOf = (header: string | undefined): Language =>
    (header ?? '')
      .split(',')
      .map((tag) => languageIn(tag.trim()))
      .find((known) => known !== null) ?? language;
  app.get('/', async (context) => {
    const chosen = languageOf(context.req.header('accept-language'));
    const page = (await file('index.html'))?.text ?? '';
    return context.html(
      page.replace('lang="en"', `lang="${chosen}"`).replace('…', wordsOf(chosen).say('page.asking')),
    );
  });
  app.get('/texts/:language', (context) =>
    context.json(pageTexts(languageIn(context.req.param('language')) ?? language)),
  );
  app.get('/:name{[\\w-]+\\.(?:css|js|svg)}', async (context) => {
    const found = await file(context.req.param('name'));
    return found ? context.body(found.text, 200, { 'Content-Type': found.type }) : context.notFound();
  });
}

/** What is answered where nothing is, and where something went wrong. */
export function addEnds(app: Hono): void {
  app.notFound((context) => refused(context, message('not-found'), 404));
  app.onError((thrown, context) => {
    const { kind, code, report } = asVitrineError(thrown);
    const status = kind === 'usage' ? 400 : code.endsWith('not-found') ? 404 : 503;
    return json(context, { kind, ...report }, status);
  });
}

/** The screen shows how the player is set up: that is for who stands before it, not for every account of this machine. */
function withoutInvitation(player: AdminPort): AdminPort {
  return {
    ...player,
    picture: async (screenId, size) => {
      if (player.invitation() === null) return player.picture(screenId, size);
      throw new VitrineError('temporary', message('not-found.picture'));
    },
  };
}

/** A page on another site can point its own name at 127.0.0.1, but it cannot choose this header. */
function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');
}

/** A page of another site may not make the player work. Its browser sends this header, whatever the page wants. */
export function isForeign(site: string | undefined): boolean {
  return site === 'cross-site' || site === 'same-site';
}
