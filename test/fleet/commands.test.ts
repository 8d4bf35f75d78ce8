import { describe, expect, test } from 'vitest';
import { type Circumstances, judged } from '../../src/main/fleet/command.ts';
import { Commands } from '../../src/main/fleet/commands.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { circumstances } from './circumstances.ts';
import { startMosquitto, type Watcher, watch } from './mosquitto.ts';
import { command, connected, fleetPlayer, idOf, keptStore } from './player.ts';

const topic = 'vitrine/v1/chain/shop-1/cmd';
const around = (): Circumstances => circumstances(topic);
const judge = (text: string, changes: Partial<Circumstances> = {}, retained = false, on = topic) =>
  judged(
    { topic: on, payload: Buffer.from(text), isRetained: retained, properties: {} },
    { ...around(), ...changes },
  );
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('a command is refused with its reason', () => {
  test.each([
    ['oversized', () => judge(command('sync', { more: 'x'.repeat(9000) }))],
    ['malformed', () => judge('no JSON at all')],
    ['malformed', () => judge('{"id": "12345678", "name": "sync"}')],
    ['malformed', () => judge(command('overlay', { visible: 'yes' }))],
    ['malformed', () => judge(command('sync', { url: 'http://a.example/' }))],
    [
      'malformed',
      () => judge(command('sync', {}, { expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString() })),
    ],
    ['retained', () => judge(command('sync'), {}, true)],
    ['not-for-us', () => judge(command('sync'), {}, false, 'vitrine/v1/chain/$group-south/cmd')],
    ['unknown', () => judge(command('constructor'))],
    ['unknown', () => judge(command('shell', { line: 'id' }))],
    ['not-allowed', () => judge(command('restart-player'), { allowed: ['sync'] })],
    ['clock', () => judge(command('sync'), { isClockTrusted: false })],
    ['clock', () => judge(command('sync'), { now: Date.now() - 86_400_000 })],
    ['expired', () => judge(command('sync', {}, { issuedAt: ago(9000), expiresAt: ago(1) }))],
    ['expired', () => judge(command('sync'), { now: Date.now() + 10 * 365 * 86_400_000 })],
    ['busy', () => judge(command('sync'), { running: 16 })],
  ] as const)('%s', (code, look) => {
    expect(look()).toMatchObject({ code });
  });

  test('a valid command is accepted', () => {
    expect(judge(command('logs', { lines: 7 }))).toMatchObject({
      request: { name: 'logs', args: { lines: 7 } },
      afterMs: 0,
    });
  });

  test('a command to many players spreads by a stable hash', () => {
    const text = command('sync', {}, { spread: 100 });
    const waits = Array.from({ length: 1000 }, (_, at) => {
      const read = judge(text, { device: `shop-${at}` });
      return 'afterMs' in read ? read.afterMs : Number.NaN;
    });
    const tenths = Array.from(
      { length: 10 },
      (_, at) => waits.filter((ms) => Math.floor(ms / 10_000) === at).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(60);
    expect(Math.max(...tenths)).toBeLessThan(150);
    expect(judge(text, { device: 'shop-7' })).toMatchObject({ afterMs: waits[7] });
  });
});

const results = (operator: Watcher, id: string) =>
  operator.messages
    .filter((seen) => seen.topic.endsWith('/result'))
    .map(({ text }) => JSON.parse(text) as { id: string; state: string; code?: string; answer?: unknown })
    .filter((result) => result.id === id);
const finished = async (operator: Watcher, id: string) => {
  const seen = await operator.seen(
    '/result',
    (text) => text.includes(id) && !text.includes('"state":"accepted"'),
  );
  return JSON.parse(seen.text) as { state: string; code?: string; reason?: string; answer?: unknown };
};

test('a command runs once, and a repetition gets the persisted result, also after a restart', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const store = await keptStore();
  const first = await fleetPlayer(broker.url, { store });
  await connected(first);
  const text = command('sync');
  await operator.publish(topic, text);
  expect(await finished(operator, idOf(text))).toMatchObject({ state: 'done', answer: 'done' });
  await operator.publish(topic, text);
  const overlay = command('overlay', { visible: true });
  await operator.publish(topic, overlay);
  await finished(operator, idOf(overlay));
  await operator.seen(
    '/result',
    () => results(operator, idOf(text)).filter(({ state }) => state === 'done').length === 2,
  );
  await first.fleet.stop();
  const again = await fleetPlayer(broker.url, { store });
  await connected(again);
  await operator.publish(topic, text);
  await operator.seen(
    '/result',
    () => results(operator, idOf(text)).filter(({ state }) => state === 'done').length === 3,
  );
  expect(first.acts).toEqual([
    { name: 'sync', args: {} },
    { name: 'overlay', args: { visible: true } },
  ]);
  expect(again.acts).toEqual([]);
});

test('a player obeys commands to its group and to all, and sends a picture on its topic', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url, { settings: { groups: ['north'] } });
  await connected(rig);
  await operator.publish('vitrine/v1/chain/$group-south/cmd', command('sync'));
  for (const to of ['$group-north', '$all']) {
    const text = command('picture');
    await operator.publish(`vitrine/v1/chain/${to}/cmd`, text);
    expect(await finished(operator, idOf(text))).toMatchObject({
      state: 'done',
      answer: { screenId: '1', bytes: 1000 },
    });
  }
  expect(operator.last('/picture')?.bytes).toHaveLength(1000);
  expect(rig.acts).toEqual([]);
});

test('after a crash a started command is reported as interrupted, and a waiting one runs', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const store = await keptStore();
  const expiresAt = Date.now() + 600_000;
  const kept = (id: string, isBegun: boolean) =>
    store.fleet.take(
      {
        id,
        isBegun,
        result: null,
        expiresAt,
        command: JSON.stringify({ asked: { name: 'sync', args: {} }, expiresAt }),
      },
      Date.now(),
    );
  kept('half-way-1', true);
  kept('not-begun-1', false);
  const rig = await fleetPlayer(broker.url, { store });
  await connected(rig);
  expect(await finished(operator, 'half-way-1')).toMatchObject({ state: 'failed', code: 'interrupted' });
  expect(await finished(operator, 'not-begun-1')).toMatchObject({ state: 'done' });
  expect(rig.acts).toHaveLength(1);
});

test('a command that expired before it could start is refused, and does not run', async () => {
  const clock = new ManualClock();
  const results: unknown[] = [];
  const acts: string[] = [];
  const late = JSON.stringify({ asked: { name: 'sync', args: {} }, expiresAt: clock.now() });
  const unused = (): never => expect.fail('it is not used');
  const commands = new Commands({
    clock,
    log: createLog(() => undefined),
    store: {
      take: unused,
      begin: async () => undefined,
      finish: async (_, result) => void results.push(JSON.parse(result)),
      unfinished: async () => [{ id: 'late-1', command: late, isBegun: false }],
    },
    circumstances: () => circumstances(topic, clock.now()),
    act: async ({ name }) => {
      acts.push(name);
      return {};
    },
    onResult: () => undefined,
    onAccepted: unused,
    onUnreadable: unused,
  });
  await commands.resume();
  await clock.advance(0);
  expect([results, acts]).toMatchObject([[{ id: 'late-1', state: 'refused', code: 'expired' }], []]);
});

test('a command that cannot be persisted does not run', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const store = await keptStore();
  store.fleet.take = () => {
    throw new Error('the disk takes nothing');
  };
  const rig = await fleetPlayer(broker.url, { store });
  await connected(rig);
  const text = command('sync');
  await operator.publish(topic, text);
  expect(await finished(operator, idOf(text))).toMatchObject({ state: 'refused' });
  expect(rig.acts).toEqual([]);
});

test('a desired state is applied once, and an unreadable one changes nothing', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  await operator.publish('vitrine/v1/chain/shop-1/desired', '{"overlay": true, "updates": "hold"}', true);
  const rig = await fleetPlayer(broker.url);
  await connected(rig);
  await operator.publish('vitrine/v1/chain/shop-1/desired', 'rubbish', true);
  await operator.publish('vitrine/v1/chain/shop-1/desired', '{"overlay": true, "updates": "go"}', true);
  const text = command('sync');
  await operator.publish(topic, text);
  await finished(operator, idOf(text));
  expect(rig.acts).toEqual([
    { name: 'overlay', args: { visible: true } },
    { name: 'update-hold', args: { held: true } },
    { name: 'update-hold', args: { held: false } },
    { name: 'sync', args: {} },
  ]);
});

test('a repetition during the delivery of its result gets the result too', async () => {
  const { fleet } = await keptStore();
  fleet.take({ id: 'command-1', command: '{}', expiresAt: 0, isBegun: true, result: null }, 0);
  fleet.finish('command-1', '{}');
  const [first] = fleet.results(1);
  if (!first) throw new Error('there is a result');
  fleet.finish('command-1', '{}');
  fleet.resultDelivered(first);
  const [again] = fleet.results(1);
  expect(again?.id).toBe('command-1');
  fleet.resultDelivered(again ?? first);
  expect(fleet.results(1)).toEqual([]);
});

test('a command that waited through a restart is not run by a clock that lost the time', async () => {
  const clock = new ManualClock({ at: 0 });
  const expiresAt = Date.parse('2026-01-01T12:00:00Z');
  const request = { name: 'sync', args: {} };
  const acts: unknown[] = [];
  const finished: string[] = [];
  let isClockTrusted = false;
  const commands = new Commands({
    clock,
    log: createLog(() => undefined),
    store: {
      take: async () => 'new',
      begin: async () => undefined,
      finish: async (_, result) => void finished.push(JSON.parse(result).code),
      unfinished: async () => [
        { id: 'waited-1', command: JSON.stringify({ asked: request, expiresAt }), isBegun: false },
      ],
    },
    circumstances: () => ({ ...around(), now: clock.now(), isClockTrusted }),
    act: async (asked) => {
      acts.push(asked);
      return {};
    },
    onResult: () => undefined,
    onAccepted: () => undefined,
    onUnreadable: () => undefined,
  });
  await commands.resume();
  await clock.advance(60_000);
  expect([acts, finished]).toEqual([[], []]);
  clock.set(expiresAt + 1);
  isClockTrusted = true;
  await clock.advance(60_000);
  expect([acts, finished]).toEqual([[], ['expired']]);
});
