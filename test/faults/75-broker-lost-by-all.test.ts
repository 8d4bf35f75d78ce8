import { expect, test } from 'vitest';
import { silent } from '../../src/main/fleet/link-fault.ts';
import { type LinkState, stepped } from '../../src/main/fleet/link-state.ts';
import { forgetful } from '../fleet/fake-player.ts';
import { startMosquitto } from '../fleet/mosquitto.ts';
import { fleetPlayer } from '../fleet/player.ts';
import { slow } from '../support/limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

/** A number from 0 to 1, from a fixed seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** When each of this many links reconnects after an outage of this length, by the link's own rules. */
function comesBack(links: number, awayMs: number, spreadMs: number) {
  const random = seeded(7);
  const attempts: number[] = [];
  const back: number[] = [];
  for (let link = 0; link < links; link++) {
    let state: LinkState = { is: 'connected', since: -3_600_000 };
    let now = 0;
    while (state.is !== 'connected' || now === 0) {
      state = stepped(state, { type: 'ended', fault: silent }, { now, spreadMs, random });
      if (state.is !== 'resting') throw new Error('a link that has ended rests');
      now = state.until;
      attempts.push(now);
      state = stepped(state, { type: 'due' }, { now, spreadMs, random });
      if (now >= awayMs) state = stepped(state, { type: 'opened' }, { now, spreadMs, random });
    }
    back.push(now);
  }
  const perSecond = new Map<number, number>();
  for (const at of attempts)
    perSecond.set(Math.floor(at / 1000), (perSecond.get(Math.floor(at / 1000)) ?? 0) + 1);
  return { most: Math.max(...perSecond.values()), lastMs: Math.max(...back) };
}

test.each([
  0, 20_000, 600_000,
])('row 75 · 2,000 links lose a broker for %i ms: all reconnect within the limit, without a storm in any second', (awayMs) => {
  const { most, lastMs } = comesBack(2000, awayMs, 300_000);
  expect(lastMs).toBeLessThanOrEqual(awayMs + 300_000);
  // An even spread would be 6.7 at the return of all, and 13.3 during the outage.
  expect(most).toBeLessThan(40);
  reportRow(75, { note: `away for ${awayMs / 1000} s: at most ${most} connects in a second` });
});

test('row 75 · control: without the spread all would reconnect in one second', () => {
  expect(comesBack(2000, 0, 1_000).most).toBe(2000);
  reportRow(75, { negativeControl: true });
});

test('row 75 · real links reconnect to a real broker that is killed and restarted', slow, async () => {
  const broker = await startMosquitto();
  const clock = new ManualClock({ at: Date.now() });
  const random = seeded(3);
  const links = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      fleetPlayer(broker.url, { clock, random, device: `shop-${at}`, player: { store: forgetful } }),
    ),
  );
  const connectedLinks = () => links.filter(({ fleet }) => fleet.facts().state === 'connected').length;
  await clock.advance(11_000);
  await until('all are there', () => connectedLinks() === links.length);
  await clock.advance(120_000);
  await broker.kill();
  await until('all know it', () => links.every(({ fleet }) => fleet.facts().state === 'waiting'));
  await broker.start();
  for (let second = 0; second < 300; second++) {
    await clock.advance(1000);
    await until('none is on its way', () => links.every(({ fleet }) => fleet.facts().state !== 'connecting'));
  }
  expect(connectedLinks()).toBe(links.length);
});
