import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { InterruptReport } from '../../shared/interrupts.ts';
import type { StreamVerdicts } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Slowness } from '../ground/slowness.ts';
import type { AppHandler, RunningBrowser } from '../host/host.ts';
import type { ShowFacts } from '../update/trial.ts';
import type { Showing } from './events.ts';
import { createAppHandler } from './handler.ts';
import { keepPlacement, type PlacementKeeper } from './keep-placement.ts';
import { memoryBudget } from './memory-watch.ts';
import { ReadTimes } from './read-times.ts';
import { createShow, type Show } from './show.ts';
import { Snapshots } from './snapshots.ts';
import { TrialFacts } from './trial-facts.ts';

interface StartNeeds {
  readonly config: Pick<Config, 'dataDir' | 'screens' | 'player'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly slowness: Slowness;
  /** Screens by the configuration. */
  readonly planned: readonly string[];
  later(): {
    /** `wanted`: whether the display of a screen should be on now. */
    readonly displays: { wanted(screenId: string): 'on' | 'off' };
    readonly browser: Pick<RunningBrowser, 'version'>;
    readonly interrupts: { reported(screenId: string, report: InterruptReport): void };
  };
  readonly notices: {
    showing(showing: Showing): void;
    streams(verdicts: StreamVerdicts): void;
    sizes(sizes: ReturnType<Show['sizes']>): void;
  };
}

export interface PlayingShow {
  readonly show: Show;
  readonly placement: PlacementKeeper;
  /** Serves the stage. */
  readonly handler: AppHandler;
  programme(programme: Programme, settings: ScreenSettings): void;
  /** By which a release on trial is judged. Call it every few seconds. */
  facts(): ShowFacts;
  stop(): void;
}

/** Beside this program in the built folder. */
const rendererFolder = fileURLToPath(new URL('../renderer/', import.meta.url));

/** The show of all screens, with what it serves, measures and reports. */
export function startShow(needs: StartNeeds): PlayingShow {
  const { config, clock, log, slowness, planned, later, notices } = needs;
  const { dataDir, screens } = config;
  const reads = new ReadTimes(clock);
  const snapshots = new Snapshots(dataDir, clock, log);
  const show = createShow({
    snapshots,
    clock,
    log,
    alike: screens === 'all',
    slowness,
    memory: { budgetBytes: memoryBudget(config.player.memoryMiB, totalmem()) },
    onShowing: (showing) => {
      if (showing.type === 'started') trial.itemBegan();
      notices.showing(reads.excused(showing));
    },
    onStreams: (verdicts) => notices.streams(verdicts),
    onInterrupt: (screenId, report) => later().interrupts.reported(screenId, report),
  });
  const placement = keepPlacement({ screens, show, clock, log, onPlaced: () => notices.sizes(show.sizes()) });
  const trial = new TrialFacts({
    clock,
    since: clock.monotonic(),
    planned,
    absent: () => placement.absent,
    wanted: (screenId) => later().displays.wanted(screenId),
    browser: () => later().browser.version,
    slowness,
  });
  return {
    show,
    placement,
    handler: createAppHandler({
      renderer: rendererFolder,
      dataDir,
      timed: reads.timed,
      snapshots: snapshots.answer,
    }),
    programme(programme, settings) {
      show.programme(programme, settings);
      if (settings.zones) notices.sizes(show.sizes());
    },
    facts: () => trial.look(show),
    stop() {
      placement.stop();
      show.stop();
    },
  };
}
