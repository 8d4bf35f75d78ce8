import { expect, test } from 'vitest';
import { judged } from '../../src/main/fleet/command.ts';
import { commandNames } from '../../src/main/fleet/command-list.ts';
import { discoveryId } from '../../src/main/fleet/home-assistant.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { connected, fleetPlayer } from './player.ts';

test('one retained message describes the player, and its buttons send valid commands', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  await operator.client.subscribeAsync('homeassistant/#');
  const rig = await fleetPlayer(broker.url, { settings: { homeAssistant: 'homeassistant' } });
  await connected(rig);
  const { text } = await operator.seen('homeassistant/device/vitrine-chain-shop-1/config');
  const { components, availability } = JSON.parse(text) as {
    components: Record<
      string,
      { platform: string; unique_id: string; command_topic?: string; command_template?: string }
    >;
    availability: unknown;
  };
  expect(availability).toEqual([
    { topic: 'vitrine/v1/chain/shop-1/online', payload_available: 'true', payload_not_available: 'false' },
  ]);
  const ids = Object.values(components).map(({ unique_id }) => unique_id);
  expect(new Set(ids).size).toBe(ids.length);
  const buttons = Object.values(components).filter(({ platform }) => platform === 'button');
  expect(buttons).toHaveLength(3);
  const now = Date.parse('2026-01-01T00:00:00Z');
  for (const { command_template = '', command_topic = '' } of buttons) {
    // The text that Home Assistant's templates produce.
    const said = command_template
      .replace(/\{\{ \(now[^}]*\}\}/, '1767225600000')
      .replace(/\{\{ utcnow\(\)\.isoformat\(\) \}\}/, '2026-01-01T00:00:00.123456+00:00')
      .replace(/\{\{ \(utcnow[^}]*\}\}/, '2026-01-01T00:01:00.123456+00:00');
    const command = judged(
      { topic: command_topic, payload: Buffer.from(said), isRetained: false, properties: {} },
      {
        now,
        isClockTrusted: true,
        device: 'shop-1',
        topics: ['vitrine/v1/chain/shop-1/cmd'],
        allowed: commandNames,
        running: 0,
        commandKey: null,
      },
    );
    expect(command).toHaveProperty('asked');
  }
});

test('a name with a dot gets a unique id that Home Assistant accepts', () => {
  expect(discoveryId('chain', 'shop-1')).toBe('vitrine-chain-shop-1');
  const names = ['shop.1', 'shop_1', 'shop-1', 'shop.1.'].map((device) => discoveryId('chain', device));
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^[\w-]+$/);
});

test('no discovery message is sent unless it is configured', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  await operator.client.subscribeAsync('homeassistant/#');
  const rig = await fleetPlayer(broker.url);
  await connected(rig);
  await operator.seen('/state');
  expect(operator.last('/config')).toBeUndefined();
});
