import type { Done } from '../../src/main/actions/table/action.ts';
import type { ButtonStates } from '../../src/main/actions/table/actions.ts';
import type { Table } from '../../src/main/actions/table/table.ts';
import type { ActionRequest } from '../../src/main/fleet/command.ts';
import type { FleetPort, FleetStore } from '../../src/main/fleet/port.ts';
import type { Status } from '../../src/main/report/status.ts';
import type { Store } from '../../src/main/store/store.ts';
import { updateOff } from '../../src/main/update/update-status.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { calmHealth } from '../support/health.ts';

export const calmStatus: Status = {
  version: '1.2.3',
  name: 'Window 1',
  host: 'Fake 1',
  startedAt: '2026-01-01T00:00:00.000Z',
  health: { verdict: 'well', sentence: verbatim('All is well.'), since: '2026-01-01T00:00:00.000Z' },
  link: null,
  edition: { id: 'e1', activatedAt: '2026-01-01T00:00:00.000Z', complete: true, missing: [], unplayable: [] },
  previousEdition: null,
  nowPlaying: null,
  source: null,
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

/** A healthy player. */
export const calmPlayer: Omit<FleetPort, 'store' | 'actions'> = {
  health: () => calmHealth,
  status: async () => calmStatus,
  screens: ['1'],
  startedAt: '2026-01-01T00:00:00.000Z',
  want: async () => undefined,
};

/** `act` does every action of the table. */
export function actionsBy(
  act: (asked: ActionRequest) => Promise<Done>,
  table: Table,
  states: ButtonStates = { cannot: {}, already: [] },
): FleetPort['actions'] {
  return {
    table,
    states: () => states,
    run: (name, args) => act({ name, args: args as ActionRequest['args'] }),
  };
}

/** Asynchronous, as the engine answers. */
export function storeOf({ fleet }: Pick<Store, 'fleet'>): FleetStore {
  return {
    addEvent: async (event) => fleet.addEvent(event),
    events: async (limit) => fleet.events(limit),
    eventsDelivered: async (upTo) => fleet.eventsDelivered(upTo),
    take: async (row, now) => fleet.take(row, now),
    begin: async (id) => fleet.begin(id),
    finish: async (id, result) => fleet.finish(id, result),
    unfinished: async () => fleet.unfinished(),
    results: async (limit) => fleet.results(limit),
    resultDelivered: async (row) => fleet.resultDelivered(row),
  };
}

/** Keeps nothing. A bench of a thousand players would otherwise measure their databases. */
export const forgetful: FleetStore = {
  addEvent: async () => undefined,
  events: async () => [],
  eventsDelivered: async () => undefined,
  take: async () => 'new',
  begin: async () => undefined,
  finish: async () => undefined,
  unfinished: async () => [],
  results: async () => [],
  resultDelivered: async () => undefined,
};
