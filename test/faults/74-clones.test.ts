import { expect, test } from 'vitest';
import { connectMqtt } from '../../src/main/fleet/mqtt-connection.ts';
import { startMosquitto } from '../fleet/mosquitto.ts';
import { brokersTurn, fleetPlayer } from '../fleet/player.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

test('row 74 · two players with one name: both report it, and neither reconnects more than once a minute', async () => {
  const broker = await startMosquitto();
  const clock = new ManualClock({ at: Date.now() });
  const connects: { readonly who: string; readonly at: number }[] = [];
  const nobody = { user: null, password: null, ca: null, certificate: null, key: null };
  const clone = (who: string, random: () => number) =>
    fleetPlayer(broker.url, {
      clock,
      random,
      connect:
        ({ online, session, cmds }, device) =>
        (events) =>
          connectMqtt(
            {
              url: broker.url,
              clientId: `vitrine-chain-${device}`,
              identity: async () => nobody,
              will: { topic: online, payload: 'false', isKept: true },
              willDelaySeconds: 30,
              topics: cmds,
              echoed: [session],
              quality: 1 as const,
              keepaliveSeconds: 300,
              sessionSeconds: 3600,
              largestPacket: 65_536,
            },
            {
              ...events,
              // The broker may also end one that it has not answered yet, by which nobody learns of a clone.
              opened(fault) {
                connects.push({ who, at: clock.monotonic() });
                events.opened(fault);
              },
            },
            clock,
          ),
    });
  // The worst case: both always reconnect as soon as allowed.
  const one = await clone('one', () => 0);
  const other = await clone('other', () => 0.001);
  const minutes = 20;
  const states = () => [one, other].map(({ fleet }) => fleet.facts().state);
  const isSettled = () => !states().includes('connecting') && states().some((state) => state !== 'connected');
  const turn = await brokersTurn(broker.url);
  for (let second = 0; second < minutes * 60; second++) {
    await clock.advance(1000);
    // The broker is a real one and needs some time.
    if (isSettled() && !connects.some(({ at }) => clock.monotonic() - at < 3000)) continue;
    await until('one of them has its place', async () => {
      await turn.taken();
      return isSettled();
    });
  }
  await turn.end();
  expect(one.fleet.facts().hasClone).toBe(true);
  expect(other.fleet.facts().hasClone).toBe(true);
  for (const who of ['one', 'other']) {
    const times = connects.filter((connect) => connect.who === who).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(3);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000);
  }
  reportRow(74, { note: `${connects.length} connects of two in ${minutes} minutes` });
});
