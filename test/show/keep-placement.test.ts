import { beforeEach, expect, test } from 'vitest';
import type { ScreenPlan } from '../../src/main/config/config.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Display } from '../../src/main/host/host.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { keepPlacement, type PlacementKeeper } from '../../src/main/show/keep-placement.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import { inEnglish, message } from '../../src/shared/languages/message.ts';
import { defaultScreenSettings, type Programme } from '../../src/shared/programme.ts';
import { openLook } from '../support/look.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost } from './fake-host.ts';

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
let host: FakeHost;
let showings: Showing[];
let lines: LogLine[];
let show: Show;

beforeEach(() => {
  clock = new ManualClock();
  host = new FakeHost([left, right]);
  showings = [];
  lines = [];
});

function keeper(screens: readonly ScreenPlan[] | 'all'): PlacementKeeper {
  const log = createLog((line) => lines.push(line));
  show = createShow({
    clock,
    log,
    alike: screens === 'all',
    onShowing: (showing) => showings.push(showing),
  });
  return keepPlacement({ screens, show, clock, log });
}

async function change(kept: PlacementKeeper, to: readonly Display[]): Promise<void> {
  host.connected = to;
  kept.displaysChanged();
  kept.displaysChanged();
  await clock.advance(1_000);
}

function ready(screenId: string): void {
  host.window(screenId).report({ type: 'ready', protocol: 1 });
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

test('a display that disconnects and returns closes and opens its screen without disturbing the other one', async () => {
  const kept = keeper(two);
  await kept.start(host);
  show.programme(programme('b'), defaultScreenSettings);
  ready('b');
  host.window('b').report({
    type: 'started',
    pass: 0,
    index: 0,
    showingId: '7b1f1b1e-5f5c-4a44-9b0e-6f7f6f7f6f7f',
    cueId: 'c',
    at: 5,
  });
  await change(kept, [left]);
  expect(host.done).toEqual(['a opens on l 100', 'b opens on r 100', 'b closes']);
  expect(showings.at(-1)).toMatchObject({ screenId: 'b', outcome: 'interrupted', reason: 'display-gone' });
  expect(kept.absent).toEqual([
    {
      screenId: 'b',
      why: message('no-display.named', { display: 'r', screen: 'b', known: ['l (100 × 100)'] }),
    },
  ]);
  expect(show.status().map(({ id, alive }) => [id, alive])).toEqual([
    ['a', false],
    ['b', false],
  ]);
  await change(kept, [left, right]);
  ready('b');
  expect(host.done.slice(3)).toEqual(['b opens on r 100']);
  expect(host.window('b').sentTypes).toEqual(['follow', 'programme']);
  expect(kept.absent).toEqual([]);
});

test('no stage is revived on a missing display', async () => {
  const kept = keeper(two);
  await kept.start(host);
  await change(kept, [left]);
  host.window('b').events.gone('crashed');
  await clock.advance(60_000);
  expect(show.status().find(({ id }) => id === 'b')?.restarts).toBe(0);
});

test('displays with another resolution or another position keep their windows', async () => {
  const kept = keeper([{ ...two[0], display: 0 } as ScreenPlan, { ...two[1], display: 1 } as ScreenPlan]);
  await kept.start(host);
  await change(kept, [left, { ...right, width: 300 }]);
  expect(host.done.slice(2)).toEqual(['b is fitted to 300']);
  await change(kept, [
    { ...left, left: 300 },
    { ...right, left: 0, width: 300 },
  ]);
  expect(host.done.slice(3)).toEqual(['a is fitted to 100', 'b is fitted to 300']);
});

test('when all displays disappear their windows stay, and every screen lacks its display until they are back', async () => {
  const kept = keeper(two);
  await kept.start(host);
  await change(kept, []);
  expect(kept.absent).toEqual(
    ['a', 'b'].map((screenId) => ({ screenId, why: message('no-display.connect') })),
  );
  host.connected = [left, right];
  await clock.advance(10_000);
  expect(kept.absent).toEqual([]);
  expect(host.done).toHaveLength(2);
});

test('a window that cannot be opened affects only its own screen and is tried again', async () => {
  const kept = keeper(two);
  host.broken = 'b';
  await kept.start(host);
  expect(host.done).toEqual(['a opens on l 100']);
  host.broken = null;
  await clock.advance(10_000);
  expect(host.done).toEqual(['a opens on l 100', 'b opens on r 100']);
});

test('a change before the stop opens nothing after it', async () => {
  const kept = keeper(two);
  const started = kept.start(host);
  kept.stop();
  await started;
  expect(host.done).toEqual([]);
});

test('the start fails when no window can be opened', async () => {
  host.broken = '1';
  host.connected = [left];
  await expect(keeper('all').start(host)).rejects.toThrow('the window cannot be opened');
});

test('without a display the start waits, logs it, and uses the first one that connects', async () => {
  host.connected = [];
  const kept = keeper(two);
  await kept.start(host);
  expect(kept.absent.map(({ screenId }) => screenId)).toEqual(['a', 'b']);
  expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  await clock.advance(60_000);
  host.connected = [left, right];
  await clock.advance(10_000);
  expect([kept.absent, host.done]).toEqual([[], ['a opens on l 100', 'b opens on r 100']]);
});

test('with `all` every display shows the programme of screen 1, including one that connects later', async () => {
  host.connected = [left];
  const kept = keeper('all');
  await kept.start(host);
  show.programme(programme('1'), defaultScreenSettings);
  ready('1');
  await change(kept, [left, right]);
  ready('2');
  host.window('2').report({
    type: 'started',
    pass: 0,
    index: 0,
    showingId: '7b1f1b1e-5f5c-4a44-9b0e-6f7f6f7f6f7f',
    cueId: 'c',
    at: 5,
  });
  expect(host.windows.map(({ sentTypes }) => sentTypes)).toEqual([['programme'], ['programme']]);
  expect(showings).toMatchObject([{ screenId: '2', entryId: 'e', type: 'started' }]);
});

const logged = (): readonly (readonly [string, string])[] =>
  lines.filter(({ level }) => level !== 'debug').map(({ level, message }) => [level, message]);

test('the placement is logged once, and as a warning while a screen has no display', async () => {
  const kept = keeper(two);
  await kept.start(host);
  await change(kept, [left, right]);
  expect(logged()).toEqual([['info', 'Screens are on their displays']]);
  expect(lines.at(-1)?.fields).toEqual({ screens: 'a on l (100×100), b on r (100×100)' });
  await change(kept, [left]);
  expect(logged().at(-1)).toEqual(['warn', 'Screens are on their displays']);
  expect(lines.at(-1)?.fields).toMatchObject({
    missing: inEnglish(message('no-display.named', { display: 'r', screen: 'b', known: ['l (100 × 100)'] })),
  });
});

test('displays are listed again only after a failure, 10 s later', async () => {
  const kept = keeper(two);
  let listed = 0;
  let fails = false;
  host.displays = async () => {
    listed++;
    if (fails) throw new Error('no browser');
    return host.connected;
  };
  await kept.start(host);
  await clock.advance(600_000);
  expect(listed).toBe(1);
  fails = true;
  await change(kept, [left, right]);
  expect(logged().at(-1)).toEqual(['warn', 'Screens could not be placed on their displays']);
  await clock.advance(9_999);
  expect(listed).toBe(2);
  fails = false;
  await clock.advance(60_000);
  expect(listed).toBe(3);
});

test('a host that stops while it lists displays causes no warning', async () => {
  const kept = keeper(two);
  await kept.start(host);
  host.displays = async () => {
    kept.stop();
    throw new Error('stopping');
  };
  await change(kept, [left]);
  await clock.advance(60_000);
  expect(lines.filter(({ message }) => message.includes('could not be put'))).toEqual([]);
});
