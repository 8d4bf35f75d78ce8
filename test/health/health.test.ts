import { describe, expect, test } from 'vitest';
import type { HealthFacts, ScreenFacts, Vitals } from '../../src/main/health/facts.ts';
import { deservesPing, deservesTime, isInSight, judge } from '../../src/main/health/health.ts';
import { noReadings } from '../../src/main/sensors/readings.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { calmFacts, calmVitals, painting } from '../support/health.ts';

const minute = 60_000;
const safe = message('health.safe-mode', { at: '2026-01-01T01:00:00.000Z' });
const health = (changes: Partial<HealthFacts> = {}) => judge({ ...calmFacts, ...changes });
const screen = (changes: Partial<ScreenFacts>) => health({ screens: [{ ...painting, ...changes }] });
const vitals = (changes: Partial<Vitals>) => health({ vitals: { ...calmVitals, ...changes } });
const off: ScreenFacts = { ...painting, wanted: 'off', state: 'black' };
const waiting = { state: 'waiting', forMs: 0, why: null, hasClone: false } as const;
const codes = ({ reasons }: ReturnType<typeof judge>) => reasons.map(({ code }) => code);

test('a player that paints and has no fault is well', () => {
  expect(health()).toMatchObject({
    verdict: 'well',
    sentence: message('health.well'),
    reasons: [],
    screens: [{ id: '1', wanted: 'on', seen: 'painting', since: '2026-01-01T00:08:30.000Z', why: null }],
    engine: { state: 'well' },
    loop: { state: 'well', lagMs: 0 },
    starts: 1,
    mode: 'normal',
  });
});

describe('a screen', () => {
  test.each<[string, Partial<ScreenFacts>, string, string, boolean]>([
    ['stands by', { plays: false }, 'well', 'standing-by', true],
    ['is off by plan', { wanted: 'off', state: 'black' }, 'well', 'black', true],
    [
      'is off by plan, and its browser is gone',
      { wanted: 'off', state: 'reviving' },
      'well',
      'reviving',
      true,
    ],
    ['is brought back', { state: 'reviving', forMs: 9_000 }, 'attention', 'reviving', true],
    ['is brought back for long', { state: 'reviving', forMs: 11_000 }, 'dark', 'reviving', true],
    ['is brought back without an end', { state: 'reviving', forMs: 11 * minute }, 'dark', 'dark', false],
    ['starts', { state: 'starting', forMs: 500 }, 'dark', 'reviving', true],
    ['has no window', { state: 'waiting', forMs: 11 * minute }, 'dark', 'dark', false],
    ['has no display', { state: 'absent', forMs: 11 * minute }, 'dark', 'no-display', true],
  ])('that %s', (_, changes, verdict, seen, pinged) => {
    const judged = screen(changes);
    expect([judged.verdict, judged.screens[0]?.seen, deservesPing(judged)]).toEqual([verdict, seen, pinged]);
  });

  test('gets more time on a slow machine before it counts as dark', () => {
    const slow = health({
      slowness: 4,
      screens: [{ ...painting, state: 'starting', forMs: 39 * minute }],
    });
    expect([slow.verdict, deservesPing(slow)]).toEqual(['dark', true]);
  });

  test('that is dark outweighs reasons that only need attention', () => {
    const judged = health({
      safe,
      screens: [
        painting,
        { ...painting, id: '2', state: 'absent', why: verbatim('Display 2 is not connected.') },
      ],
    });
    expect([judged.verdict, judged.sentence]).toEqual(['dark', verbatim('Display 2 is not connected.')]);
    expect(codes(judged)).toEqual(['no-display', 'safe-mode']);
  });
});

test.each(['none', 'expired', 'lost'] as const)('a page whose login is %s needs attention', (why) => {
  const judged = health({ pageLogins: [{ host: 'board.example', why }] });
  expect(judged.verdict).toBe('attention');
  expect(judged.reasons).toMatchObject([
    {
      code: 'page-login',
      screenId: null,
      sentence: message(`health.page-login.${why}`, { host: 'board.example' }),
    },
  ]);
});

test('a stuck touch panel needs attention, with its screen', () => {
  const judged = health({ stuckTouch: ['2'] });
  expect([judged.verdict, judged.sentence]).toEqual([
    'attention',
    message('health.touch-stuck', { screen: '2' }),
  ]);
  expect(judged.reasons).toMatchObject([{ code: 'touch-stuck', screenId: '2' }]);
});

const hot = { sensor: 'cpu-thermal', celsius: 91, limit: 90 };
const worn = { disk: 'mmcblk0', used: 0.9, isWorn: true };

describe('the machine', () => {
  test.each<[string, ReturnType<typeof judge>]>([
    ['disk', vitals({ storage: { state: 'failing', freeBytes: 0, isLow: false } })],
    ['disk-low', vitals({ storage: { state: 'good', freeBytes: 1, isLow: true } })],
    ['clock-not-trusted', vitals({ clock: { trusted: false, zone: 'UTC' } })],
    ['configuration', vitals({ configuration: verbatim('The CA file cannot be read.') })],
    ['no-show', vitals({ edition: null })],
    ['cms-silent', health({ cmsSilentMs: 181 * minute })],
    ['engine-silent', health({ engine: { isOpen: true, silentMs: 6_000 } })],
    ['updates-stopped', health({ vitals: { ...calmVitals, updates: verbatim('No update.') } })],
    ['release-lost', health({ vitals: { ...calmVitals, lostRelease: verbatim('It does not start.') } })],
    ['display-not-switched', health({ displayFailure: verbatim('the hook failed: spawn /opt/hook EMFILE') })],
    [
      'browser-changed',
      health({ starts: 2, changed: message('health.changed.kernel', { before: '1', now: '2' }) }),
    ],
    ['safe-mode', health({ safe })],
    ['off-by-hand', health({ offByHand: { until: null }, screens: [off] })],
    ['unassigned', vitals({ content: [{ code: 'unassigned', sentence: verbatim('None.') }] })],
    ['playlist-empty', vitals({ content: [{ code: 'playlist-empty', sentence: verbatim('Empty.') }] })],
    ['unplayable', vitals({ content: [{ code: 'unplayable', sentence: verbatim('Broken.') }] })],
    ['sync-paused', vitals({ isPaused: true })],
    ['under-voltage', health({ sensors: { ...noReadings, power: { isLow: true, wasLow: true } } })],
    ['hot', health({ sensors: { ...noReadings, temperatures: [hot] } })],
    ['storage-worn', health({ sensors: { ...noReadings, wear: [worn] } })],
    ['setup-file', health({ setupFile: verbatim('It is refused.') })],
    ['cms-never-reached', health({ cmsAwaitedMs: 11 * minute })],
    ['fleet-not-joined', health({ link: { ...waiting, awaitedMs: 11 * minute } })],
  ])('needs attention and still pings the watchdog: %s', (code, judged) => {
    expect([judged.verdict, codes(judged), deservesPing(judged)]).toEqual(['attention', [code], true]);
  });

  test('is well where its sensors are, and names the one that is not', () => {
    const sensors = {
      power: { isLow: false, wasLow: true },
      temperatures: [{ ...hot, celsius: 89 }],
      wear: [{ ...worn, isWorn: false }],
    };
    expect(health({ sensors })).toMatchObject({ verdict: 'well', sensors });
    const both = health({
      sensors: { ...sensors, temperatures: [{ ...hot, sensor: 'nvme', celsius: 20 }, hot] },
    });
    expect(both.sentence).toEqual(message('health.hot', { sensor: 'cpu-thermal', celsius: 91 }));
  });

  test('is well after an hour without the CMS, and while the engine opens', () => {
    expect(health({ cmsSilentMs: 60 * minute }).verdict).toBe('well');
    const opening = health({ engine: { isOpen: false, silentMs: 3 * minute }, vitals: null });
    expect([opening.verdict, opening.engine.state, deservesPing(opening)]).toEqual(['well', 'opening', true]);
  });

  test('needs attention when the engine takes more than three minutes to open, and stops the ping after half an hour', () => {
    const opening = (minutes: number) =>
      health({ engine: { isOpen: false, silentMs: minutes * minute }, vitals: null });
    const [slow, hung] = [opening(4), opening(31)];
    expect([slow.verdict, codes(slow), deservesPing(slow)]).toEqual(['attention', ['engine-silent'], true]);
    expect([hung.engine.state, deservesPing(hung), deservesPing(opening(29))]).toEqual(['dead', false, true]);
  });

  test('stops the ping after a stall of the loop, or when the engine stays dead', () => {
    const late = health({ lagMs: 6_000 });
    expect([codes(late), deservesPing(late), deservesTime(late)]).toEqual([['loop-late'], false, true]);
    const dead = health({ engine: { isOpen: true, silentMs: 181_000 } });
    expect([codes(dead), dead.engine.state, deservesTime(dead)]).toEqual([['engine-silent'], 'dead', false]);
    expect(deservesPing(health({ lagMs: 6_000, slowness: 2 }))).toBe(true);
  });
});

test('off by plan is well; off by hand needs attention and says until when, and no screen is dark for it', () => {
  expect(health({ screens: [off] })).toMatchObject({ verdict: 'well', sentence: message('health.off') });
  const byHand = (until: string | null) => health({ screens: [off], offByHand: { until } });
  const until = '2026-01-01T20:00:00.000Z';
  expect(byHand(until).sentence).toEqual(message('health.off-by-hand', { until }));
  expect(byHand(null).sentence).toEqual(message('health.off-by-hand.open'));
  expect(byHand(null).screens).toMatchObject([{ wanted: 'off', seen: 'black' }]);
});

test('the CMS and the fleet get ten minutes for their first answer, also on a slow machine, and one reason each', () => {
  const awaited = (minutes: number, changes: Partial<HealthFacts> = {}) =>
    codes(
      health({
        cmsAwaitedMs: minutes * minute,
        link: { ...waiting, awaitedMs: minutes * minute },
        ...changes,
      }),
    );
  expect([awaited(10), awaited(10, { slowness: 4 })]).toEqual([[], []]);
  expect(awaited(11, { slowness: 4 })).toEqual(['cms-never-reached', 'fleet-not-joined']);
  const forMs = 181 * minute;
  expect(awaited(181, { cmsSilentMs: forMs, link: { ...waiting, forMs, awaitedMs: forMs } })).toEqual([
    'cms-silent',
    'fleet-silent',
  ]);
  const configuration = verbatim('There is no token.');
  expect(awaited(11, { link: null, vitals: { ...calmVitals, configuration } })).toEqual(['configuration']);
  const cms = { lastReachedAt: null, error: verbatim('The CMS refuses the token.') };
  const refused = health({ cmsAwaitedMs: 11 * minute, vitals: { ...calmVitals, cms } });
  expect(refused.sentence).toEqual(message('health.cms-never-reached.why', { why: cms.error }));
});

test('the show is in sight when every connected display shows what it should', () => {
  expect(isInSight(screen({}))).toBe(true);
  expect(isInSight(screen({ plays: false }))).toBe(true);
  expect(isInSight(screen({ state: 'black', wanted: 'off' }))).toBe(true);
  expect(isInSight(screen({ state: 'starting' }))).toBe(false);
  expect(isInSight(health({ screens: [] }))).toBe(false);
  const [one, none] = [painting, { ...painting, id: '2', state: 'absent' as const }];
  expect([isInSight(health({ screens: [one, none] })), isInSight(health({ screens: [none] }))]).toEqual([
    true,
    false,
  ]);
});

test('a broken link to the fleet never makes a screen dark', () => {
  const why = { code: 'broker-unreachable', message: verbatim('It is away.'), remedy: verbatim('Look.') };
  const link = (forMs: number, state: 'waiting' | 'connected' = 'waiting', hasClone = false) =>
    judge({ ...calmFacts, link: { state, forMs, why, hasClone, awaitedMs: null } });
  expect(link(60_000)).toMatchObject({ verdict: 'well', link: { state: 'waiting', why } });
  expect(link(4 * 3600_000)).toMatchObject({ verdict: 'attention', reasons: [{ code: 'fleet-silent' }] });
  expect(link(4 * 3600_000, 'connected').verdict).toBe('well');
  expect(link(0, 'connected', true)).toMatchObject({
    verdict: 'attention',
    reasons: [{ code: 'fleet-clone' }],
  });
  expect(deservesPing({ ...link(4 * 3600_000), since: '' } as never)).toBe(true);
});
