import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping, video } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost, type FakeWindow } from './fake-host.ts';

// The last picture of the show covers a window while its stage has nothing painted.

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
const fade = { kind: 'fade', durationMs: 800 } as const;
const programme = looping('p', [
  { ...cue('a', image('a'), 60_000), transition: fade },
  cue('v', video('v'), 60_000),
]);

let clock: ManualClock;
let show: Show;
let host: FakeHost;
let window: FakeWindow;

beforeEach(async () => {
  clock = new ManualClock();
  show = createShow({
    clock,
    log: createLog(() => undefined),
    memory: { budgetBytes: 1_000, everyMs: 1_000 },
    onShowing: () => undefined,
  });
  host = new FakeHost([display]);
  await show.attach(host, [{ screenId: '1', display }]);
  window = host.window('1');
  window.report({ type: 'ready', protocol: 1 });
  show.programme(programme, defaultScreenSettings);
});

/** Advances the clock while the stage paints. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    window.report({
      type: 'heartbeat',
      mono: 5,
      frames: 60,
      droppedFrames: 0,
      programmeId: 'p',
      cueId: null,
      sleeps: false,
    });
    await clock.advance(Math.min(left, 1_000));
  }
}

function begin(cueId: string): string {
  const showingId = randomUUID();
  window.report({ type: 'started', showingId, cueId, pass: 0, index: 0, at: clock.now() });
  return showingId;
}

test('a window is revealed when its stage reports a first paint', () => {
  expect(window.sight).toEqual([]);
  window.report({ type: 'seen' });
  expect(window.sight).toEqual(['revealed']);
});

test.each([
  'killed',
  'browser-exited',
] as const)('a window is concealed at once when its renderer is %s', (reason) => {
  window.report({ type: 'seen' });
  window.events.gone(reason);
  expect(new Set(window.sight)).toEqual(new Set(['revealed', 'concealed']));
});

test('a window is concealed before its hung stage is revived', async () => {
  window.events.hung();
  await clock.advance(1);
  expect(window.sight).toEqual(['concealed']);
  expect(window.done).toEqual(['revived']);
});

test('a screen that closes removes its picture from the display', async () => {
  await show.attach(host, []);
  expect(window.sight).toEqual(['revealed']);
});

test('a still item is pictured once when fully painted, a moving one repeatedly', async () => {
  const showingId = begin('a');
  await pass(1_000);
  expect(window.sight).toEqual([]);
  await pass(200);
  expect(window.sight).toEqual(['pictured']);
  await pass(30_000);
  expect(window.sight).toEqual(['pictured']);
  window.report({
    type: 'ended',
    showingId,
    cueId: 'a',
    at: clock.now(),
    outcome: 'completed',
    reason: null,
  });
  const moving = begin('v');
  await pass(12_000);
  expect(window.sight).toEqual(['pictured', 'pictured', 'pictured', 'pictured']);
  window.report({
    type: 'ended',
    showingId: moving,
    cueId: 'v',
    at: clock.now(),
    outcome: 'completed',
    reason: null,
  });
  await pass(30_000);
  expect(window.sight).toHaveLength(4);
});

test.each([
  ['still', 'a'],
  ['moving', 'v'],
])('a %s item is pictured again once nothing lies over it any more', async (_, cueId) => {
  show.overlay(true);
  begin(cueId);
  await pass(12_000);
  expect(window.sight).toEqual([]);
  show.overlay(false);
  await pass(6_000);
  expect(window.sight).toEqual(['pictured']);
});

test('no picture is taken while two items are in sight or the overlay covers them', async () => {
  begin('a');
  begin('v');
  await pass(10_000);
  show.overlay(true);
  begin('a');
  await pass(10_000);
  expect(window.sight).toEqual([]);
});
