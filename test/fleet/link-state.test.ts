import { expect, test } from 'vitest';
import { isDue, sentNow } from '../../src/main/fleet/cadence.ts';
import { Clones } from '../../src/main/fleet/clones.ts';
import { faultOfReason, type LinkFault, silent } from '../../src/main/fleet/link-fault.ts';
import { begun, type LinkState, stepped } from '../../src/main/fleet/link-state.ts';
import { numbersOf } from '../../src/main/fleet/metrics.ts';
import { PacketGuard } from '../../src/main/fleet/packet-guard.ts';
import { largestState, stateOf, stateText } from '../../src/main/fleet/state.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { calmActions } from '../support/calm-player.ts';
import { calmHealth } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import fc from '../support/properties.ts';
import { calmStatus } from './fake-player.ts';

const time = (now: number, random = 0.5, spreadMs = 300_000) => ({ now, spreadMs, random: () => random });
const connecting: LinkState = { is: 'connecting', since: 0, fault: null };
const rest = (state: LinkState, fault: LinkFault, now: number, random: number): number => {
  const next = stepped(state, { type: 'ended', fault }, time(now, random));
  return next.is === 'resting' ? next.until - now : Number.NaN;
};

/** Nothing can work. */
const buttons = calmActions({
  facts: {
    isInSafeMode: true,
    hasBrowser: false,
    showsOverlay: true,
    hasAlerts: false,
    hasInterrupts: false,
    canRestart: false,
    canRestartMachine: false,
    setupFixedBy: { kind: 'file', name: '/etc/vitrine/config.json' },
  },
}).states({ ...calmStatus, sync: { ...calmStatus.sync, state: 'stopped' } });

test('the link connects within ten seconds of a start', () => {
  const state = begun(time(5, 1));
  expect(state).toMatchObject({ is: 'resting', until: 10_005 });
});

test('waits are spread evenly from one second to five minutes after any number of failures', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
      expect(rest(connecting, silent, 1000, random)).toBeCloseTo(1000 + random * 299_000, -1);
    }),
  );
});

test('a refused login is retried after five to fifteen minutes', () => {
  const refused = faultOfReason(134);
  expect([0, 1].map((random) => rest(connecting, refused, 0, random))).toEqual([300_000, 900_000]);
});

test('a flapping link reconnects at most once a minute', () => {
  const connected: LinkState = { is: 'connected', since: 0 };
  expect(rest(connected, silent, 59_000, 0)).toBe(60_000);
  expect(rest(connected, faultOfReason(142), 3_600_000, 0)).toBe(60_000);
  expect(rest(connected, silent, 61_000, 0)).toBe(1_000);
});

test('a late event changes nothing', () => {
  const resting: LinkState = { is: 'resting', since: 0, until: 10, fault: null };
  expect(stepped(resting, { type: 'opened' }, time(0))).toBe(resting);
  expect(stepped(resting, { type: 'ended', fault: silent }, time(0))).toBe(resting);
  expect(stepped(connecting, { type: 'due' }, time(0))).toBe(connecting);
});

test('the start of an outage is kept over all retries', () => {
  let state: LinkState = { is: 'connected', since: 0 };
  state = stepped(state, { type: 'ended', fault: silent }, time(70_000));
  state = stepped(state, { type: 'due' }, time(200_000));
  state = stepped(state, { type: 'ended', fault: silent }, time(230_000));
  expect(state).toMatchObject({ is: 'resting', since: 70_000 });
});

test('a packet that is too large is recognized by its header, however it is split', () => {
  const small = [0x30, 3, 1, 2, 3];
  const large = [0x30, 0x81, 0x80, 0x04]; // 65,537 bytes
  const chunks = (bytes: readonly number[], size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      Uint8Array.from(bytes.slice(at * size, (at + 1) * size)),
    );
  for (const size of [1, 2, 3, 100]) {
    const guard = new PacketGuard(65_536);
    expect(chunks([...small, ...small], size).every((chunk) => guard.accepts(chunk))).toBe(true);
    expect(chunks(large, size).every((chunk) => guard.accepts(chunk))).toBe(false);
  }
  expect(new PacketGuard(65_536).accepts(Uint8Array.from([0x30, 0xff, 0xff, 0xff, 0xff, 1]))).toBe(false);
});

test('a change is due after 30 s, an unchanged state after five minutes, give or take a fifth', () => {
  const reported = sentNow('a', 0, () => 1);
  expect(reported.again).toBe(360_000);
  expect(sentNow('a', 0, () => 0).again).toBe(240_000);
  expect(isDue(reported, 'b', 29_999)).toBe(false);
  expect(isDue(reported, 'b', 30_000)).toBe(true);
  expect(isDue(reported, 'a', 359_999)).toBe(false);
  expect(isDue(reported, 'a', 360_000)).toBe(true);
});

test('a nonce from before this start is no clone, and a later one counts as a clone for an hour', () => {
  const clock = new ManualClock();
  const [one, other] = [new Clones('one', clock), new Clones('other', clock)];
  const bytes = (text: string) => Buffer.from(text);
  const payload = bytes(one.payload());
  // The broker delivers the retained message after the login, and ours after that.
  one.receive(bytes(other.payload()));
  expect(one.detected).toBe(false);
  one.receive(payload);
  one.receive(bytes('{"nonce": 7}'));
  expect(one.detected).toBe(false);
  one.receive(bytes(other.payload()));
  expect(one.detected).toBe(true);
  clock.pass(3_600_000);
  expect(one.detected).toBe(false);
});

test('the state fits into 4 KB whatever the player has, with unhealthy screens first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 5000 }),
      (count, name) => {
        const screens = Array.from({ length: count }, (_, id) => ({
          id: `${id}`,
          alive: true,
          lastFrameAt: null,
          restarts: 0,
          recycles: 0,
          memoryBytes: null,
          volume: null,
          nowPlaying: {
            screenId: `${id}`,
            cueId: 'c',
            entryId: 'e',
            mediaFileId: name,
            name,
            kind: 'image' as const,
            startedAt: '2026-01-01T00:00:00.000Z',
          },
        }));
        const seen = screens.map(({ id }, at) => ({
          id,
          wanted: 'on' as const,
          since: '2026-01-01T00:00:00.000Z',
          why: verbatim(name),
          seen: at === count - 1 ? ('dark' as const) : ('painting' as const),
        }));
        const health = { ...calmHealth, sentence: verbatim(name), screens: seen };
        const text = stateText(stateOf(health, { ...calmStatus, screens }, 0, null, buttons));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(largestState);
        const reported = JSON.parse(text) as { screens?: { seen: string }[] };
        if (count > 0 && reported.screens && reported.screens.length > 0)
          expect(reported.screens[0]?.seen).toBe('dark');
      },
    ),
    { numRuns: 50 },
  );
});

test.each([
  ['a short sentence goes with what other languages need', 'bar', true],
  ['a long sentence goes in English alone', 'x'.repeat(400), false],
])('%s', (_, screen, isShort) => {
  const sentence = message('no-display.screen', { screen });
  const state = stateOf({ ...calmHealth, sentence }, calmStatus, 0, null, buttons);
  expect(state.i18n).toEqual(isShort ? { sentence } : undefined);
});

test('the state keeps the rollout report where nothing else fits', () => {
  const rollout = { id: 'rollout-1', is: 'failed', code: 'no-item' } as const;
  const state = stateOf(calmHealth, calmStatus, 0, rollout, buttons);
  const reported = stateText({
    ...state,
    version: '2.0.0',
    since: 'x'.repeat(2000),
    sentence: 'x'.repeat(3000),
  });
  expect(Buffer.byteLength(reported)).toBeLessThanOrEqual(largestState);
  expect(JSON.parse(reported)).toMatchObject({ version: '2.0.0', rollout });
});

test('metrics are numbers by name, and by label where there is one; unknown ones and those of two labels are left out', () => {
  const metric = (name: string, samples: Parameters<typeof numbersOf>[0][number]['samples']) => ({
    name,
    kind: 'gauge' as const,
    help: '',
    samples,
  });
  expect(
    numbersOf([
      metric('up', [[true]]),
      metric('shown', [
        [2, { screen: '1' }],
        [null, { screen: '2' }],
        [3, { screen: '3' }],
      ]),
      metric('unknown', [[null]]),
      metric('reason', [[1, { code: 'disk', screen: '1' }]]),
    ]),
  ).toEqual({ up: 1, shown: { 1: 2, 3: 3 } });
});
