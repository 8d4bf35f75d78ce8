import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import type { ScreenPlan } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Host } from '../host/host.ts';
import { Placements } from './placement.ts';
import type { Show } from './show.ts';

export interface PlacementKeeper {
  /** Puts every screen on its display. Where there is no display at all it waits for one. */
  start(host: Host): Promise<void>;
  /** The host says so. */
  displaysChanged(): void;
  /** The host says so before it has started, while it waits for its display. */
  displayMissing(isMissing: boolean): void;
  /** When that was last said, by the steady clock; null: never. */
  readonly missingSaidAt: number | null;
  /** Screens that nobody sees now, each with the reason. */
  readonly absent: readonly { readonly screenId: string; readonly why: Message }[];
  stop(): void;
}

/** A display that is plugged in or switched on says so several times. */
const settleMs = 1_000;
const againMs = 10_000;

/** Keeps screens on their displays while displays come, go and change. */
export function keepPlacement(needs: {
  readonly screens: readonly ScreenPlan[] | 'all';
  readonly show: Pick<Show, 'attach'>;
  readonly clock: Clock;
  readonly log: Log;
}): PlacementKeeper {
  const { screens, show, clock, log } = needs;
  const rules = new Placements(screens);
  let host: Host | null = null;
  let absent: PlacementKeeper['absent'] = [];
  let missingSaidAt: number | null = null;
  let cancel: () => void = () => undefined;

  async function put(on: Host): Promise<void> {
    const displays = await on.displays();
    // It was stopped meanwhile: nothing is opened any more.
    if (host === null) return;
    // A television that is switched off often seems not to be there. Its window stays for when it is back.
    if (displays.length === 0) throw noDisplay();
    const placed = rules.on(displays);
    const { placements } = placed;
    absent = placed.absent;
    const unopened = await show.attach(
      on,
      placements,
      absent.map(({ screenId }) => screenId),
    );
    if (host === null) return;
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
        log.state('placement', 'fails', 'warn', 'The screens could not be put on their displays', { error });
        later(againMs);
      });
    });
  }

  function allAbsent(): PlacementKeeper['absent'] {
    const planned = screens === 'all' ? ['1'] : screens.map(({ id }) => id);
    return planned.map((screenId) => ({ screenId, why: message('no-display.connect') }));
  }

  return {
    async start(on) {
      host = on;
      try {
        await put(on);
      } catch (error) {
        if (!isNoDisplay(error)) throw error;
        absent = allAbsent();
        log.state('placement', 'none', 'warn', 'There is no display: the show begins when one is connected');
        later(againMs);
      }
    },
    displaysChanged: () => later(settleMs),
    displayMissing(isMissing) {
      absent = isMissing ? allAbsent() : [];
      missingSaidAt = clock.monotonic();
      if (isMissing)
        log.state('placement', 'none', 'warn', 'There is no display: the show begins when one is connected');
    },
    get missingSaidAt() {
      return missingSaidAt;
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

function isNoDisplay(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'no-display';
}

function noDisplay(): VitrineError {
  return new VitrineError('temporary', message('no-display.connect'));
}
