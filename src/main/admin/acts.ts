import type { Context, Hono } from 'hono';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { restarting } from '../supervise/asked-restart.ts';
import { json } from './json.ts';
import type { AdminPort } from './port.ts';

/** What changes something, for those who may. `fromFolders`: they may name a folder of this machine. */
export function addActs(app: Hono, player: AdminPort, { fromFolders = true } = {}): void {
  const acts: Readonly<Record<string, (context: Context) => unknown>> = {
    '/api/sync': () => player.syncNow(),
    '/api/sync/pause': () => player.pauseSync(),
    '/api/sync/resume': () => player.resumeSync(),
    '/api/edition/rollback': () => player.rollback(),
    '/api/update/now': (context) =>
      player.updateNow(fromFolders ? (context.req.query('from') ?? null) : null),
    '/api/update/hold': (context) => player.updateHold(context.req.query('held') === 'true'),
    '/api/display': (context) => {
      const wanted = context.req.query('wanted');
      if (wanted !== 'on' && wanted !== 'off' && wanted !== 'auto')
        throw new VitrineError('usage', message('wrong-usage.display'));
      player.setDisplay(wanted);
      return player.display();
    },
    '/api/identify': (context) =>
      player.identify(
        context.req.query('kind') === 'test' ? 'test' : 'name',
        Math.min(Math.max(Number(context.req.query('seconds')) || 20, 1), 600),
      ),
    '/api/overlay': (context) => player.overlay(context.req.query('visible') === 'true'),
    '/api/safe-mode/off': () => player.leaveSafeMode()(),
    '/api/restart': () => restarting(player.restart)(),
  };
  for (const [path, act] of Object.entries(acts))
    app.post(path, async (context) => json(context, (await act(context)) ?? {}));
}
