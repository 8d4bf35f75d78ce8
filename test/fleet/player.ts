import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/main/clock.ts';
import { loadConfig } from '../../src/main/config.ts';
import type { Asked } from '../../src/main/fleet/command-list.ts';
import { Fleet, type FleetNeeds } from '../../src/main/fleet/fleet.ts';
import type { FleetPort, FleetStore } from '../../src/main/fleet/port.ts';
import { createLog, type LogLine } from '../../src/main/log.ts';
import type { Status } from '../../src/main/report/status.ts';
import { openStore, type Store } from '../../src/main/store/store.ts';
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

/** A real database in a folder that goes with the test. */
export async function keptStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-fleet-'));
  const log = createLog(() => undefined);
  const limits = { floorBytes: 0, ballastBytes: 0 };
  const store = await openStore({ dataDir: folder, clock: systemClock, log, limits });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return store;
}

/** As the engine answers for it: by and by. */
export function storeOf({ fleet }: Pick<Store, 'fleet'>): FleetStore {
  return {
    addEvent: async (event) => fleet.addEvent(event),
    events: async (limit) => fleet.events(limit),
    eventsTold: async (upTo) => fleet.eventsTold(upTo),
    take: async (row, now) => fleet.take(row, now),
    begin: async (id) => fleet.begin(id),
    finish: async (id, result) => fleet.finish(id, result),
    unfinished: async () => fleet.unfinished(),
    results: async (limit) => fleet.results(limit),
    resultTold: async (id) => fleet.resultTold(id),
  };
}

/** Where nothing has to outlive the player: a thousand databases would be what is measured. */
export const forgetful: FleetStore = {
  addEvent: async () => undefined,
  events: async () => [],
  eventsTold: async () => undefined,
  take: async () => 'new',
  begin: async () => undefined,
  finish: async () => undefined,
  unfinished: async () => [],
  results: async () => [],
  resultTold: async () => undefined,
};

export interface FleetRigOptions extends Pick<Partial<FleetNeeds>, 'connect' | 'random'> {
  readonly device?: string;
  readonly settings?: object;
  readonly player?: Partial<FleetPort>;
  readonly clock?: ManualClock;
  readonly store?: Pick<Store, 'fleet'>;
}

export interface FleetRig {
  readonly fleet: Fleet;
  readonly clock: ManualClock;
  readonly lines: readonly LogLine[];
  /** What it was asked to do. */
  readonly acts: readonly Asked[];
}

/** A player that is faked behind a real link and a real database. Its rests are over when the clock is told so. */
export async function fleetPlayer(url: string, options: FleetRigOptions = {}): Promise<FleetRig> {
  const { device = 'shop-1', settings = {}, player = {}, connect, random = () => 0.5 } = options;
  const clock = options.clock ?? new ManualClock({ at: Date.now() });
  const lines: LogLine[] = [];
  const acts: Asked[] = [];
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const store = storeOf(options.store ?? (await keptStore()));
  const fleet = new Fleet(
    {
      config: { fleet: { ...config.fleet, name: 'chain', url, ...settings } },
      player: {
        ...{
          health: () => calmHealth,
          status: async () => calmStatus,
          metrics: async () => ({ uptimeSeconds: 1 }),
        },
        ...{ screens: ['1'], startedAt: '2026-01-01T00:00:00.000Z', store },
        act: async (asked) => {
          acts.push(asked);
          return { answer: 'done' };
        },
        picture: async () => ({ mimeType: 'image/jpeg', bytes: new Uint8Array(1000) }),
        ...player,
      },
      ...{ clock, env: {}, log: createLog((line) => lines.push(line)), random },
      ...(connect ? { connect } : {}),
    },
    device,
  );
  onTestFinished(() => fleet.stop());
  return { fleet, clock, lines, acts };
}

type Rig = Pick<FleetRig, 'fleet' | 'clock'>;

/** Its rest is over, and it is let in. */
export async function connected(rig: Rig): Promise<void> {
  await rested(rig);
  await until('the link is there', () => rig.fleet.facts().state === 'connected');
}

/** Its rest is over: it tries. */
export async function rested({ fleet, clock }: Rig): Promise<void> {
  for (let step = 0; step < 2000 && fleet.facts().state === 'waiting'; step++) await clock.advance(1000);
}

/** What is told of the link when it did not come to be. */
export async function refusal(rig: Rig) {
  await rested(rig);
  return until('the link is refused', () => {
    const { state, why } = rig.fleet.facts();
    return state === 'waiting' ? why : null;
  });
}

let count = 0;

/** A command as a console sends it. */
export function command(name: string, args: unknown = {}, changes: object = {}): string {
  const now = Date.now();
  const issuedAt = new Date(now).toISOString();
  const expiresAt = new Date(now + 600_000).toISOString();
  count++;
  return JSON.stringify({ id: `command-${now}-${count}`, name, args, issuedAt, expiresAt, ...changes });
}

export function idOf(text: string): string {
  return (JSON.parse(text) as { id: string }).id;
}
