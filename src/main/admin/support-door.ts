import type { Hono } from 'hono';
import type { Clock } from '../ground/clock.ts';
import type { AdminPort } from './port.ts';
import { shared } from './shared.ts';
import type { SupportBundle } from './support.ts';

/** A request within this time gets the same bundle: making one queries the CMS and takes a screenshot of each screen. */
const restMs = 10_000;

export type SupportDoor = () => Promise<SupportBundle>;

/** Makes one support bundle at a time. */
export function supportDoor(player: AdminPort, dataDir: string, clock: Clock): SupportDoor {
  const made = shared(
    async () => {
      const { supportBundle } = await import('./support.ts');
      return supportBundle({ player, dataDir, now: clock.now(), clock, doctor: () => player.doctor() });
    },
    { clock, ms: restMs },
  );
  return () => made('');
}

/** Only for authenticated clients: the control socket, and the page behind its password. */
export function addSupport(app: Hono, door: SupportDoor): void {
  app.get('/api/support.zip', async (context) => {
    const { name, bytes } = await door();
    return context.body(bytes, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
  });
}
