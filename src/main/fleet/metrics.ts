import type { Health } from '../health/health.ts';
import type { Status } from '../report/status.ts';
import type { ShowFacts } from '../update/trial.ts';

/** The numbers of a player, flat: whoever collects them makes series of their names. */
export function metricsOf(status: Status, show: ShowFacts, health: Health) {
  const { downloads, storage, screens } = status;
  return {
    uptimeSeconds: Math.round(show.upMs / 1000),
    items: show.items,
    revives: show.revives,
    recycles: screens.reduce((sum, { recycles }) => sum + recycles, 0),
    memoryBytes: show.memoryBytes,
    screensWanted: health.screens.filter(({ wanted }) => wanted === 'on').length,
    screensDark: health.screens.filter(({ seen }) => seen === 'dark' || seen === 'no-display').length,
    lagMs: health.loop.lagMs,
    starts: health.starts,
    storageBytes: storage.bytes,
    freeBytes: storage.freeBytes,
    objects: storage.objects,
    downloadsActive: downloads.active,
    downloadsQueued: downloads.queued,
    bytesPerSecond: downloads.bytesPerSecond,
  };
}
