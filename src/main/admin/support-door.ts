import type { Hono } from 'hono';
import type { Clock } from '../ground/clock.ts';
import type { AdminPort } from './port.ts';
import { shared } from './shared.ts';
import type { SupportBundle } from './support.ts';

/** Whoever asks again so soon gets the same bundle: making one asks the CMS and pictures every screen. */
const restMs = 10_000;

export type SupportDoor = () => Promise<SupportBundle>;

/** Makes one support bundle at a time, whoever asks. */
export function supportDoor(player: AdminPort, dataDir: string, clock: Clock): SupportDoor {
  const made = shared(
    async () => {
      const { supportBundle } = await import('./support.ts');
      return supportBundle({ player, dataDir, now: clock.now(), doctor: () => player.doctor() });
    },
    { clock, ms: restMs },
  );
  return () => made('');
}

/** Only where whoever asks is known: the control socket and the page behind its password. */
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
