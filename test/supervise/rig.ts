import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Health } from '../../src/main/health/health.ts';
import type { ScreenSight } from '../../src/main/show/screen-status.ts';
import { Ladder } from '../../src/main/supervise/ladder.ts';
import { begun, noStarts, type Starts } from '../../src/main/supervise/starts.ts';
import { calmHealth } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A ladder that looks at one screen every second, and what it does. */
export function ladderRig({
  before = noStarts,
  isSupervised = true,
  mayRestartMachine = true,
  machineRestarts = true,
  slowness = 1,
  at,
}: {
  readonly before?: Starts;
  readonly isSupervised?: boolean;
  readonly mayRestartMachine?: boolean;
  /** What comes of it. */
  readonly machineRestarts?: boolean;
  readonly slowness?: number;
  /** What the wall clock shows first. */
  readonly at?: number;
} = {}) {
  const clock = new ManualClock(at === undefined ? {} : { at });
  const lines: LogLine[] = [];
  const done: string[] = [];
  const kept = { value: begun(before, clock.now()), writes: 0 };
  const starts = {
    get value() {
      return kept.value;
    },
    keep(value: Starts) {
      kept.value = value;
      kept.writes++;
    },
    settled: async () => true,
  };
  const now = {
    sight: { id: '1', state: 'starting', since: 0, why: null, plays: true, restarts: 0 } as ScreenSight,
    wanted: 'on' as 'on' | 'off',
    storage: calmHealth.storage as Health['storage'],
    edition: 'a' as string | null,
    browser: 'Chromium 156',
  };
  const ladder = new Ladder({
    clock,
    log: createLog((line) => lines.push(line)),
    starts,
    slowness: () => slowness,
    edition: () => now.edition,
    stack: () => ({ browser: now.browser, vitrine: '1.0.0', kernel: 'Linux 6.1' }),
    leave: isSupervised ? () => done.push('left') : null,
    restartMachine: mayRestartMachine
      ? async () => {
          done.push('machine restarted');
          return machineRestarts;
        }
      : null,
  });
  function look(): void {
    const { state } = now.sight;
    const seen = state === 'painting' ? 'painting' : 'reviving';
    const screen = { id: '1', wanted: now.wanted, seen, since: '', why: null } as const;
    ladder.look({ screens: [screen], storage: now.storage }, [now.sight]);
  }
  function see(state: ScreenSight['state'], restarts = now.sight.restarts): void {
    const since = now.sight.state === state ? now.sight.since : clock.monotonic();
    now.sight = { ...now.sight, state, since, restarts };
  }
  return {
    clock,
    lines,
    done,
    kept,
    now,
    ladder,
    see,
    /** So many seconds, a look in each. */
    async pass(seconds: number): Promise<void> {
      for (let second = 0; second < seconds; second++) {
        await clock.advance(1_000);
        look();
      }
    },
    revive: () => see('reviving', now.sight.restarts + 1),
  };
}
