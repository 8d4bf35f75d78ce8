import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mosquittoUntilRemoved } from './broker.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { command, connected, fleetPlayer, idOf } from './player.ts';

const acl = readFileSync(new URL('../../deploy/mosquitto/vitrine.acl', import.meta.url), 'utf8');
const conf = readFileSync(new URL('../../deploy/mosquitto/vitrine.conf', import.meta.url), 'utf8');

test('the access list that is handed out lets players do their work, and nobody do that of another', async () => {
  const users = { 'shop-1': 'one', 'shop-2': 'two', operator: 'op', reader: 'look' };
  const broker = await startMosquitto({ users, acl });
  const operator = await watch(broker, { user: 'operator', password: 'op' });
  const settings = { groups: ['north'], credentialsFile: await broker.credentials('shop-1', 'one') };
  const rig = await fleetPlayer(broker.url, { settings });
  await connected(rig);
  for (const to of ['shop-1', '$group-north', '$all']) {
    const text = command('sync');
    await operator.publish(`vitrine/v1/chain/${to}/cmd`, text);
    await operator.seen('/result', (said) => said.includes(idOf(text)) && said.includes('"done"'));
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
  await operator.seen('/result', (said) => said.includes(idOf(last)) && said.includes('"done"'));
  expect(rig.acts).toHaveLength(before + 1);
});

test('the limits of the configuration that is handed out are ones that the broker knows', async () => {
  const lines = conf
    .split('\n')
    .filter((line) =>
      /^(message_size_limit|max_queued_messages|persistent_client_expiration|autosave_interval|per_listener_settings)/.test(
        line,
      ),
    );
  expect(lines).toHaveLength(5);
  const broker = await mosquittoUntilRemoved({ lines });
  await broker.remove();
});
