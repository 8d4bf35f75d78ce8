import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Command, Invocation } from '../../src/main/cli/command.ts';
import { command as cmd } from '../../src/main/cli/fleet/cmd.ts';
import { command as forget } from '../../src/main/cli/fleet/forget.ts';
import { command as list } from '../../src/main/cli/fleet/list.ts';
import { command as picture } from '../../src/main/cli/fleet/picture.ts';
import { command as show } from '../../src/main/cli/fleet/show.ts';
import { command as watchFleet } from '../../src/main/cli/fleet/watch.ts';
import { command as keys } from '../../src/main/cli/release/keys.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { calmHealth } from '../support/health.ts';
import { invoke } from '../support/invoke.ts';
import { slow } from '../support/limits.ts';
import { until } from '../support/until.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { connected, type FleetRigOptions, fleetPlayer } from './player.ts';
import { standsStill } from './slow-line.ts';

/** Two players, one of them dark, and a console beside them. */
async function chain(act?: FleetRigOptions['act'], settings: object = {}) {
  const broker = await startMosquitto();
  const dark = { ...calmHealth, verdict: 'dark' as const, sentence: verbatim('Screen 1 has no display.') };
  const one = await fleetPlayer(broker.url, {
    device: 'shop-1',
    settings: { groups: ['north'], ...settings },
    ...(act ? { act } : {}),
  });
  const two = await fleetPlayer(broker.url, { device: 'shop-2', player: { health: () => dark } });
  for (const rig of [one, two]) await connected(rig);
  const operator = await watch(broker);
  await operator.seen('shop-1/state');
  await operator.seen('shop-2/state');
  const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const config = { ...base, fleet: { ...base.fleet, name: 'chain', url: broker.url } };
  const run = (command: Command, given: Partial<Invocation> = {}) => invoke(command, { config, ...given });
  return { one, two, operator, run, config };
}

test('list shows every player, the worst first; show shows all of one', async () => {
  const { run, operator } = await chain();
  await operator.publish('vitrine/v1/chain/shop-3/state', 'rubbish', true);
  await operator.publish('vitrine/v1/chain/shop-3/online', 'false', true);
  const { code, out } = await run(list);
  expect(code).toBe(0);
  expect(out).toMatch(
    /shop-2 +up +dark +Screen 1 has no display\.[\s\S]*shop-3 +down +– +nothing that can be read[\s\S]*shop-1 +up +well/,
  );
  expect(out).toContain('3 players, 1 dark, 0 to look at, 1 without a link');
  const dark = JSON.parse((await run(list, { values: { verdict: 'dark' }, json: true })).out) as {
    device: string;
  }[];
  expect(dark.map(({ device }) => device)).toEqual(['shop-2']);
  const north = JSON.parse((await run(list, { values: { group: 'north' }, json: true })).out) as {
    device: string;
  }[];
  expect(north.map(({ device }) => device)).toEqual(['shop-1']);
  expect((await run(show, { positionals: ['shop-1'] })).out).toMatch(
    /health +well since[\s\S]*content +e1[\s\S]*groups +north/,
  );
  await expect(run(show, { positionals: ['shop-9'] })).rejects.toMatchObject({ code: 'unknown-player' });
  await expect(run(list, { values: { verdict: 'fine' } })).rejects.toMatchObject({ code: 'wrong-usage' });
});

test('forget removes a player that is offline from the broker, and refuses one that is online or unknown', async () => {
  const { run, operator } = await chain();
  await operator.publish('vitrine/v1/chain/shop-3/state', 'rubbish', true);
  await operator.publish('vitrine/v1/chain/shop-3/online', 'false', true);
  const gone = (device: string) => run(forget, { positionals: [device], values: { yes: true } });
  expect((await run(list)).out).toContain('3 players');
  expect(await gone('shop-3')).toMatchObject({ code: 0, out: 'shop-3 is removed.\n' });
  expect((await run(list)).out).toContain('2 players');
  await expect(gone('shop-1')).rejects.toMatchObject({ report: { message: { code: 'player-online' } } });
  await expect(gone('shop-3')).rejects.toMatchObject({ code: 'unknown-player' });
  expect((await run(list)).out).toContain('2 players');
});

test('a player that sends all the time does not hide the fleet', async () => {
  const { run, operator } = await chain();
  const state = operator.last('shop-1/state')?.text ?? '';
  const talking = setInterval(() => {
    operator.client.publish('vitrine/v1/chain/shop-1/state', state, { retain: true });
  }, 10);
  onTestFinished(() => clearInterval(talking));
  expect((await run(list)).out).toContain('2 players');
});

test('cmd waits for the results of one player, a group and all', async () => {
  const { run, one, two } = await chain();
  const done = await run(cmd, { positionals: ['sync'], values: { player: 'shop-1' }, json: true });
  expect(done.code).toBe(0);
  expect(JSON.parse(done.out)).toEqual([{ device: 'shop-1', state: 'done', answer: 'done' }]);
  await expect(run(cmd, { positionals: ['sync'], values: { all: true } })).rejects.toMatchObject({
    code: 'not-confirmed',
  });
  const all = await run(cmd, { positionals: ['sync'], values: { all: true, yes: true } });
  expect(all.out).toContain('2 of 2 done');
  await run(cmd, {
    positionals: ['overlay'],
    values: { group: 'north', yes: true, args: '{"visible": true}' },
  });
  expect(one.acts.map(({ name }) => name)).toEqual(['sync', 'sync', 'overlay']);
  expect(two.acts.map(({ name }) => name)).toEqual(['sync']);
  for (const values of [
    { player: 'shop-1', all: true },
    {},
    { player: 'shop-1', args: '{' },
    { player: 'shop-1', spread: '9999' },
  ])
    await expect(run(cmd, { positionals: ['sync'], values })).rejects.toMatchObject({ code: 'wrong-usage' });
  await expect(run(cmd, { positionals: ['shell'], values: { all: true } })).rejects.toMatchObject({
    code: 'wrong-usage',
  });
});

test('cmd --key signs its command, and a player that requires a signature runs no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, 'a passphrase of an operator\n');
  const given = { 'passphrase-file': [passphrase] };
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: folder } });
  await invoke(keys, { config, positionals: ['commands', folder], values: given });
  const { public: commandKey } = JSON.parse(readFileSync(join(folder, 'commands.pub'), 'utf8'));
  const { run, one, operator } = await chain(undefined, { commandKey });
  const values = { group: 'north', yes: true };
  const unsigned = await run(cmd, { positionals: ['sync'], values });
  expect(unsigned).toMatchObject({ code: 1, out: expect.stringContaining('signed with its operator’s key') });
  await operator.publish('vitrine/v1/chain/shop-1/desired', '{"updates": "hold"}', true);
  const signed = await run(cmd, {
    positionals: ['logs'],
    values: { ...values, ...given, args: '{"lines": 3}', key: join(folder, 'commands.key') },
  });
  expect(signed.code).toBe(0);
  expect(one.acts).toEqual([{ name: 'logs', args: { lines: 3 } }]);
});

test(
  'a player that does not answer is listed as unanswered, and one that fails with its reason',
  slow,
  async () => {
    const { run, two } = await chain(async () => {
      throw new Error('the CMS is away');
    });
    const failed = await run(cmd, { positionals: ['sync'], values: { player: 'shop-1' } });
    expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('the CMS is away') });
    await two.fleet.stop();
    const silent = await run(cmd, { positionals: ['sync'], values: { player: 'shop-2', wait: '1s' } });
    expect(silent).toMatchObject({ code: 1, out: expect.stringContaining('unanswered') });
  },
);

test('a picture is saved to a file', async () => {
  const { run } = await chain();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-picture-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const to = join(folder, 'shop.jpg');
  const { out } = await run(picture, { positionals: ['shop-1'], values: { to }, json: true });
  expect(JSON.parse(out)).toEqual({ file: to, bytes: 1000 });
  expect(readFileSync(to)).toHaveLength(1000);
});

test('list is complete also when the broker stalls', async () => {
  const broker = await startMosquitto();
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const seenAt = async (url: string) => {
    const { out } = await invoke(list, {
      config: { ...config, fleet: { ...config.fleet, name: 'chain', url } },
      json: true,
    });
    return (JSON.parse(out) as unknown[]).length;
  };
  expect(await seenAt(broker.url)).toBe(0);
  const operator = await watch(broker);
  for (let at = 0; at < 200; at++)
    operator.client.publish(`vitrine/v1/chain/shop-${at}/online`, 'true', { qos: 0, retain: true });
  await operator.publish('vitrine/v1/chain/$all/other', 'x');
  // Longer than any silence that could be taken for the end.
  const slow = await standsStill(broker.port, 4_000, 1_500);
  expect(await seenAt(slow)).toBe(200);
});

test('watch prints changes until it is ended', async () => {
  const { config, operator } = await chain();
  const ending = new AbortController();
  let out = '';
  const watching = invoke(watchFleet, {
    config,
    signal: ending.signal,
    out: async (text) => {
      out += text;
    },
  });
  await until('the table is there', () => out.includes('2 players'));
  await operator.publish('vitrine/v1/chain/shop-1/online', 'false', true);
  await until('the change is printed', () => out.includes('shop-1: link down'));
  ending.abort();
  expect((await watching).code).toBe(0);
});

test('a missing broker and an unconfigured fleet each give a one-line error', async () => {
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  await expect(invoke(list, { config })).rejects.toMatchObject({ code: 'no-fleet' });
  const away = { ...config, fleet: { ...config.fleet, url: 'mqtt://127.0.0.1:1' } };
  const since = systemClock.monotonic();
  await expect(invoke(list, { config: away })).rejects.toMatchObject({ code: 'broker-unreachable' });
  expect(systemClock.monotonic() - since).toBeLessThan(20_000);
});
