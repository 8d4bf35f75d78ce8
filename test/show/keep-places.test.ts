import { beforeEach, expect, test } from 'vitest';
import type { ScreenPlan } from '../../src/main/config.ts';
import type { Display, Host, HostWindow } from '../../src/main/host/host.ts';
import { createLog } from '../../src/main/log.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { keepPlaces, type PlaceKeeper } from '../../src/main/show/keep-places.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import type { ToScreen } from '../../src/shared/messages.ts';
import { defaultScreenSettings, type Programme } from '../../src/shared/programme.ts';
import { openLook } from '../support/look.ts';
import { ManualClock } from '../support/manual-clock.ts';

const display = (id: string, left: number, primary = false): Display => ({
  id,
  left,
  top: 0,
  width: 100,
  height: 100,
  primary,
});
const left = display('l', 0, true);
const right = display('r', 100);
const look = openLook;
const two: readonly ScreenPlan[] = [
  { id: 'a', display: 'l', playlist: null, look },
  { id: 'b', display: 'r', playlist: null, look },
];

let clock: ManualClock;
let displays: readonly Display[];
let events: string[];
let showings: Showing[];
let sent: [string, ToScreen['type']][];
let broken: string | null;
let show: Show;

beforeEach(() => {
  clock = new ManualClock();
  displays = [left, right];
  events = [];
  showings = [];
  sent = [];
  broken = null;
});

const host: Host = {
  name: 'chromium',
  version: 'Fake 1',
  start: async () => undefined,
  displays: async () => displays,
  open: async ({ screenId, display: { id, width } }) => {
    if (broken === screenId) throw new Error('no window');
    events.push(`${screenId} opens on ${id} ${width}`);
    const window: HostWindow = {
      screenId,
      send: (message) => sent.push([screenId, message.type]),
      capture: async () => ({ mimeType: 'image/png', bytes: new Uint8Array() }),
      revive: async () => undefined,
      memory: async () => null,
      openBehind: async () => window,
      comeForward: async () => undefined,
      close: async () => {
        events.push(`${screenId} closes`);
      },
    };
    return window;
  },
  allowPages: () => undefined,
  stop: async () => undefined,
};

function keeper(screens: readonly ScreenPlan[] | 'all'): PlaceKeeper {
  const log = createLog(() => undefined);
  show = createShow({
    clock,
    log,
    alike: screens === 'all',
    events: { showing: (showing) => showings.push(showing), woke: () => undefined, ended: () => undefined },
  });
  return keepPlaces({ screens, show, clock, log });
}

async function change(kept: PlaceKeeper, to: readonly Display[]): Promise<void> {
  displays = to;
  kept.displaysChanged();
  kept.displaysChanged();
  await clock.advance(1_000);
}

function ready(screenId: string): void {
  show.hostEvents.message(screenId, { type: 'ready', protocol: 1 });
}

const cue: Programme['cues'][number] = {
  id: 'c',
  entryId: 'e',
  path: ['e'],
  mediaFileId: 'm',
  name: 'm',
  content: { kind: 'image', source: 'media/x.png', mimeType: 'image/png' },
  durationMs: 1000,
  toOwnEnd: false,
  sound: false,
  transition: { kind: 'cut', durationMs: 0 },
};

const programme = (screenId: string): Programme => ({
  id: `p-${screenId}`,
  editionId: 'e',
  screenId,
  cues: [cue],
  segments: [{ from: 0, anchor: 0, sequence: { seed: null, members: [0] } }],
  inStep: false,
});

test('a display that goes and comes back: its screen closes and opens, the other one goes on undisturbed', async () => {
  const kept = keeper(two);
  await kept.start(host);
  show.programme(programme('b'), defaultScreenSettings);
  ready('b');
  show.hostEvents.message('b', {
    type: 'started',
    pass: 0,
    index: 0,
    showingId: '7b1f1b1e-5f5c-4a44-9b0e-6f7f6f7f6f7f',
    cueId: 'c',
    at: 5,
  });
  await change(kept, [left]);
  expect(events).toEqual(['a opens on l 100', 'b opens on r 100', 'b closes']);
  expect(showings.at(-1)).toMatchObject({ screenId: 'b', outcome: 'interrupted', reason: 'display-gone' });
  expect(kept.warnings).toEqual(['Display r of screen b is not connected (connected: l).']);
  expect(show.status().map(({ id, alive }) => [id, alive])).toEqual([
    ['a', false],
    ['b', false],
  ]);
  sent = [];
  await change(kept, [left, right]);
  ready('b');
  expect(events.slice(3)).toEqual(['b opens on r 100']);
  expect(sent).toEqual([
    ['b', 'follow'],
    ['b', 'programme'],
  ]);
  expect(kept.warnings).toEqual([]);
});

test('nothing is brought back on a display that is not there', async () => {
  const kept = keeper(two);
  await kept.start(host);
  await change(kept, [left]);
  show.hostEvents.gone('b', 'crashed');
  await clock.advance(60_000);
  expect(show.status().find(({ id }) => id === 'b')?.restarts).toBe(0);
});

test('a display with another resolution, and two that change places', async () => {
  const kept = keeper([{ ...two[0], display: 0 } as ScreenPlan, { ...two[1], display: 1 } as ScreenPlan]);
  await kept.start(host);
  await change(kept, [left, { ...right, width: 300 }]);
  expect(events.slice(2)).toEqual(['b closes', 'b opens on r 300']);
  await change(kept, [
    { ...left, left: 300 },
    { ...right, left: 0, width: 300 },
  ]);
  expect(events.slice(4)).toEqual(['a closes', 'b closes', 'a opens on l 100', 'b opens on r 300']);
});

test('no display at all: the windows stay', async () => {
  const kept = keeper(two);
  await kept.start(host);
  await change(kept, []);
  expect(events).toHaveLength(2);
});

test('one window that cannot be opened costs only its own screen, and is tried again', async () => {
  const kept = keeper(two);
  broken = 'b';
  await kept.start(host);
  expect(events).toEqual(['a opens on l 100']);
  broken = null;
  await clock.advance(10_000);
  expect(events).toEqual(['a opens on l 100', 'b opens on r 100']);
});

test('what was asked for before the stop opens nothing after it', async () => {
  const kept = keeper(two);
  const started = kept.start(host);
  kept.stop();
  await started;
  expect(events).toEqual([]);
});

test('no window at all is a failure of the start', async () => {
  broken = '1';
  displays = [left];
  await expect(keeper('all').start(host)).rejects.toThrow('no window');
  displays = [];
  await expect(keeper('all').start(host)).rejects.toMatchObject({ code: 'no-display' });
});

test('all alike: every display shows the programme of screen 1, also one that comes later', async () => {
  displays = [left];
  const kept = keeper('all');
  await kept.start(host);
  show.programme(programme('1'), defaultScreenSettings);
  ready('1');
  await change(kept, [left, right]);
  ready('2');
  show.hostEvents.message('2', {
    type: 'started',
    pass: 0,
    index: 0,
    showingId: '7b1f1b1e-5f5c-4a44-9b0e-6f7f6f7f6f7f',
    cueId: 'c',
    at: 5,
  });
  expect(sent).toEqual([
    ['1', 'programme'],
    ['2', 'programme'],
  ]);
  expect(showings).toMatchObject([{ screenId: '2', entryId: 'e', type: 'started' }]);
});
