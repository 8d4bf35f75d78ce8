import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '../cms/certificates.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { command, connected, fleetPlayer, idOf } from './player.ts';

const acl = readFileSync(new URL('../../deploy/mosquitto/vitrine.acl', import.meta.url), 'utf8');
const conf = readFileSync(new URL('../../deploy/mosquitto/vitrine.conf', import.meta.url), 'utf8');

test('the shipped access list lets each player use its own topics only', async () => {
  const users = { 'shop-1': 'one', 'shop-2': 'two', operator: 'op', reader: 'look' };
  const broker = await startMosquitto({ users, acl });
  const operator = await watch(broker, { user: 'operator', password: 'op' });
  const settings = { groups: ['north'], credentialsFile: await broker.credentials('shop-1', 'one') };
  const rig = await fleetPlayer(broker.url, { settings });
  await connected(rig);
  for (const to of ['shop-1', '$group-north', '$all']) {
    const text = command('sync');
    await operator.publish(`vitrine/v1/chain/${to}/cmd`, text);
    await operator.seen('/result', (message) => message.includes(idOf(text)) && message.includes('"done"'));
  }
  expect(rig.fleet.facts().why).toBeNull();
  const before = rig.acts.length;
  for (const [user, password] of [
    ['shop-2', 'two'],
    ['reader', 'look'],
  ] as const) {
    const other = await watch(broker, { user, password });
    await other.publish('vitrine/v1/chain/shop-1/cmd', command('sync')).catch(() => undefined);
    await other.publish('vitrine/v1/chain/$all/cmd', command('sync')).catch(() => undefined);
  }
  const last = command('overlay', { visible: true });
  await operator.publish('vitrine/v1/chain/shop-1/cmd', last);
  await operator.seen('/result', (message) => message.includes(idOf(last)) && message.includes('"done"'));
  expect(rig.acts).toHaveLength(before + 1);
});

test("the shipped configuration refuses another user's client id, so no player ends another's connection", async () => {
  const { valid, caFile } = await makeCertificates();
  const ca = readFileSync(caFile, 'utf8');
  const users = { 'shop-1': 'one', 'shop-2': 'two' };
  const people = { operator: 'op' };
  /** Whether shop-1 stays connected when another user logs in with its client id. */
  const stays = async (conf: string): Promise<boolean> => {
    const broker = await startMosquitto({ tls: valid, users, acl, handedOut: { conf, people } });
    const credentialsFile = await broker.credentials('shop-1', 'one');
    const rig = await fleetPlayer(broker.url, { settings: { credentialsFile, caFile } });
    await connected(rig);
    const as = (username: string, password: string, clientId: string) =>
      mqtt.connectAsync(broker.url, {
        protocolVersion: 5,
        username,
        password,
        clientId,
        ca,
        reconnectPeriod: 0,
      });
    const thief = await as('shop-2', 'two', 'vitrine-chain-shop-1');
    onTestFinished(() => thief.endAsync(true));
    // Several people share one user, and they cannot log in on the players' port.
    await expect(as('operator', 'op', 'vitrine-chain-shop-1')).rejects.toThrow(/[Nn]ot authorized/);
    const login = { ca, user: 'operator', password: 'op' };
    const [operator] = await Promise.all([1, 2].map(() => watch({ url: broker.peopleUrl }, login)));
    const text = command('sync');
    await operator?.publish('vitrine/v1/chain/shop-1/cmd', text);
    if (rig.fleet.facts().state !== 'connected') return false;
    await operator?.seen('/result', (message) => message.includes(idOf(text)) && message.includes('"done"'));
    return rig.fleet.facts().why === null;
  };
  expect(await stays(conf)).toBe(true);
  expect(await stays(conf.replace('use_username_as_clientid true', ''))).toBe(false);
});
