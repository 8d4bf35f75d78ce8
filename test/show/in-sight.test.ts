import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping, video } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost, type FakeWindow } from './fake-host.ts';

// What is held before a window, and when: the last picture of the show, while there is nothing true to see.

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
  window.say({ type: 'ready', protocol: 1 });
  show.programme(programme, defaultScreenSettings);
});

/** Time passes, and the stage paints. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    window.say({
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
  window.say({ type: 'started', showingId, cueId, pass: 0, index: 0, at: clock.now() });
  return showingId;
}

test('a window is revealed when its stage says that something true is painted', () => {
  expect(window.sight).toEqual([]);
  window.say({ type: 'seen' });
  expect(window.sight).toEqual(['revealed']);
});

test.each(['killed', 'browser-exited'] as const)('it is concealed at once when it is %s', (reason) => {
  window.say({ type: 'seen' });
  window.events.gone(reason);
  expect(new Set(window.sight)).toEqual(new Set(['revealed', 'concealed']));
});

test('it is concealed before a stage that hangs is brought back', async () => {
  window.events.hung();
  await clock.advance(1);
  expect(window.sight).toEqual(['concealed']);
  expect(window.done).toEqual(['revived']);
});

test('a screen that goes leaves nothing before its display', async () => {
  await show.attach(host, []);
  expect(window.sight).toEqual(['revealed']);
});

test('an item is pictured when it is all there, and one that moves again and again', async () => {
  const showingId = begin('a');
  await pass(1_000);
  expect(window.sight).toEqual([]);
  await pass(200);
  expect(window.sight).toEqual(['pictured']);
  await pass(30_000);
  expect(window.sight).toEqual(['pictured']);
  window.say({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
  const moving = begin('v');
  await pass(12_000);
  expect(window.sight).toEqual(['pictured', 'pictured', 'pictured', 'pictured']);
  window.say({
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

test('nothing is pictured while two items are in sight, or with the overlay over them', async () => {
  begin('a');
  begin('v');
  await pass(10_000);
  show.overlay(true);
  begin('a');
  await pass(10_000);
  expect(window.sight).toEqual([]);
});
