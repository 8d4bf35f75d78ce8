import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { Reports } from '../../src/main/engine/reports.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { showing } from '../store/support/showings.ts';
import { ManualClock } from '../support/manual-clock.ts';

const hour = 3600_000;
const midnight = Date.parse('2026-05-02T00:00:00Z');

async function rig(at: number, hours: object | null = null) {
  const clock = new ManualClock({ at });
  const { store } = await opened(await temporaryFolder());
  const setup = hours === null ? {} : { screen: { hours } };
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' }, setup });
  const state = { zone: 'UTC' } as never;
  const reports = new Reports({ clock, store, config, programmer: { dayPlan: () => null, state } });
  const gaps = (days = 2) => reports.shown(days).gaps.map(({ from, to }) => [from, to]);
  const shown = () => reports.shown(2).items.map(({ showings, seconds }) => ({ showings, seconds }));
  return { clock, proof: store.proof, shown, gaps };
}

test('an item that ends after midnight counts for the day on which it began, whoever has looked meanwhile', async () => {
  const { clock, proof, shown } = await rig(midnight + 60_000);
  proof.start({ ...showing(1), startedAt: midnight - hour });
  expect(shown()).toEqual([{ showings: [1, 0], seconds: [0, 0] }]);
  clock.set(midnight + 9 * hour);
  proof.end(showing(1).id, midnight + 9 * hour, 'completed', null);
  expect(shown()).toEqual([{ showings: [1, 0], seconds: [10 * 3600, 0] }]);
});

const add = ({ proof }: Awaited<ReturnType<typeof rig>>, number: number, startedAt: number): void => {
  proof.start({ ...showing(number), startedAt });
  proof.end(showing(number).id, startedAt + 10_000, 'completed', null);
};

test('showings of a past day count that come late, as from a full disk or a damaged database', async () => {
  const one = await rig(midnight + hour);
  add(one, 1, midnight - 3 * hour);
  expect(one.shown()).toEqual([{ showings: [1, 0], seconds: [10, 0] }]);
  add(one, 2, midnight - 2 * hour);
  expect(one.shown()).toEqual([{ showings: [2, 0], seconds: [20, 0] }]);
});

test('a day that a clock ahead took for past goes on counting', async () => {
  const one = await rig(midnight + 30 * hour);
  add(one, 1, midnight);
  expect(one.shown()).toEqual([{ showings: [1, 0], seconds: [10, 0] }]);
  one.clock.set(midnight + 12 * hour);
  add(one, 2, midnight + 12 * hour);
  expect(one.shown()).toEqual([{ showings: [0, 2], seconds: [0, 20] }]);
});

test('a showing under a clock that was years ahead makes no gap until then', async () => {
  const one = await rig(midnight + 12 * hour, { daily: '06:00-22:00' });
  add(one, 1, midnight + 8 * hour);
  add(one, 2, Date.parse('2038-01-01T00:00:00Z'));
  add(one, 3, midnight + 10 * hour);
  expect(one.gaps()).toEqual([
    ['2026-05-02T10:00:10.000Z', '2026-05-02T12:00:00.000Z'],
    ['2026-05-02T08:00:10.000Z', '2026-05-02T10:00:00.000Z'],
  ]);
});

test('a player that is dead after a holiday of more than a week has a gap from its end', async () => {
  const days = Array.from({ length: 9 }, (_, index) => [
    `2026-05-${String(index + 2).padStart(2, '0')}`,
    'off',
  ]);
  const one = await rig(midnight + 10 * 24 * hour, { daily: '06:00-22:00', ...Object.fromEntries(days) });
  add(one, 1, midnight - 2 * hour - 10_000);
  expect(one.gaps(14)).toEqual([['2026-05-11T06:00:00.000Z', '2026-05-11T22:00:00.000Z']]);
});
