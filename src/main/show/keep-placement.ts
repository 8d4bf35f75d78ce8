import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import type { ScreenPlan } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Host } from '../host/host.ts';
import { Placements } from './placement.ts';
import type { Show } from './show.ts';

export interface PlacementKeeper {
  /** Puts every screen on its display. Without any display it waits for one. */
  start(host: Host): Promise<void>;
  /** Called by the host. */
  displaysChanged(): void;
  /** Called by a host that waits for its display before it has started. */
  displayMissing(isMissing: boolean): void;
  /** When that was last called, by the steady clock; null: never. */
  readonly missingReportedAt: number | null;
  /** Screens without a display now, each with the reason. */
  readonly absent: readonly { readonly screenId: string; readonly why: Message }[];
  stop(): void;
}

/** A display that is plugged in or switched on is reported several times. */
const settleMs = 1_000;
const againMs = 10_000;

/** Keeps screens on their displays while displays come, go and change. */
export function keepPlacement(needs: {
  readonly screens: readonly ScreenPlan[] | 'all';
  readonly show: Pick<Show, 'attach'>;
  /** Screens have their displays, or other ones. */
  readonly onPlaced?: () => void;
  readonly clock: Clock;
  readonly log: Log;
}): PlacementKeeper {
  const { screens, show, clock, log } = needs;
  const rules = new Placements(screens);
  let host: Host | null = null;
  let known: readonly string[] = screens === 'all' ? ['1'] : screens.map(({ id }) => id);
  let absent: PlacementKeeper['absent'] = [];
  let missingReportedAt: number | null = null;
  let cancel: () => void = () => undefined;

  async function put(on: Host): Promise<void> {
    const displays = await on.displays();
    // Stopped while the displays were listed: open nothing.
    if (host === null) return;
    // A television that is switched off often disappears from the list. Its window stays until it is back.
    if (displays.length === 0) {
      allAreAbsent();
      later(againMs);
      return;
    }
    const placed = rules.on(displays);
    const { placements } = placed;
    absent = placed.absent;
    known = [...placements, ...absent].map(({ screenId }) => screenId);
    const unopened = await show.attach(
      on,
      placements,
      absent.map(({ screenId }) => screenId),
    );
    if (host === null) return;
    needs.onPlaced?.();
    if (unopened.length > 0) later(againMs);
    const warnings = absent.map(({ why }) => inEnglish(why));
    const where = placements.map(
      ({ screenId, display: { id, width, height } }) => `${screenId} on ${id} (${width}×${height})`,
    );
    log.state(
      'placement',
      [...where, ...warnings].join(),
      warnings.length > 0 ? 'warn' : 'info',
      'Screens are on their displays',
      {
        screens: where.join(', '),
        ...(warnings.length > 0 ? { missing: warnings.join(' ') } : {}),
      },
    );
  }

  function later(ms: number): void {
    cancel();
    cancel = clock.after(ms, () => {
      if (host === null) return;
      put(host).catch((error: unknown) => {
        if (host === null) return;
        log.state('placement', 'fails', 'warn', 'Screens could not be placed on their displays', { error });
        later(againMs);
      });
    });
  }

  function allAreAbsent(): void {
    absent = known.map((screenId) => ({ screenId, why: message('no-display.connect') }));
    log.state('placement', 'none', 'warn', 'No display: the show is seen again when one is connected');
  }

  return {
    async start(on) {
      host = on;
      await put(on);
    },
    displaysChanged: () => later(settleMs),
    displayMissing(isMissing) {
      if (isMissing) allAreAbsent();
      else absent = [];
      missingReportedAt = clock.monotonic();
    },
    get missingReportedAt() {
      return missingReportedAt;
    },
    get absent() {
      return absent;
    },
    stop() {
      host = null;
      cancel();
    },
  };
}
