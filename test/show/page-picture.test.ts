import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import type { Picture } from '../../src/main/host/host.ts';
import { Screen } from '../../src/main/show/screen.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping, page } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost, FakeWindow } from './fake-host.ts';

// The picture kept for a web page that cannot be loaded shows that page and nothing else.

const board = 'http://127.0.0.1/board';
const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
const picture: Picture = { mimeType: 'image/png', bytes: new Uint8Array([1]) };

let clock: ManualClock;
let screen: Screen;
let window: FakeWindow;
let due: boolean;
/** Addresses whose picture was kept; null: taken and discarded. */
let kept: (string | null)[];
/** Runs during the capture. */
let duringCapture: () => void;

beforeEach(async () => {
  clock = new ManualClock();
  due = true;
  kept = [];
  duringCapture = () => undefined;
  screen = new Screen({
    screenId: '1',
    clock,
    log: createLog(() => undefined),
    onShowing: () => undefined,
    snapshots: {
      isDue: () => due,
      take: async (address, capture) => void kept.push((await capture()) ? address : null),
    },
  });
  await screen.open(async (events) => {
    window = new FakeWindow(new FakeHost([display]), { screenId: '1', display }, events);
    window.capture = async () => {
      await Promise.resolve();
      duringCapture();
      return picture;
    };
    return window;
  });
  window.report({ type: 'ready', protocol: 1 });
  screen.programme(
    looping('p', [cue('page', page(board), 60_000), cue('image', image('i'), 60_000)]),
    defaultScreenSettings,
  );
});

function start(cueId: string): string {
  const showingId = randomUUID();
  window.report({ type: 'started', showingId, cueId, pass: 0, index: 0, at: clock.now() });
  return showingId;
}

function end(showingId: string, cueId: string): void {
  const how = { outcome: 'completed', reason: null } as const;
  window.report({ type: 'ended', showingId, cueId, at: clock.now(), ...how });
}

test('a page is pictured when it has been in sight for three seconds', async () => {
  start('page');
  await clock.advance(2_999);
  expect(kept).toEqual([]);
  await clock.advance(1);
  expect(kept).toEqual([board]);
});

test('neither another kind of item nor a page that is not due is pictured', async () => {
  start('image');
  await clock.advance(10_000);
  due = false;
  start('page');
  await clock.advance(10_000);
  expect(kept).toEqual([]);
});

test('a page that another screen has just pictured is not pictured again', async () => {
  start('page');
  await clock.advance(1_000);
  due = false;
  await clock.advance(10_000);
  expect(kept).toEqual([]);
});

test('a page into which an item fades is not pictured', async () => {
  start('page');
  await clock.advance(2_000);
  start('image');
  await clock.advance(10_000);
  expect(kept).toEqual([]);
});

test('a page that still fades in is not pictured', async () => {
  const before = start('image');
  start('page');
  await clock.advance(10_000);
  end(before, 'image');
  await clock.advance(10_000);
  expect(kept).toEqual([]);
});

test('the item after a page is not pictured as that page', async () => {
  end(start('page'), 'page');
  start('image');
  await clock.advance(10_000);
  expect(kept).toEqual([]);
});

test('a page below the overlay is not pictured', async () => {
  start('page');
  screen.overlay(true);
  await clock.advance(10_000);
  expect(kept).toEqual([]);
});

test('a picture is discarded when an item fades in during the capture', async () => {
  duringCapture = () => start('image');
  start('page');
  await clock.advance(10_000);
  expect(kept).toEqual([null]);
});

test('a picture is discarded when the overlay appears during the capture', async () => {
  duringCapture = () => screen.overlay(true);
  start('page');
  await clock.advance(10_000);
  expect(kept).toEqual([null]);
});
