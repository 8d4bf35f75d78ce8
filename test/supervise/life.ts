import { createLog } from '../../src/main/ground/log.ts';
import { Slowness } from '../../src/main/ground/slowness.ts';
import { within } from '../../src/main/host/within.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import { Ladder } from '../../src/main/supervise/ladder.ts';
import { startWithRetries, whileSupervised } from '../../src/main/supervise/retried-start.ts';
import { begun, isSafe, noStarts, type Starts } from '../../src/main/supervise/starts.ts';
import { FakeHost } from '../show/fake-host.ts';
import { calmHealth } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
const log = createLog(() => undefined);
const beat = {
  type: 'heartbeat',
  mono: 1,
  frames: 1,
  droppedFrames: 0,
  programmeId: null,
  cueId: null,
  sleeps: false,
};

/** Until the service manager has started the player again and its window is open. */
const startMs = 3_000;

/** How a stage hangs: it never says ready, it paints nothing, its renderer cannot be replaced, or its browser never starts. */
export type Hang = 'not-ready' | 'no-frames' | 'not-revived' | 'no-browser';

/** What ends a player that paints, 20 s after each start: its X server dies, a signal kills it, or a person ends its session. */
export type Death = 'display-lost' | 'killed' | 'session-ended';

const deaths: readonly string[] = ['display-lost', 'killed', 'session-ended'] satisfies readonly Death[];
const lifeMs = 20_000;

/** What became of a player, in seconds since its first start; null: never. */
export interface Life {
  readonly safeSeconds: number | null;
  readonly machineSeconds: number | null;
}

/** A player that is started again each time that it ends, with the same fault at every start. */
export async function liveWith(
  fault: Hang | Death,
  hours: number,
  { kept = 1, Measure = Slowness }: { readonly kept?: number; readonly Measure?: typeof Slowness } = {},
): Promise<Life> {
  const clock = new ManualClock();
  let starts: Starts = noStarts;
  let factor = kept;
  const life: { -readonly [Name in keyof Life]: Life[Name] } = { safeSeconds: null, machineSeconds: null };
  while (clock.monotonic() < hours * 3600_000 && life.machineSeconds === null) {
    starts = begun(starts, clock.now());
    const seconds = (): number => Math.round(clock.monotonic() / 1000);
    if (isSafe(starts)) life.safeSeconds ??= seconds();
    await clock.advance(startMs);
    await run(() => {
      life.machineSeconds ??= seconds();
    });
  }
  return life;

  async function run(restartMachine: () => void): Promise<void> {
    const slowness = new Measure(factor, (grown) => {
      factor = grown;
    });
    let isOver = false;
    const show = createShow({ clock, log, onShowing: () => undefined, slowness });
    const ladder = new Ladder({
      clock,
      log,
      starts: {
        get value() {
          return starts;
        },
        keep: (value) => {
          starts = value;
        },
        settled: async () => true,
      },
      slowness: () => slowness.forJudges,
      edition: () => 'a',
      stack: () => ({ browser: 'Chromium 156', vitrine: '1.0.0', kernel: 'Linux 6.1' }),
      leave: () => {
        isOver = true;
      },
      restartMachine: async () => {
        isOver = true;
        restartMachine();
        return true;
      },
    });
    const look = (): void => {
      const screen = { id: '1', wanted: 'on', seen: 'reviving', since: '', why: null } as const;
      ladder.look({ screens: [screen], storage: calmHealth.storage }, show.sights());
    };
    look();
    if (deaths.includes(fault))
      clock.after(lifeMs, () => {
        isOver = true;
        if (fault === 'killed') return;
        // In the order of the player: its host reports the loss, then everything is stopped.
        if (fault === 'display-lost') ladder.failed();
        ladder.ended();
      });
    const limits = whileSupervised(slowness.forJudges);
    const signal = new AbortController().signal;
    startWithRetries({ ...limits, clock, log, signal, start: () => open(show, slowness) }).catch(() => {
      isOver = true;
    });
    while (!isOver && clock.monotonic() < hours * 3600_000) {
      await clock.advance(1_000);
      look();
    }
    show.stop();
  }

  async function open(show: Show, slowness: Slowness): Promise<void> {
    if (fault === 'no-browser') {
      // As the browser does.
      const never = new Promise<never>(() => undefined);
      await within(clock, slowness.of(30_000), 'start', never).finally(() => slowness.late());
    }
    const host = new FakeHost([display]);
    await show.attach(host, [{ screenId: '1', display }]);
    const window = host.window('1');
    const talk = (): void => {
      if (fault === 'no-frames') window.report({ type: 'ready', protocol: 1 });
    };
    window.revive = async () => {
      if (fault === 'not-revived') await new Promise(() => undefined);
      talk();
    };
    talk();
    if (deaths.includes(fault)) {
      window.report({ type: 'ready', protocol: 1 });
      for (let ms = 0; ms < lifeMs; ms += 1_000) clock.after(ms, () => window.report(beat));
    }
  }
}
