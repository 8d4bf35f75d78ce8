import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/main/config.ts';
import { Fleet, type FleetPort } from '../../src/main/fleet/fleet.ts';
import { createLog, type LogLine } from '../../src/main/log.ts';
import type { Status } from '../../src/main/report/status.ts';
import { updateOff } from '../../src/main/update/update-status.ts';
import { calmHealth } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

export const calmStatus: Status = {
  ...{ version: '1.2.3', host: 'Fake 1', startedAt: '2026-01-01T00:00:00.000Z' },
  health: { verdict: 'well', sentence: 'All is well.', since: '2026-01-01T00:00:00.000Z' },
  edition: { id: 'e1', activatedAt: '2026-01-01T00:00:00.000Z', complete: true, missing: [], unplayable: [] },
  nowPlaying: null,
  sync: { state: 'idle', lastSuccessAt: '2026-01-01T00:05:00.000Z', lastError: null, nextAt: null },
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [], goal: null },
  staged: null,
  storage: { bytes: 1, objects: 1, freeBytes: 5e9 },
  screens: [],
  update: updateOff,
  display: { screens: [], byHand: null, switches: [] },
  clock: { trusted: true, zone: 'UTC' },
  warnings: [],
};

export interface FleetRigOptions {
  readonly device?: string;
  readonly settings?: object;
  readonly player?: Partial<FleetPort>;
  readonly clock?: ManualClock;
  readonly env?: NodeJS.ProcessEnv;
}

/** A player that is faked behind a real link. Its rests are over when the clock is told so. */
export function fleetPlayer(url: string, options: FleetRigOptions = {}) {
  const { device = 'shop-1', settings = {}, player = {}, env = {} } = options;
  const clock = options.clock ?? new ManualClock({ at: Date.now() });
  const lines: LogLine[] = [];
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const fleet = new Fleet(
    {
      config: { fleet: { ...config.fleet, name: 'chain', url, ...settings } },
      player: {
        ...{ health: () => calmHealth, status: async () => calmStatus },
        ...{ screens: ['1'], startedAt: '2026-01-01T00:00:00.000Z' },
        ...player,
      },
      ...{ clock, env, log: createLog((line) => lines.push(line)), random: () => 0.5 },
    },
    device,
  );
  onTestFinished(() => fleet.stop());
  return { fleet, clock, lines };
}

/** Its rest is over, and it is let in. */
export async function connected({ fleet, clock }: { fleet: Fleet; clock: ManualClock }): Promise<void> {
  await rested({ fleet, clock });
  await until('the link is there', () => fleet.facts().state === 'connected');
}

/** Its rest is over: it tries. */
export async function rested({ fleet, clock }: { fleet: Fleet; clock: ManualClock }): Promise<void> {
  for (let step = 0; step < 2000 && fleet.facts().state === 'waiting'; step++) await clock.advance(1000);
}

/** What is told of the link when it did not come to be. */
export async function refusal(rig: { fleet: Fleet; clock: ManualClock }) {
  await rested(rig);
  return until('the link is refused', () => {
    const { state, why } = rig.fleet.facts();
    return state === 'waiting' ? why : null;
  });
}
