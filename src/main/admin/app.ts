import { Hono } from 'hono';
import { message } from '../../shared/languages/message.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { addAccess } from './access/control.ts';
import type { LanAccess } from './access/lan-access.ts';
import { addTokens } from './access/token-routes.ts';
import { addActions } from './action-routes.ts';
import { addEnds } from './json.ts';
import { addPage } from './page.ts';
import type { AdminPort } from './port.ts';
import { addReads } from './reads.ts';
import { addSupport, type SupportDoor, supportDoor } from './support-door.ts';

export type { AdminPort } from './port.ts';

export interface AppNeeds {
  readonly clock?: Clock;
  /** The player's data folder; empty: no log. */
  readonly dataDir?: string;
  /** Access from the network, which the control socket turns on and off. */
  readonly lan?: LanAccess | null;
  /** Shared by all servers. */
  readonly support?: SupportDoor;
}

/**
 * `web` listens on loopback and only reads: any program on this machine, and any page in its browsers, can reach it.
 * `control` listens on the socket in the data folder, which only its owner can open, and may also act.
 */
export function adminApp(player: AdminPort, access: 'web' | 'control', needs: AppNeeds = {}): Hono {
  const { clock = systemClock, dataDir = '', lan = null } = needs;
  const app = new Hono();
  app.use(async (context, next) => {
    // Plain HTTP only: no WebSocket.
    if (context.req.header('upgrade') !== undefined) return context.text('Upgrade not supported.', 400);
    return next();
  });
  if (access === 'web') {
    app.use(async (context, next) => {
      const host = context.req.header('host');
      if (!isLoopbackHost(host)) return context.text('Unknown host name.', 421);
      const origin = context.req.header('origin') ?? null;
      const isOfAnother = isForeign(context.req.header('sec-fetch-site')) && context.req.path !== '/';
      if (isOfAnother || (origin !== null && origin !== `http://${host}`))
        return context.text('Requests from other sites are refused.', 403);
      return next();
    });
    addPage(app, player);
    app.get('/api/session', (context) =>
      context.json({ name: player.name(), mayAct: false, canLogIn: false }),
    );
  }
  if (access === 'control' && lan !== null) {
    addAccess(app, lan);
    addTokens(app, lan.tokens, player);
  }
  const isWeb = access === 'web';
  addReads(app, { player: isWeb ? withoutInvitation(player) : player, dataDir, clock, isBounded: isWeb });
  if (access === 'control') {
    addActions(app, player, () => ({ kind: 'terminal' }));
    addSupport(app, needs.support ?? supportDoor(player, dataDir, clock));
    app.get('/api/setup', (context) => context.json(player.invitation()));
  }
  addEnds(app);
  return app;
}

/** During setup the screen shows the PIN, which other accounts of this machine must not see. */
function withoutInvitation(player: AdminPort): AdminPort {
  return {
    ...player,
    picture: async (screenId, size) => {
      if (player.invitation() === null) return player.picture(screenId, size);
      throw new VitrineError('temporary', message('not-found.picture'));
    },
  };
}

/** DNS rebinding can point a foreign name at 127.0.0.1, but cannot forge this header. */
function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');
}

/** Pages of other sites must not make the player work. The browser sets this header; a page cannot. */
export function isForeign(site: string | undefined): boolean {
  return site === 'cross-site' || site === 'same-site';
}
