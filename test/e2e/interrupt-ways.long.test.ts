/** @module-tag long */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { deaths, InterruptWays, type Seen, type Sent, type Way, ways } from './support/interrupt-ways.ts';
import { type InterruptWorld, minute, startInterruptWorld } from './support/interrupt-world.ts';

// Each way to send an interrupt, with its outcome in each fault: painted, or refused with the reason.

const given = { severity: 'alarm', seconds: 900 } as const;
const sent = (...some: readonly Way[]): readonly Sent[] =>
  some.map((way) => ({ way, id: way, given: { ...given, title: way } }));

let world: InterruptWorld;
let player: InterruptWays;

const isOnDisplay = async (one: Pick<Sent, 'way' | 'id'>) =>
  (await player.of(one))?.receipts[0]?.state === 'painted';
const seen: Seen = async (one) =>
  (await isOnDisplay(one)) && (await player.corner()) === 'alarm' ? 'painted' : null;

beforeAll(async () => {
  world = await startInterruptWorld();
  player = new InterruptWays(world);
  await player.untilShow();
}, 120_000);

afterEach(() => player.clear());

afterAll(() => player?.stop());

it.each(deaths)(
  '%s: each is painted again, and ends by its own way',
  async (fault, cause) => {
    const all = sent(...ways);
    await player.showAll(all, seen);
    await cause(world);
    await player.cancelAll(fault, all, seen);
  },
  300_000,
);

it('no network: local ways are painted at once, the others when it is back', async () => {
  await world.cutNetwork();
  const local = sent('terminal', 'page', 'token', 'folder');
  await player.showAll(local, seen);
  await until(
    'a reason',
    async () => (await world.list()).sources.some(({ kind, why }) => kind === 'cap' && why !== null),
    minute,
  );
  await player.cancelAll('no network', local, seen);
  await world.mendNetwork();
  const far = sent('fleet', 'cap');
  await player.showAll(far, seen);
  await player.cancelAll('network back', far, seen);
}, 300_000);

it('clock wrong: what needs no time of day is painted, the rest is refused with the reason until the clock is right', async () => {
  await player.showAll(sent('terminal'), seen);
  await world.powerCut(() => world.setClock(Date.parse('1970-01-02T00:00:00Z') - Date.now()));
  const until1970 = {
    severity: 'alarm',
    title: 'until',
    until: new Date(Date.now() + 60 * minute).toISOString(),
  } as const;
  await until('the one before the power cut', () => isOnDisplay({ way: 'terminal', id: 'terminal' }), minute);
  writeFileSync(join(world.spool, 'until.json'), JSON.stringify(until1970));
  for (const alert of sent('cap')) await player.show(alert);
  await player.showAll(sent('token', 'page', 'folder'), seen);
  await expect(world.act('interrupt-show', { ...until1970, id: 'until' })).rejects.toThrow(
    /player’s clock may be wrong/,
  );
  const refusals = async () => JSON.stringify((await world.list()).sources);
  await until(
    'the refusal of the folder',
    async () => /until\.json[^}]*clock/.test(await refusals()),
    minute,
  );
  expect(await player.of({ way: 'cap', id: 'cap' })).toBeUndefined();
  player.note('clock wrong', [await refusals()]);
  world.setClock(1);
  await until(
    'the one with an end',
    async () => (await player.of({ way: 'folder', id: 'until' })) !== undefined,
    minute,
  );
  await until('the alert', async () => (await player.of({ way: 'cap', id: 'cap' })) !== undefined, minute);
  rmSync(join(world.spool, 'until.json'));
  rmSync(join(world.spool, 'folder.json'));
  await world.act('interrupt-cancel', {});
  await player.untilShow();
}, 300_000);

it('a message of the broker is painted within 300 ms in the median', async () => {
  const [painted, times] = [[] as number[], 15];
  for (let each = 0; each < times; each++) {
    const sentAt = Date.now();
    const id = `quick-${each}`;
    await player.command('interrupt-show', { ...given, id, title: String(each) });
    await until('it is painted', async () => {
      const paintedAt = (await player.of({ way: 'fleet', id }))?.receipts[0]?.paintedAt;
      return paintedAt != null && painted.push(paintedAt - sentAt) > 0;
    });
    await world.act('interrupt-cancel', {});
  }
  const median = painted.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN;
  player.note('broker to painted', [
    `${median} ms in the median, ${Math.max(...painted)} at most, of ${times}`,
  ]);
  expect(median).toBeLessThanOrEqual(300);
}, 120_000);
