import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Command, Invocation } from '../../src/main/cli/command.ts';
import { command as resume } from '../../src/main/cli/fleet/rollout/resume.ts';
import { command as runOn } from '../../src/main/cli/fleet/rollout/run.ts';
import { command as start } from '../../src/main/cli/fleet/rollout/start.ts';
import { command as status } from '../../src/main/cli/fleet/rollout/status.ts';
import { stepsOption } from '../../src/main/cli/fleet/rollout/steps.ts';
import { command as stop } from '../../src/main/cli/fleet/rollout/stop.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { isSelected, type Plan, readPlan, replaces, reportSchema } from '../../src/main/fleet/rollout.ts';
import { type Clock, systemClock } from '../../src/main/ground/clock.ts';
import { RolloutDesk } from '../../src/main/operator/rollout-desk.ts';
import { judged, progressOf } from '../../src/main/operator/rollout-judge.ts';
import type { FleetScreen } from '../../src/main/operator/screens.ts';
import { updateOff, type WantedRelease } from '../../src/main/update/update-status.ts';
import { message } from '../../src/shared/languages/message.ts';
import { invoke } from '../support/invoke.ts';
import { slow } from '../support/limits.ts';
import { until } from '../support/until.ts';
import { calmStatus } from './fake-player.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { connected, fleetPlayer, passes, untilPassed } from './player.ts';
import { newVersion, SimulatedScreen, type Trials } from './rollout/screen.ts';

const plan: Plan = {
  id: 'rollout-1',
  version: '2.0.0',
  state: 'running',
  why: null,
  step: 0,
  settledAt: null,
  limit: 0.05,
  enough: 0.8,
  restSeconds: 60,
  spreadSeconds: 0,
  lostSeconds: 3600,
  when: 'now',
  steps: [
    { group: 'pilot', share: 1 },
    { group: null, share: 1 },
  ],
  players: 100,
  startedAt: '2026-01-01T00:00:00.000Z',
  by: 'somebody',
  revision: 5,
};
const now = Date.parse('2026-01-01T01:00:00Z');

type Way = 'kept' | 'failed' | 'trying' | 'cannot' | 'asked' | 'away' | null;
/** Screens by state. The first 20 are in group pilot, those from the 96th on in group last. */
function screens(...ways: readonly (readonly [number, Way])[]): readonly FleetScreen[] {
  return ways
    .flatMap(([count, way]) => Array.from({ length: count }, () => way))
    .map((way, at): FleetScreen => {
      const is = way === 'away' ? 'asked' : way;
      const code = is === 'failed' ? 'no-item' : null;
      const rollout = is === null ? null : { id: plan.id, is, code };
      const groups = at < 20 ? ['pilot'] : at < 95 ? [] : ['last'];
      const state = { rollout } as unknown as FleetScreen['state'];
      return { device: `shop-${at}`, online: way !== 'away', state, about: { groups, screens: [] } };
    });
}
const verdict = (changes: Partial<Plan>, ...ways: readonly (readonly [number, Way])[]) => {
  const changed = { ...plan, ...changes };
  return judged(
    changed,
    progressOf(changed, screens(...ways), () => false),
    now,
  ).is;
};

describe('a rollout', () => {
  test.each([
    [
      'waits for selected players',
      'wait',
      {},
      [
        [10, 'kept'],
        [10, 'asked'],
        [80, null],
      ],
    ],
    [
      'waits while a player is on trial',
      'wait',
      {},
      [
        [19, 'kept'],
        [1, 'trying'],
        [80, null],
      ],
    ],
    [
      'rests when enough players have finished',
      'settle',
      {},
      [
        [16, 'kept'],
        [4, 'away'],
        [80, null],
      ],
    ],
    [
      'waits for offline players when they are many',
      'wait',
      {},
      [
        [15, 'kept'],
        [5, 'away'],
        [80, null],
      ],
    ],
    [
      'does not count a player that cannot update as finished',
      'wait',
      {},
      [
        [20, 'cannot'],
        [80, null],
      ],
    ],
    [
      'widens after the rest',
      'next',
      { settledAt: '2026-01-01T00:58:00Z' },
      [
        [20, 'kept'],
        [80, null],
      ],
    ],
    [
      'does not widen before the rest is over',
      'wait',
      { settledAt: '2026-01-01T00:59:30Z' },
      [
        [20, 'kept'],
        [80, null],
      ],
    ],
    // Another console wrote this, with a clock years ahead.
    [
      'rests no longer when settledAt lies in the future',
      'next',
      { settledAt: '2035-01-01T00:00:00Z' },
      [
        [20, 'kept'],
        [80, null],
      ],
    ],
    ['ends after the last step', 'done', { step: 1, settledAt: '2026-01-01T00:00:00Z' }, [[100, 'kept']]],
    [
      'stops when too many have failed for the others to make up',
      'stop',
      {},
      [
        [2, 'failed'],
        [18, 'asked'],
        [80, null],
      ],
    ],
    [
      'continues at exactly the limit',
      'wait',
      {},
      [
        [1, 'failed'],
        [10, 'kept'],
        [9, 'asked'],
        [80, null],
      ],
    ],
    [
      'counts no offline player',
      'stop',
      {},
      [
        [1, 'failed'],
        [18, 'kept'],
        [1, 'away'],
        [80, null],
      ],
    ],
    [
      'stops for failures among the players that a step added',
      'stop',
      { step: 1, limit: 0.1 },
      [
        [20, 'kept'],
        [2, 'failed'],
        [10, 'kept'],
        [68, 'away'],
      ],
    ],
    [
      'waits for a small step after large ones have finished',
      'wait',
      {
        step: 1,
        steps: stepsOption('pilot,last'),
      },
      [
        [20, 'kept'],
        [75, null],
        [5, 'asked'],
      ],
    ],
    // The broker restarted without its retained messages.
    [
      'waits for a broker that knows only a few players',
      'wait',
      { settledAt: '2026-01-01T00:00:00Z' },
      [[20, 'kept']],
    ],
  ] as const)('%s', (_, is, changes, ways) => {
    expect(verdict(changes, ...ways)).toBe(is);
  });

  test('a silent player on trial counts as failed', () => {
    const progress = progressOf(
      plan,
      screens([19, 'kept'], [1, 'trying'], [80, null]),
      (device) => device === 'shop-19',
    );
    expect(progress.all).toMatchObject({ failed: 1, lost: 1, trying: 0, kept: 19 });
    expect(judged({ ...plan, limit: 0.04 }, progress, now).is).toBe('stop');
  });

  test('a resting step keeps its sentence, with the end of the rest', () => {
    const resting = { ...plan, settledAt: '2026-01-01T00:59:30Z' };
    const progress = progressOf(resting, screens([20, 'kept'], [80, null]), () => false);
    const values = { step: 1, steps: 2, until: '2026-01-01T01:00:30.000Z' };
    for (const ms of [0, 1_000, 29_000])
      expect(judged(resting, progress, now + ms).sentence).toEqual(message('rollout.rests', values));
  });

  test('codes from players are bounded in number and length', () => {
    const codes = ['__proto__', 'constructor', ...Array.from({ length: 500 }, (_, at) => `made-up-${at}`)];
    const faked = ['no-item', 'no-item', ...codes].map((code, at): FleetScreen => {
      const state = { rollout: { id: plan.id, is: 'failed', code } } as unknown as FleetScreen['state'];
      return { device: `shop-${at}`, online: true, state, about: { groups: ['pilot'], screens: [] } };
    });
    const counted = Object.entries(progressOf(plan, faked, () => false).codes);
    expect(counted.slice(0, 3)).toEqual([
      ['no-item', 2],
      ['__proto__', 1],
      ['constructor', 1],
    ]);
    expect(counted.at(-1)).toEqual(['other', 495]);
    expect(counted).toHaveLength(9);
    for (const [code, read] of [
      ['no-item', 'no-item'],
      [null, null],
      ['x'.repeat(41), 'other'],
      ['\u001b[2J', 'other'],
      [7, 'other'],
    ])
      expect(v.parse(reportSchema, { id: plan.id, is: 'failed', code })).toMatchObject({ code: read });
  });

  test.each([
    ['the newer one holds', true, { revision: 6 }, {}],
    ['an older one does not', false, { revision: 4 }, {}],
    ['an older one does not undo a stop', false, { revision: 4 }, { state: 'stopped' }],
    ['the stop holds at equal revisions', false, {}, { state: 'stopped' }],
    ['the later one holds at equal revisions', true, {}, {}],
    ['a stop always holds', true, { revision: 4, state: 'stopped' }, {}],
    ['a newer one ends a stop', true, { revision: 6 }, { state: 'stopped' }],
    ['another rollout holds', true, { id: 'rollout-2', revision: 1 }, { state: 'stopped' }],
  ] as const)('of two plans, %s', (_, holds, next, before) => {
    expect(replaces({ ...plan, ...next }, { ...plan, ...before })).toBe(holds);
  });

  test('a larger share contains the smaller one, and steps add groups', () => {
    const steps = stepsOption('pilot,north:50%,10%,100%');
    const of = (upTo: number, groups: readonly string[]): readonly string[] =>
      Array.from({ length: 1000 }, (_, at) => `shop-${at}`).filter((device) =>
        isSelected({ id: 'rollout-1', steps }, upTo, device, groups),
      );
    expect([of(0, []).length, of(0, ['pilot']).length]).toEqual([0, 1000]);
    expect(of(1, ['north']).length).toBeGreaterThan(440);
    expect(of(1, ['north']).length).toBeLessThan(560);
    const tenth = of(2, []);
    expect(tenth.length).toBeGreaterThan(70);
    expect(tenth.length).toBeLessThan(130);
    expect(of(2, ['north'])).toEqual(expect.arrayContaining([...tenth]));
    expect(of(3, []).length).toBe(1000);
    for (const wrong of ['', '110%', 'a b', 'pilot:x', Array(51).fill('1%').join(',')])
      expect(() => stepsOption(wrong)).toThrow();
  });

  test.each([
    ['no JSON', 'garbage'],
    ['another shape', '{"id": "rollout-1"}'],
    ['a step that is not there', JSON.stringify({ ...plan, step: 2 })],
    ['a version that is none', JSON.stringify({ ...plan, version: '../../etc' })],
    ['a limit of 500 %', JSON.stringify({ ...plan, limit: 5 })],
    ['more than fits', JSON.stringify({ ...plan, more: 'x'.repeat(20_000) })],
  ])('a plan with %s is rejected', (_, text) => {
    expect(readPlan(Buffer.from(JSON.stringify(plan)))).toMatchObject({ id: 'rollout-1' });
    expect(readPlan(Buffer.from(text))).toBeNull();
  });
});

/** The timeout of an answer from the real broker is not shortened. */
const answerMs = 30_000;
const fast: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * 40,
  sinceBoot: () => systemClock.sinceBoot() * 40,
  after: (ms, callback) => systemClock.after(ms === answerMs ? ms : ms / 40, callback),
};
const trials: Trials = { failing: 0, fetchMs: 1_000, trialMs: 5_000 };

async function chain(count: number, given: Partial<Trials> = {}) {
  const broker = await startMosquitto();
  const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const config = { ...base, fleet: { ...base.fleet, name: 'chain', url: broker.url, spreadSeconds: 10 } };
  const all = Array.from(
    { length: count },
    (_, at) =>
      new SimulatedScreen({
        fleet: config.fleet,
        device: `shop-${at}`,
        clock: fast,
        trials: { ...trials, ...given },
        settings: { groups: at < 2 ? ['pilot'] : [] },
      }),
  );
  onTestFinished(async () => {
    await Promise.all(all.map((screen) => screen.stop()));
  });
  const operator = await watch(broker);
  for (const { device } of all) await operator.seen(`${device}/state`);
  const run = (command: Command, more: Partial<Invocation> = {}) => invoke(command, { config, ...more });
  const values = { steps: 'pilot,100%', rest: '0s', spread: '0s', yes: true };
  const begin = (more: Invocation['values'] = {}, given: Partial<Invocation> = {}) =>
    run(start, { positionals: [newVersion], values: { ...values, ...more }, ...given });
  return { broker, all, operator, run, begin };
}

test(
  'a rollout stops above its limit, no other player starts, and an operator resumes it to its end',
  slow,
  async () => {
    const { all, run, begin, operator } = await chain(5, { failing: 1 });
    await expect(begin()).rejects.toMatchObject({
      code: 'rollout-stopped',
      // The other one may or may not have failed by then.
      message: expect.stringMatching(/The release failed on [12] of 2 players; the limit is 5%/),
    });
    expect(all.filter((screen) => screen.trials > 0).map(({ device }) => device)).toEqual([
      'shop-0',
      'shop-1',
    ]);
    await expect(run(resume, { values: { yes: true } })).rejects.toMatchObject({
      code: 'rollout-above-limit',
    });
    const done = await run(resume, { values: { limit: '100%', yes: true } });
    expect(done.code).toBe(0);
    expect(done.progress).toMatch(/Step 2 of 2 is starting[\s\S]*Step 2 of 2[\s\S]*Installed: 0 of 5/);
    expect(all.map((screen) => screen.trials)).toEqual([1, 1, 1, 1, 1]);
    expect(JSON.parse((await run(status, { json: true })).out)).toMatchObject({
      plan: { state: 'done', version: newVersion, players: 5 },
      progress: { all: { asked: 5, failed: 5 }, codes: { 'no-item': 5 } },
    });
    expect((await run(status)).out).toMatch(
      /rollout +2\.0\.0, done[\s\S]*steps +all of pilot, > 100 % of all/,
    );
    expect(
      JSON.parse((await operator.seen('$rollout/progress', (text) => text.includes('"done"'))).text),
    ).toMatchObject({ version: newVersion, step: 2, steps: 2, counts: { failed: 5 } });
    await expect(run(resume)).rejects.toMatchObject({ code: 'rollout-not-stopped' });
  },
);

test('a plan written during the prompt counts, and not the one before it', async () => {
  const { run, operator } = await chain(1);
  const meanwhile = (changes: Partial<Plan>) => async () => {
    await operator.publish('vitrine/v1/chain/$rollout/plan', JSON.stringify({ ...plan, ...changes }), true);
    return true;
  };
  await expect(
    run(start, { positionals: [newVersion], ask: meanwhile({ revision: 6 }) }),
  ).rejects.toMatchObject({ code: 'rollout-running' });
  await meanwhile({ state: 'stopped', why: 'By hand.', revision: 7 })();
  await expect(run(resume, { ask: meanwhile({ revision: 8 }) })).rejects.toMatchObject({
    code: 'rollout-not-stopped',
  });
  await meanwhile({ state: 'stopped', why: 'By hand.', revision: 9 })();
  await expect(
    run(resume, { ask: meanwhile({ id: 'rollout-2', state: 'stopped', why: 'By hand.' }) }),
  ).rejects.toMatchObject({ code: 'rollout-taken' });
  // Another console has widened it, and stopped it again.
  await meanwhile({ state: 'stopped', why: 'By hand.', revision: 20 })();
  const ending = new AbortController();
  const ended = run(resume, {
    ask: meanwhile({ state: 'stopped', why: 'By hand.', step: 1, revision: 30 }),
    signal: ending.signal,
  });
  const { text } = await operator.seen('$rollout/plan', (message) => message.includes('"revision":31'));
  expect(JSON.parse(text)).toMatchObject({ state: 'running', step: 1 });
  ending.abort();
  await ended;
});

test('the silence of a player on trial is measured across reconnects of the console', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const state = { at: plan.startedAt, since: plan.startedAt, verdict: 'well' };
  const rollout = { id: plan.id, is: 'trying', code: null };
  await operator.publish('vitrine/v1/chain/shop-1/online', 'false', true);
  await operator.publish('vitrine/v1/chain/shop-1/about', '{"groups": ["pilot"]}', true);
  await operator.publish('vitrine/v1/chain/shop-1/state', JSON.stringify({ ...state, rollout }), true);
  const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  let later = 0;
  const needs = {
    config: { fleet: { ...base.fleet, name: 'chain', url: broker.url } },
    clock: { ...systemClock, monotonic: () => systemClock.monotonic() + later },
    env: {},
  };
  const first = await RolloutDesk.open(needs);
  expect(first.progress(plan).all).toMatchObject({ trying: 1, lost: 0 });
  await first.close();
  later = 3_600_000;
  const second = await RolloutDesk.open(needs, first.silent);
  onTestFinished(() => second.close());
  expect(second.progress(plan).all).toMatchObject({ trying: 0, lost: 1, failed: 1 });
  second.look();
  await broker.kill();
  await until('its end is known', () => {
    try {
      second.look();
      return false;
    } catch {
      return true;
    }
  });
});

test('of two consoles the later one continues; a stopped one leaves the rollout unchanged', {
  ...slow,
  tags: 'long',
}, async () => {
  const over = Promise.withResolvers<void>();
  const { all, run, begin } = await chain(3, { mayEnd: over.promise });
  const first = begin().then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
  await until('the pilot tries it', () => all[0]?.trials === 1);
  const ending = new AbortController();
  const second = run(runOn, { signal: ending.signal });
  expect(await first).toBe('rollout-taken');
  ending.abort();
  expect(await second).toMatchObject({ code: 1, progress: expect.stringContaining('goes on with it') });
  expect(JSON.parse((await run(status, { json: true })).out)).toMatchObject({ plan: { state: 'running' } });
  await expect(begin()).rejects.toMatchObject({ code: 'rollout-running' });
  over.resolve();
  expect((await run(runOn)).code).toBe(0);
  expect(all.map((screen) => [screen.version, screen.trials])).toEqual(all.map(() => [newVersion, 1]));
});

test('a stopped rollout judges players on trial and starts no others', slow, async () => {
  const over = Promise.withResolvers<void>();
  const { all, run, begin, operator } = await chain(3, { mayEnd: over.promise });
  const ended = begin().catch((error: unknown) => (error as { code: string }).code);
  await until('the pilot tries it', () => all[0]?.trials === 1 && all[1]?.trials === 1);
  expect((await run(stop)).out).toContain('An operator stopped the rollout.');
  expect(await ended).toBe('rollout-stopped');
  over.resolve();
  await operator.seen('shop-0/state', (text) => text.includes('"kept"'));
  expect(all.map((screen) => screen.trials)).toEqual([1, 1, 0]);
  // Garbage on its topic is no rollout, and players with a plan ignore it.
  await operator.publish('vitrine/v1/chain/$rollout/plan', 'rubbish', true);
  await expect(run(status)).rejects.toMatchObject({ code: 'rollout-rubbish' });
  await operator.publish('vitrine/v1/chain/$rollout/plan', '', true);
  await expect(run(runOn)).rejects.toMatchObject({ code: 'no-rollout' });
});

test('failures with twenty long codes do not prevent a stop', slow, async () => {
  const { run, begin, operator } = await chain(1, { failing: 1 });
  const odd = Array.from({ length: 20 }, (_, at) => `${at}-`.padEnd(40, 'x'));
  for (const [at] of odd.entries()) {
    await operator.publish(`vitrine/v1/chain/odd-${at}/online`, 'true', true);
    await operator.publish(`vitrine/v1/chain/odd-${at}/about`, '{"groups": ["pilot"]}', true);
  }
  const ended = begin({ limit: '99%', enough: '100%' }).catch(
    (error: unknown) => (error as { code: string }).code,
  );
  const { id } = JSON.parse((await operator.seen('$rollout/plan')).text) as Plan;
  const since = '2026-01-01T00:00:00.000Z';
  for (const [at, code] of odd.entries()) {
    const state = { at: since, since, verdict: 'well', rollout: { id, is: 'failed', code } };
    await operator.publish(`vitrine/v1/chain/odd-${at}/state`, JSON.stringify(state), true);
  }
  expect(await ended).toBe('rollout-stopped');
  const answer = JSON.parse((await run(status, { json: true })).out) as { plan: Plan };
  expect(answer.plan.why).toMatch(/^The release failed on 21 of 21 players/);
});

test('an unreadable plan is never written', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const config = { fleet: { ...base.fleet, name: 'chain', url: broker.url } };
  const desk = await RolloutDesk.open({ config, clock: systemClock, env: {} });
  onTestFinished(() => desk.close());
  await expect(desk.write({ ...plan, why: 'x'.repeat(501) })).rejects.toThrow('would be unreadable');
  await desk.write(plan);
  expect(desk.plan).toEqual({ ...plan, revision: 6 });
  await operator.seen('$rollout/plan');
  expect(operator.messages.filter(({ topic }) => topic.endsWith('/plan'))).toHaveLength(1);
});

test('an older plan from a restarted broker is overwritten by the console', async () => {
  const { begin, operator } = await chain(2, { mayEnd: new Promise(() => undefined) });
  const ending = new AbortController();
  const ended = begin({}, { signal: ending.signal });
  const first = JSON.parse((await operator.seen('$rollout/plan')).text) as Plan;
  const older = { ...first, revision: first.revision - 1, by: 'another one' };
  await operator.publish('vitrine/v1/chain/$rollout/plan', JSON.stringify(older), true);
  const again = await operator.seen('$rollout/plan', (text) =>
    text.includes(`"revision":${first.revision + 1}`),
  );
  expect(JSON.parse(again.text)).toMatchObject({ id: first.id, by: first.by });
  ending.abort();
  expect(await ended).toMatchObject({ code: 1 });
});

test('a stop reaches observers although no console runs the rollout', async () => {
  const { run, operator } = await chain(1);
  await operator.publish('vitrine/v1/chain/$rollout/plan', JSON.stringify(plan), true);
  await run(stop);
  const { text } = await operator.seen('$rollout/progress');
  expect(JSON.parse(text)).toMatchObject({
    state: 'stopped',
    sentence: 'An operator stopped the rollout.',
    i18n: { sentence: { code: 'rollout.stopped.by-hand' } },
  });
});

test('a player without a link starts nothing, since it may have missed a stop', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const send = (changes: Partial<Plan>): Promise<void> => {
    const text = JSON.stringify({ ...plan, steps: [{ group: null, share: 1 }], ...changes });
    return operator.publish('vitrine/v1/chain/$rollout/plan', text, true);
  };
  await send({});
  const asked: (WantedRelease | null)[] = [null];
  const rig = await fleetPlayer(broker.url, {
    player: {
      status: async () => ({
        ...calmStatus,
        version: '1.0.0',
        update: { ...updateOff, state: 'waiting', wanted: asked.at(-1) ?? null },
      }),
      want: async (wanted) => asked.push(wanted),
    },
  });
  await connected(rig);
  await untilPassed('it is asked', rig, () => asked.at(-1) !== null);
  expect(asked.at(-1)).toMatchObject({ version: '2.0.0' });
  await broker.kill();
  await until('its link is gone', () => rig.fleet.facts().state !== 'connected');
  await passes(rig, 15_000);
  expect(asked.at(-1)).toBeNull();
  // This broker has lost the plan, which may have been stopped.
  await broker.start();
  await connected(rig);
  await passes(rig, 15_000);
  expect(asked.at(-1)).toBeNull();
  await until('the operator is back', () => operator.client.connected);
  await send({});
  await untilPassed('it is asked again', rig, () => asked.at(-1) !== null);
  // A stop, followed by the plan before it.
  await send({ state: 'stopped', revision: 6 });
  await send({});
  await untilPassed('it is stopped', rig, () => asked.at(-1) === null);
  await passes(rig, 15_000);
  expect(asked.at(-1)).toBeNull();
});

test('a failed request to the updater is retried, and the state is still reported', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const all = { ...plan, steps: [{ group: null, share: 1 }] };
  await operator.publish('vitrine/v1/chain/$rollout/plan', JSON.stringify(all), true);
  let tries = 0;
  const rig = await fleetPlayer(broker.url, {
    player: {
      status: async () => ({ ...calmStatus, version: '1.0.0', update: { ...updateOff, state: 'waiting' } }),
      want: async () => {
        tries++;
        throw new Error('the engine is started anew');
      },
    },
  });
  await connected(rig);
  const isReported = () =>
    operator.last('shop-1/state')?.text.includes('"rollout":{"id":"rollout-1","is":"asked"');
  await untilPassed('the selection is reported', rig, isReported);
  await untilPassed('the request is retried', rig, () => tries > 3);
});

test.each([
  ['its updates are off', { ...updateOff }, 'update-off'],
  ['they are held', { ...updateOff, state: 'held' }, 'update-held'],
  ['it has a newer one', { ...updateOff, state: 'waiting', version: '3.0.0' }, 'newer'],
] as const)('a player that cannot update reports why: %s', async (_, facts, code) => {
  const { version = '1.0.0', ...update } = facts as typeof facts & { readonly version?: string };
  const broker = await startMosquitto();
  const operator = await watch(broker);
  await operator.publish(
    'vitrine/v1/chain/$rollout/plan',
    JSON.stringify({ ...plan, steps: [{ group: null, share: 1 }] }),
    true,
  );
  const wanted: unknown[] = [];
  const rig = await fleetPlayer(broker.url, {
    player: {
      status: async () => ({ ...calmStatus, version, update }),
      want: async (release) => wanted.push(release),
    },
  });
  await connected(rig);
  const refusal = `"rollout":{"id":"rollout-1","is":"cannot","code":"${code}"}`;
  await untilPassed(refusal, rig, () => operator.last('shop-1/state')?.text.includes(refusal));
  expect(wanted).toEqual([]);
});
