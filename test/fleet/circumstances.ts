import { actionTable } from '../../src/main/actions/table/table.ts';
import type { Circumstances } from '../../src/main/fleet/command.ts';

/** Of a player that may do everything and does nothing. */
export const circumstances = (topic: string, now = Date.now()): Circumstances => ({
  now,
  isClockTrusted: true,
  device: 'shop-1',
  topics: [topic],
  table: actionTable(),
  allowed: [...actionTable().keys()],
  running: 0,
  commandKey: null,
});
