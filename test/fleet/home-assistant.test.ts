import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionTable } from '../../src/main/actions/table/table.ts';
import { judged } from '../../src/main/fleet/command.ts';
import { discoveryId } from '../../src/main/fleet/home-assistant.ts';
import { circumstances } from './circumstances.ts';
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
  // Existing entities keep their ids, two of them under older keys.
  expect(components).toMatchObject({
    take: { unique_id: 'vitrine-chain-shop-1-picture' },
    browser: { unique_id: 'vitrine-chain-shop-1-restart-browser' },
    sync: { unique_id: 'vitrine-chain-shop-1-sync' },
  });
  const keys = [...actionTable().values()].filter(({ name }) => name !== 'logs' && name !== 'doctor');
  expect(buttons).toHaveLength(keys.flatMap((action) => action.buttons).length);
  const now = Date.parse('2026-01-01T00:00:00Z');
  const notify = Object.values(components).filter(({ platform }) => platform === 'notify');
  expect(notify).toHaveLength(1);
  for (const { command_template = '', command_topic = '' } of [...buttons, ...notify]) {
    // The text that Home Assistant's templates produce.
    const rendered = command_template
      .replace(/\{\{ value\[:120\] \| tojson \}\}/, JSON.stringify('A "quoted" message'))
      .replace(/\{\{ \(now[^}]*\}\}/, '1767225600000')
      .replace(/\{\{ utcnow\(\)\.isoformat\(\) \}\}/, '2026-01-01T00:00:00.123456+00:00')
      .replace(/\{\{ \(utcnow[^}]*\}\}/, '2026-01-01T00:01:00.123456+00:00');
    const command = judged(
      { topic: command_topic, payload: Buffer.from(rendered), isRetained: false, properties: {} },
      circumstances('vitrine/v1/chain/shop-1/cmd', now),
    );
    expect(command).toHaveProperty('request');
  }
});

test('each ring of the doorbell example is another message with the picture of the camera', () => {
  const yaml = readFileSync(new URL('../../deploy/home-assistant/doorbell.yaml', import.meta.url), 'utf8');
  const [, template = ''] = /payload: >-\n(.*)$/s.exec(yaml) ?? [];
  const ring = (at: number) => {
    const iso = (ms: number) => new Date(ms).toISOString().replace('Z', '000+00:00');
    const values: Readonly<Record<string, string>> = {
      '(now().timestamp() * 1000) | int': String(at),
      'utcnow().isoformat()': iso(at),
      '(utcnow() + timedelta(minutes=1)).isoformat()': iso(at + 60_000),
      here: 'http://192.168.1.10:8123',
      camera: 'camera.doorbell',
      "state_attr(camera, 'access_token')": 'f00d',
    };
    const rendered = template.replace(
      /\{\{ (.*?) \}\}/g,
      (_, code: string) => values[code] ?? `unknown: ${code}`,
    );
    const topic = 'vitrine/v1/chain/$all/cmd';
    return judged(
      { topic, payload: Buffer.from(rendered), isRetained: false, properties: {} },
      circumstances(topic, at),
    );
  };
  const [first, second] = [1_767_225_600_000, 1_767_225_610_000].map(ring);
  const picture = 'http://192.168.1.10:8123/api/camera_proxy/camera.doorbell?token=f00d';
  expect(first).toMatchObject({ request: { args: { id: 'doorbell', version: 1_767_225_600_000, picture } } });
  expect(second).toMatchObject({
    request: { args: { id: 'doorbell', version: 1_767_225_610_000, picture } },
  });
});

test('the discovery message omits buttons that are not allowed or would need a signature', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  await operator.client.subscribeAsync('homeassistant/#');
  const reported = async (device: string, settings: object) => {
    const rig = await fleetPlayer(broker.url, {
      device,
      settings: { homeAssistant: 'homeassistant', ...settings },
    });
    await connected(rig);
    const { text } = await operator.seen(`homeassistant/device/vitrine-chain-${device}/config`);
    const { components } = JSON.parse(text) as { components: Record<string, { platform: string }> };
    return Object.keys(components).filter((key) => components[key]?.platform === 'button');
  };
  expect(await reported('shop-1', { commands: ['sync', 'overlay'] })).toEqual([
    'sync',
    'overlay-on',
    'overlay-off',
  ]);
  expect(await reported('shop-2', { commandKey: '0'.repeat(64) })).toEqual([]);
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
