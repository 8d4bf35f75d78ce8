import { expect, onTestFinished, test } from 'vitest';
import { changesBetween } from '../../src/main/fleet/changes.ts';
import { DeliveryQueue } from '../../src/main/fleet/delivery-queue.ts';
import { Desired } from '../../src/main/fleet/desired.ts';
import { Joining } from '../../src/main/fleet/joining.ts';
import { Membership } from '../../src/main/fleet/membership.ts';
import { keyOf, type State, stateOf } from '../../src/main/fleet/state.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { calmActions } from '../support/calm-player.ts';
import { calmHealth } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { calmStatus } from './fake-player.ts';

const log = createLog(() => undefined);
const calm = stateOf(calmHealth, calmStatus, 0, null, calmActions().states(calmStatus));
const joined = (events: string[] = []) => ({
  facts: () => ({ state: 'connected', forMs: 1, why: null, hasClone: false }) as const,
  stop: async () => void events.push('stopped'),
  wakeEvents: () => void events.push('woken'),
  entry: async () => void events.push('entry'),
});

test('the history tells each change of a player, and nothing where nothing changed', () => {
  const kinds = (changes: Partial<State>): readonly string[] =>
    changesBetween(calm, { ...calm, ...changes }, 7).map(({ kind }) => kind);
  expect(changesBetween(null, calm, 7)).toEqual([
    { at: 7, kind: 'start', sentence: `Version ${calm.version} runs. ${calm.sentence}` },
  ]);
  expect(kinds({})).toEqual([]);
  expect(kinds({ verdict: 'dark' })).toEqual(['health']);
  expect(kinds({ reasons: [{ code: 'disk' as never, screenId: null }] })).toEqual(['health']);
  expect(kinds({ mode: 'safe' })).toEqual(['mode']);
  expect(kinds({ update: { ...calm.update, state: 'held' } })).toEqual(['update']);
  expect(kinds({ update: { ...calm.update, blocked: calm.update.blocked + 1 } })).toEqual(['update']);
  const edition = {
    id: 'e2',
    activatedAt: '',
    complete: true,
    missing: 0,
    unplayable: 0,
    failing: [],
    why: [],
  };
  expect(changesBetween(calm, { ...calm, edition }, 7)).toMatchObject([
    { sentence: 'Content version e2 plays.' },
  ]);
  expect(changesBetween({ ...calm, edition }, { ...calm, edition: null }, 7)).toMatchObject([
    { sentence: 'There is no content.' },
  ]);
});

test('what plays now is no change of the state, what fails is', () => {
  expect(keyOf({ ...calm, playing: [{ screenId: '9' } as never] })).toBe(keyOf(calm));
  expect(keyOf({ ...calm, sync: { ...calm.sync, error: 'cms-down' } })).not.toBe(keyOf(calm));
});

test('a player that joins reports the time since its start until it has connected once', async () => {
  const clock = new ManualClock();
  const events: string[] = [];
  const facts = { state: 'waiting' as 'waiting' | 'connected', forMs: 5, why: null, hasClone: false };
  const joining = new Joining({ clock, log, join: async () => ({ ...joined(events), facts: () => facts }) });
  await clock.advance(3_000);
  expect(joining.facts()).toMatchObject({ forMs: 5, awaitedMs: 3_000 });
  facts.state = 'connected';
  expect(joining.facts().awaitedMs).toBeNull();
  // An outage after that is no join that takes long.
  facts.state = 'waiting';
  await clock.advance(60_000);
  expect(joining.facts().awaitedMs).toBeNull();
  joining.wakeEvents();
  joining.entry({} as never);
  await joining.stop();
  expect(events).toEqual(['woken', 'entry', 'stopped']);
});

test('a player that is stopped while it joins leaves its fleet at once, and joins no more', async () => {
  const clock = new ManualClock();
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof joined>>();
  const late = new Joining({ clock, log, join: () => promise });
  await late.stop();
  resolve(joined(events));
  await clock.advance(0);
  expect([events, late.facts().state]).toEqual([['stopped'], 'waiting']);

  let begun = 0;
  const { promise: fails, reject } = Promise.withResolvers<never>();
  const doomed = new Joining({
    clock,
    log,
    join: () => {
      begun++;
      return fails;
    },
  });
  await doomed.stop();
  reject(new VitrineError('auth', 'fleet-file', verbatim('none')));
  await clock.advance(3_600_000);
  expect(begun).toBe(1);

  let tries = 0;
  const failing = new Joining({
    clock,
    log,
    join: async () => {
      tries++;
      throw new VitrineError('auth', 'fleet-file', verbatim('none'));
    },
  });
  await clock.advance(0);
  await failing.stop();
  await clock.advance(3_600_000);
  expect(tries).toBe(1);
});

test('a player without a fleet keeps no events, and has no link', async () => {
  const called: string[] = [];
  const membership = new Membership({
    dataDir: '/nowhere',
    clock: new ManualClock(),
    log,
    env: {},
    signal: new AbortController().signal,
    engine: { call: async (name: string) => void called.push(name) } as never,
    player: {} as never,
  });
  onTestFinished(() => membership.stop());
  const settings = { url: null, enrolmentFile: null } as never;
  membership.join(settings);
  membership.event({ at: 0, kind: 'start', sentence: 'x' });
  await new Promise(setImmediate);
  expect([membership.facts(), called]).toEqual([null, []]);
  // With one, an event is kept whether or not the broker is there.
  membership.join({ url: 'mqtts://broker.example', enrolmentFile: '/nowhere/enrolment' } as never);
  membership.event({ at: 0, kind: 'start', sentence: 'x' });
  await expect.poll(() => called).toEqual(['fleetEvent']);
  expect(membership.facts()).toMatchObject({ state: 'waiting' });
});

test('rows that the broker has are marked, also when a later one fails, and those left come again', async () => {
  const clock = new ManualClock();
  const rows = ['a', 'b', 'c'];
  const delivered: string[] = [];
  const marked: string[] = [];
  const world = { isConnected: false, fails: 'b' as string | null };
  const queue = new DeliveryQueue<string>({
    clock,
    log,
    rows: async () => rows.filter((row) => !marked.includes(row)),
    deliver: async (row, isShort) => {
      if (row === world.fails) throw new Error('link ended');
      delivered.push(isShort ? `${row} short` : row);
    },
    markDelivered: async (had) => void marked.push(...had),
    isConnected: () => world.isConnected,
  });
  queue.wake();
  await clock.advance(0);
  expect(delivered).toEqual([]);
  world.isConnected = true;
  queue.wake();
  await clock.advance(0);
  expect(marked).toEqual(['a']);
  // The third failure of one row: from then on it is sent shortened.
  await clock.advance(5_000);
  await clock.advance(10_000);
  world.fails = null;
  await clock.advance(60_000);
  expect([delivered, marked]).toEqual([
    ['a', 'b short', 'c'],
    ['a', 'b', 'c'],
  ]);
  world.fails = 'd';
  rows.push('d');
  queue.wake();
  await clock.advance(0);
  queue.stop();
  world.fails = null;
  await clock.advance(3_600_000);
  expect(marked).not.toContain('d');
});

test('a desired state is applied once, and again after a command to forget it', async () => {
  const acts: unknown[] = [];
  const desired = new Desired({ clock: new ManualClock(), log, act: async (request) => acts.push(request) });
  const receive = (text: string): void => desired.receive(Buffer.from(text));
  for (const text of ['', 'no json', '{"updates": "odd"}', '{}']) receive(text);
  expect(acts).toEqual([]);
  receive('{"overlay": true, "updates": "hold"}');
  await new Promise(setImmediate);
  receive('{"overlay": true, "updates": "go"}');
  await new Promise(setImmediate);
  expect(acts).toEqual([
    { name: 'overlay', args: { visible: true } },
    { name: 'update-hold', args: { held: true } },
    { name: 'update-hold', args: { held: false } },
  ]);
  desired.stop();
  receive('{"overlay": true}');
  await new Promise(setImmediate);
  expect(acts).toHaveLength(4);
});
