import { expect, test } from 'vitest';
import type { FleetStore } from '../../src/main/fleet/port.ts';
import { forgetful, storeOf } from '../fleet/fake-player.ts';
import { startMosquitto, watch } from '../fleet/mosquitto.ts';
import { command, connected, type FleetRig, fleetPlayer, idOf, keptStore } from '../fleet/player.ts';
import { slow } from '../support/limits.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

const topic = 'vitrine/v1/chain/shop-1/cmd';

test('row 73 · each bad command is refused with its reason over a real broker, and none has an effect', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const past = new Date(Date.now() - 60_000).toISOString();
  const kept = command('sync');
  await operator.publish(topic, kept, true);
  const rig = await fleetPlayer(broker.url);
  await connected(rig);
  const refused = async (text: string, code: string, to = topic) => {
    if (text !== kept) await operator.publish(to, text);
    await operator.seen('/result', (result) => result.includes(code));
  };
  await refused(kept, 'retained');
  await refused(command('sync', {}, { issuedAt: past, expiresAt: past }), 'expired');
  await refused('{"id": 7}', 'malformed');
  await refused(command('rm -rf'), 'unknown');
  await refused(command('sync', { more: 'x'.repeat(20_000) }), 'oversized');
  await operator.publish('vitrine/v1/chain/$group-other/cmd', command('sync'));
  const good = command('sync');
  await operator.publish(topic, good);
  await operator.seen('/result', (text) => text.includes(idOf(good)) && text.includes('done'));
  expect(rig.acts).toHaveLength(1);
});

/** The player's process ends at its n-th statement, before or after it is executed. */
function dyingAt(store: FleetStore, n: number, when: 'before' | 'after', died: () => void): FleetStore {
  let count = 0;
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const guarded =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      count++;
      if (isDead || (count >= n && when === 'before')) return die();
      const result = await work(...args);
      return count >= n ? die() : result;
    };
  const die = (): Promise<never> => {
    isDead = true;
    died();
    return never;
  };
  return {
    ...store,
    take: guarded(store.take),
    begin: guarded(store.begin),
    finish: guarded(store.finish),
    resultDelivered: guarded(store.resultDelivered),
  };
}

/** A hung command is not awaited. */
async function stopped({ fleet, clock }: FleetRig): Promise<void> {
  const stopping = fleet.stop();
  await clock.advance(2_000);
  await stopping;
}

test(
  'row 73 · killed at any moment: a command runs exactly once, or is reported as unknown',
  slow,
  async () => {
    const broker = await startMosquitto();
    const operator = await watch(broker);
    const seen: string[] = [];
    let kills = 0;
    for (const spread of [0, 1]) {
      for (let n = 1, survived = false; !survived; n++) {
        for (const when of ['before', 'after'] as const) {
          const kept = await keptStore();
          let isDead = false;
          let acted = 0;
          const act = async () => {
            acted++;
            return { answer: acted };
          };
          const store = dyingAt(storeOf(kept), n, when, () => {
            isDead = true;
          });
          const first = await fleetPlayer(broker.url, { player: { store }, act });
          await connected(first);
          const text = command('sync', {}, { spread });
          await operator.publish(topic, text).catch(() => undefined);
          const reported = () =>
            operator.messages.findLast(
              (one) =>
                one.text.includes(idOf(text)) &&
                !one.text.includes('accepted') &&
                one.topic.endsWith('/result'),
            );
          await until('it dies or is done', async () => {
            await first.clock.advance(1000);
            return isDead || (reported() !== undefined && kept.fleet.results(1).length === 0);
          });
          await stopped(first);
          if (!isDead) {
            survived = true;
          } else {
            kills++;
            const again = await fleetPlayer(broker.url, { player: { store: storeOf(kept) }, act });
            await connected(again);
            await until('its result is reported', async () => {
              await again.clock.advance(1000);
              return reported() !== undefined && kept.fleet.results(1).length === 0;
            });
            await stopped(again);
          }
          const { state, code } = JSON.parse(reported()?.text ?? '{}') as { state: string; code?: string };
          seen.push(`${state} ${code ?? ''}`);
          expect(acted).toBeLessThanOrEqual(1);
          if (state === 'done') expect(acted).toBe(1);
          else expect({ state, code }).toEqual({ state: 'failed', code: 'interrupted' });
        }
      }
    }
    expect(seen.filter((what) => what.startsWith('done')).length).toBeGreaterThan(2);
    reportRow(73, { kills });
  },
);

test('row 73 · control: if the id is not stored, a repetition runs again', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const acts: unknown[] = [];
  const act = async (requested: unknown) => {
    acts.push(requested);
    return {};
  };
  const rig = await fleetPlayer(broker.url, { player: { store: forgetful }, act });
  await connected(rig);
  const text = command('sync');
  await operator.publish(topic, text);
  await until('it acted', () => acts.length === 1);
  await operator.publish(topic, text);
  await until('it acted again', () => acts.length === 2);
  reportRow(73, { negativeControl: true });
});
