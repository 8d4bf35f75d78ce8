import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { onTestFinished } from 'vitest';
import type { Done } from '../../src/main/actions/table/action.ts';
import type { ButtonStates } from '../../src/main/actions/table/actions.ts';
import { actionTable } from '../../src/main/actions/table/table.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import type { ActionRequest } from '../../src/main/fleet/command.ts';
import { Fleet, type FleetNeeds } from '../../src/main/fleet/fleet.ts';
import type { FleetPort } from '../../src/main/fleet/port.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { openStore, type Store } from '../../src/main/store/store.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { actionsBy, calmPlayer, storeOf } from './fake-player.ts';

/** A real database in a folder that the test removes. */
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

const smallPicture = { mimeType: 'image/jpeg', bytes: new Uint8Array(1000) };

export interface FleetRigOptions extends Pick<Partial<FleetNeeds>, 'connect' | 'random'> {
  readonly device?: string;
  readonly settings?: object;
  readonly player?: Partial<FleetPort>;
  /** Does every action; left out, a picture is sent and the others are answered `done`. */
  act?(asked: ActionRequest): Promise<Done>;
  /** Of its buttons; left out, each can work. */
  readonly states?: ButtonStates;
  readonly clock?: ManualClock;
  readonly store?: Pick<Store, 'fleet'>;
}

export interface FleetRig {
  readonly fleet: Fleet;
  /** The broker's address. */
  readonly url: string;
  readonly clock: ManualClock;
  readonly lines: readonly LogLine[];
  /** Commands that the player received. */
  readonly acts: readonly ActionRequest[];
}

/** A fake player behind a real link and a real database. Waits end when the test advances the clock. */
export async function fleetPlayer(url: string, options: FleetRigOptions = {}): Promise<FleetRig> {
  const { device = 'shop-1', settings = {}, player = {}, connect, random = () => 0.5 } = options;
  const clock = options.clock ?? new ManualClock({ at: Date.now() });
  const lines: LogLine[] = [];
  const acts: ActionRequest[] = [];
  const done = async (asked: ActionRequest): Promise<Done> => {
    if (asked.name === 'picture') return { picture: { screenId: '1', ...smallPicture } };
    acts.push(asked);
    return { answer: 'done' };
  };
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const store = storeOf(options.store ?? (await keptStore()));
  const fleet = new Fleet(
    {
      config: { fleet: { ...config.fleet, name: 'chain', url, ...settings } },
      player: {
        ...calmPlayer,
        store,
        actions: actionsBy(options.act ?? done, actionTable(), options.states),
        ...player,
      },
      clock,
      env: {},
      log: createLog((line) => lines.push(line)),
      random,
      ...(connect ? { connect } : {}),
    },
    device,
  );
  onTestFinished(async () => {
    const stopping = fleet.stop();
    // Do not wait for a broker that hangs.
    clock.pass(2_000);
    await stopping;
  });
  return { fleet, url, clock, lines, acts };
}

type Rig = Pick<FleetRig, 'fleet' | 'clock'>;

/** Advances the clock until the link is open. */
export async function connected(rig: Rig): Promise<void> {
  await rested(rig);
  await until('the link is there', () => rig.fleet.facts().state === 'connected');
}

/** Advances the clock until the link connects. */
export async function rested({ fleet, clock }: Rig): Promise<void> {
  for (let step = 0; step < 2000 && fleet.facts().state === 'waiting'; step++) await clock.advance(1000);
}

/** Advances the clock. While the link is up, each step waits for the real broker to catch up. */
export async function passes({ clock, fleet, url }: FleetRig, ms: number): Promise<void> {
  const echo = fleet.facts().state === 'connected' ? await brokersTurn(url) : null;
  for (let left = ms; left > 0; left -= 5_000) {
    await clock.advance(Math.min(left, 5_000));
    await echo?.taken();
  }
  await echo?.end();
}

/** Advances the clock until the condition holds. */
export function untilPassed(what: string, rig: FleetRig, seen: () => unknown): Promise<boolean> {
  return until(what, async () => {
    if (!seen()) await passes(rig, 5_000);
    return Boolean(seen());
  });
}

/** Resolves when the broker has processed all earlier messages: it works in order. */
export async function brokersTurn(url: string) {
  const client = await mqtt.connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0 });
  return {
    async taken(): Promise<void> {
      for (let turn = 0; turn < 2; turn++) await client.publishAsync('turn', '', { qos: 1 });
      // Its answers to other clients have arrived too.
      await new Promise((resolve) => setImmediate(resolve));
    },
    end: () => client.endAsync(true),
  };
}

/** The reported reason for which the link is refused. */
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
