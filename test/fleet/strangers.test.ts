import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../src/main/admin/access/certificate.ts';
import { command as cmd } from '../../src/main/cli/fleet/cmd.ts';
import { command as list } from '../../src/main/cli/fleet/list.ts';
import { command as show } from '../../src/main/cli/fleet/show.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { type Certificates, makeCertificates } from '../cms/certificates.ts';
import { calmHealth } from '../support/health.ts';
import { invoke } from '../support/invoke.ts';
import { until } from '../support/until.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { command, connected, fleetPlayer, refusal, rested } from './player.ts';
import { rawBroker } from './raw-broker.ts';

const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
const consoleOf = (url: string, more: object = {}) => ({
  ...base,
  fleet: { ...base.fleet, name: 'chain', url, ...more },
});

test('a console reports a broker with only MQTT 3.1.1 as too old, with a remedy', async () => {
  const old = await rawBroker(({ type }, socket) => {
    if (type === 1) socket.end(Uint8Array.from([0x20, 2, 0, 1]));
  });
  await expect(invoke(list, { config: consoleOf(old.url) })).rejects.toMatchObject({
    code: 'broker-too-old',
    remedy: { code: 'broker-too-old.remedy' },
  });
});

describe('a broker that requires client certificates', () => {
  let certificates: Certificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });
  afterAll(() => certificates.remove());
  const broker = () =>
    startMosquitto({
      tls: certificates.valid,
      lines: [`cafile ${certificates.caFile}`, 'require_certificate true', 'use_identity_as_username true'],
    });
  const at = (name: string) => ({
    caFile: certificates.caFile,
    certificateFile: `${certificates.folder}/${name}.pem`,
    keyFile: `${certificates.folder}/${name}.key`,
  });

  test('accepts a valid certificate', async () => {
    const { url } = await broker();
    await connected(await fleetPlayer(url, { settings: at('valid') }));
  });

  test.each([
    'expired',
    'unknown',
  ])('refuses one that is %s like a wrong password, and the player retries late', async (name) => {
    const { url } = await broker();
    const rig = await fleetPlayer(url, { settings: at(name) });
    expect(await refusal(rig)).toMatchObject({
      code: 'broker-login',
      remedy: { code: 'broker-login.certificate.remedy' },
    });
    await rig.clock.advance(299_000);
    expect(rig.fleet.facts().state).toBe('waiting');
    await expect(invoke(list, { config: consoleOf(url, at(name)) })).rejects.toMatchObject({
      code: 'broker-login',
    });
  });

  test('refuses a player without one', async () => {
    const { url } = await broker();
    const rig = await fleetPlayer(url, { settings: { caFile: certificates.caFile } });
    expect(await refusal(rig)).toMatchObject({ code: 'broker-login' });
  });
});

test('a player names the broker in the handshake, as a broker behind a shared address needs', async () => {
  const names: string[] = [];
  const server = createServer({
    ...selfSigned(['localhost']),
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  await refusal(await fleetPlayer(`mqtts://localhost:${(server.address() as AddressInfo).port}`));
  expect(names).toEqual(['localhost']);
});

test("a broker's message size limit is reported with the setting that changes it", async () => {
  const broker = await startMosquitto({ lines: ['max_packet_size 300'] });
  const rig = await fleetPlayer(broker.url);
  await rested(rig);
  await until('that is reported', () =>
    /^broker-(packet-size|oversized|quota|ended)$/.test(rig.fleet.facts().why?.code ?? ''),
  );
  expect(rig.fleet.facts().why).toMatchObject({
    code: 'broker-packet-size',
    remedy: { code: 'broker-packet-size.remedy' },
  });
});

test('messages of 10 MB, foreign topics and garbage do not change what a console shows', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url, {
    player: { health: () => ({ ...calmHealth, sentence: verbatim('All \u001b[2Jis well.\u0007') }) },
  });
  await connected(rig);
  await operator.seen('shop-1/state');
  for (const [topic, payload] of [
    ['vitrine/v1/chain/shop-2/state', Buffer.alloc(10_000_000, 0x20)],
    ['vitrine/v1/chain/shop-3/state', '{"verdict": "splendid"}'],
    ['vitrine/v1/chain/shop-3/online', 'perhaps'],
    ['vitrine/v1/chain/$evil/state', '{"verdict": "dark"}'],
    ['vitrine/v1/chain/a/b/c/state', '{"verdict": "dark"}'],
    ['vitrine/v1/chain//state', '{"verdict": "dark"}'],
    ['vitrine/v2/chain/shop-4/state', '{"verdict": "dark"}'],
    ['vitrine/v1/other/shop-5/state', '{"verdict": "dark"}'],
    ['vitrine/v1/chain/shop-1/state/more', 'x'],
    ['homeassistant/device/x/config', '{}'],
    ['vitrine/v1/chain/$rollout/plan', Buffer.alloc(100_000, 0x7b)],
  ] as const)
    await operator.publish(topic, Buffer.from(payload), true);
  const config = consoleOf(broker.url);
  const players = JSON.parse((await invoke(list, { config, json: true })).out) as {
    device: string;
    state: unknown;
  }[];
  expect(players.map(({ device, state }) => [device, state !== null])).toEqual([
    ['shop-1', true],
    ['shop-3', false],
  ]);
  // Foreign text cannot move the reader's cursor.
  for (const given of [{ command: list }, { command: show, positionals: ['shop-1'] }]) {
    const { out } = await invoke(given.command, { config, positionals: given.positionals ?? [] });
    expect(out).toContain('All');
    expect([...out].filter((letter) => letter < ' ' && letter !== '\n')).toEqual([]);
  }
  const after = command('sync');
  await operator.publish('vitrine/v1/chain/shop-1/cmd', after);
  await operator.seen('/result', (message) => message.includes('"done"'));
  expect(rig.fleet.facts().state).toBe('connected');
});

test('no command runs between clocks that are years apart, and both sides report why', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const { ManualClock } = await import('../support/manual-clock.ts');
  const rigs = await Promise.all(
    [
      ['early', '2001-01-01T00:00:00Z'],
      ['late', '2039-01-01T00:00:00Z'],
    ].map(([device = '', at = '']) => fleetPlayer(broker.url, { device, clock: new ManualClock({ at }) })),
  );
  for (const rig of rigs) await connected(rig);
  for (const device of ['early', 'late']) await operator.seen(`${device}/state`);
  const { code, out } = await invoke(cmd, {
    config: consoleOf(broker.url),
    positionals: ['sync'],
    values: { all: true, yes: true, wait: '60s' },
    json: true,
  });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual([
    { device: 'early', state: 'refused', code: 'clock', reason: expect.stringContaining('future') },
    { device: 'late', state: 'refused', code: 'expired', reason: expect.any(String) },
  ]);
  expect(rigs.flatMap(({ acts }) => acts)).toEqual([]);
});
