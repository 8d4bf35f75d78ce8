import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Display } from '../../src/main/host/host.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import type { Standby } from '../../src/shared/messages.ts';
import { type Cue, defaultScreenSettings, type Programme } from '../../src/shared/programme.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { standbyOf } from '../support/standby.ts';
import { FakeHost, type FakeWindow, heartbeat } from './fake-host.ts';

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
const settings = { ...defaultScreenSettings, volume: 0.5 };
const starting: Standby = standbyOf({ kind: 'starting', small: ['CMS: here'] });

let clock: ManualClock;
let lines: LogLine[];
let showings: Showing[];
let show: Show;
let host: FakeHost;

beforeEach(() => {
  clock = new ManualClock();
  lines = [];
  showings = [];
  show = createShow({
    clock,
    log: createLog((line) => lines.push(line)),
    onShowing: (showing) => showings.push(showing),
  });
  host = new FakeHost([display]);
});

function cue(id: string): Cue {
  return {
    id,
    entryId: `entry-${id}`,
    path: [`entry-${id}`],
    mediaFileId: `media-${id}`,
    name: id,
    content: { kind: 'image', source: 'media/x.png', mimeType: 'image/png' },
    durationMs: 10_000,
    toOwnEnd: false,
    sound: false,
    transition: { kind: 'cut', durationMs: 0 },
  };
}

function programme(id: string, cues: readonly string[], screenId = '1'): Programme {
  const sequence = { seed: null, members: cues.map((_, index) => index) };
  const segments = [{ from: 0, anchor: 0, sequence }];
  return { id, editionId: `edition-${id}`, screenId, cues: cues.map(cue), segments, inStep: false };
}

function report(message: unknown, screenId = '1'): void {
  host.window(screenId).report(message);
}

async function running(): Promise<FakeWindow> {
  await show.attach(host, [{ screenId: '1', display }]);
  report({ type: 'ready', protocol: 1 });
  return host.window('1');
}

function start(cueId: string): string {
  const showingId = randomUUID();
  report({ type: 'started', showingId, cueId, pass: 0, index: 0, at: clock.now() });
  return showingId;
}

test('screens that swap displays all close before one of them opens again', async () => {
  const [one, other] = [display, { ...display, id: 'e' }];
  const on = (first: Display, second: Display) => [
    { screenId: '1', display: first },
    { screenId: '2', display: second },
  ];
  await show.attach(host, on(one, other));
  await show.attach(host, on(other, one));
  expect(host.done.slice(2)).toEqual(['1 closes', '2 closes', '1 opens on e 640', '2 opens on d 640']);
});

test('reports of a closed window are ignored, and a window that fails to close harms nothing', async () => {
  show.programme(programme('p', ['a']), settings);
  const window = await running();
  window.close = async () => {
    throw new Error('it is gone');
  };
  await show.attach(host, []);
  window.report({ type: 'started', showingId: randomUUID(), cueId: 'a', pass: 0, index: 0, at: 1 });
  window.events.hung();
  window.events.gone('crashed');
  await clock.advance(60_000);
  expect(showings).toEqual([]);
  expect(show.status()[0]).toMatchObject({ alive: false, restarts: 0, nowPlaying: null });
  expect(lines.filter(({ level }) => level !== 'debug')).toEqual([]);
});

test('a window closes before its replacement opens', async () => {
  const window = await running();
  const closing = Promise.withResolvers<void>();
  window.close = () => closing.promise;
  const attached = show.attach(host, [{ screenId: '1', display: { ...display, id: 'other' } }]);
  await clock.advance(0);
  expect(host.windows).toHaveLength(1);
  closing.resolve();
  await attached;
  expect(host.windows).toHaveLength(2);
});

describe('a stage that paints but reports nothing of its items', () => {
  const beat = (seconds: number): void => report({ ...heartbeat, mono: seconds * 1000 });

  test('is revived when its item is long overdue', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    start('a');
    for (let seconds = 0; seconds <= 100; seconds++) beat(seconds);
    expect(window.done).toEqual([]);
    beat(101);
    await clock.advance(0);
    expect(window.done).toEqual(['revived']);
  });

  test('is left alone while it advances, gets a longer item, or has nothing to show', async () => {
    const [cue] = programme('p', ['a']).cues;
    if (!cue) throw new Error('no cue');
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    beat(0);
    beat(1_000);
    for (let seconds = 0; seconds < 1_000; seconds += 10) {
      beat(seconds);
      start('a');
    }
    show.programme({ ...programme('q', ['a']), cues: [{ ...cue, durationMs: 3_600_000 }] }, settings);
    for (let seconds = 1_000; seconds < 4_000; seconds += 10) beat(seconds);
    expect(window.done).toEqual([]);
  });
});

describe('a clip of unknown length', () => {
  const unknown: Cue = { ...cue('clip'), toOwnEnd: true, lengthUnknown: true };
  const playing = async (): Promise<FakeWindow> => {
    show.programme({ ...programme('p', ['clip']), cues: [unknown] }, settings);
    const window = await running();
    start('clip');
    return window;
  };
  const beat = (seconds: number, remainingMs: number | null): void =>
    report({ ...heartbeat, mono: seconds * 1000, remainingMs });

  test('plays to its end while the stage reports progress, however long that takes', async () => {
    const window = await playing();
    for (let seconds = 0; seconds <= 600; seconds++) beat(seconds, 600_000 - seconds * 1000);
    await clock.advance(0);
    expect(window.done).toEqual([]);
  });

  test('causes a revival when it no longer advances', async () => {
    const window = await playing();
    for (let seconds = 0; seconds <= 200; seconds++) beat(seconds, 600_000 - seconds * 1000);
    for (let seconds = 201; seconds <= 300; seconds++) beat(seconds, 400_000);
    expect(window.done).toEqual([]);
    for (let seconds = 301; seconds <= 302; seconds++) beat(seconds, 400_000);
    await clock.advance(0);
    expect(window.done).toEqual(['revived']);
  });

  test('differs from one of known length, which causes a revival whatever the stage reports', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    start('a');
    for (let seconds = 0; seconds <= 101; seconds++) beat(seconds, 600_000 - seconds * 1000);
    await clock.advance(0);
    expect(window.done).toEqual(['revived']);
  });
});

describe('messages to a stage', () => {
  test('wait until it is ready and then carry the newest state', async () => {
    show.standby(starting);
    show.programme(programme('old', ['a']), settings);
    await show.attach(host, [{ screenId: '1', display }]);
    show.programme(programme('new', ['b']), settings);
    show.overlay(true);
    expect(host.window('1').sent).toEqual([]);
    report({ type: 'ready', protocol: 1 });
    expect(host.window('1').sent).toEqual([
      { type: 'standby', standby: { ...starting, small: ['Screen 1', 'CMS: here'] } },
      { type: 'programme', programme: programme('new', ['b']), settings },
      { type: 'overlay', visible: true },
    ]);
  });

  test('carry the programme of its own screen', async () => {
    await show.attach(host, [
      { screenId: '1', display },
      { screenId: '2', display },
    ]);
    report({ type: 'ready', protocol: 1 }, '1');
    report({ type: 'ready', protocol: 1 }, '2');
    show.programme(programme('two', ['a'], '2'), settings);
    expect(host.windows.map(({ sent }) => sent.length)).toEqual([0, 1]);
  });

  test('follow each change of the state', async () => {
    const window = await running();
    show.standby(starting);
    expect(window.last).toEqual({
      type: 'standby',
      standby: { ...starting, small: ['Screen 1', 'CMS: here'] },
    });
    show.overlay(true);
    expect(window.last).toEqual({ type: 'overlay', visible: true });
    show.overlay(false);
    expect(window.last).toEqual({ type: 'overlay', visible: false });
  });

  test('are repeated for a reloaded stage', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    window.sent.length = 0;
    report({ type: 'ready', protocol: 1 });
    expect(window.sent.map(({ type }) => type)).toEqual(['programme']);
  });

  test('carry the position of the show to a reloaded stage', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    report({ type: 'started', showingId: randomUUID(), cueId: 'b', pass: 4, index: 1, at: clock.now() });
    window.sent.length = 0;
    report({ type: 'ready', protocol: 1 });
    expect(window.sent.map(({ type }) => type)).toEqual(['follow', 'programme']);
    expect(window.sent[0]).toEqual({
      type: 'follow',
      after: { cueId: 'b', pass: 4, index: 1 },
      standsBy: false,
    });
  });

  test('answer each heartbeat with the clock', async () => {
    const window = await running();
    report({ ...heartbeat, mono: 1234.5 });
    expect(window.sent).toEqual([{ type: 'clock', echo: 1234.5, epochMs: clock.now(), slowness: 1 }]);
  });

  test('carry the clock rarely once it is known, and at once after it was set', async () => {
    const window = await running();
    const answers = async (seconds: number): Promise<number> => {
      window.sent.length = 0;
      for (let second = 0; second < seconds; second += 1) {
        await clock.advance(1_000);
        report(heartbeat);
      }
      return window.sent.filter(({ type }) => type === 'clock').length;
    };
    expect(await answers(16)).toBe(16);
    expect(await answers(60)).toBe(6);
    clock.set(clock.now() - 5);
    expect(await answers(1)).toBe(1);
    expect(await answers(15)).toBe(15);
    expect(await answers(20)).toBe(2);
    report({ type: 'ready', protocol: 1 });
    expect(await answers(16), 'a reloaded stage learns it again').toBe(16);
  });
});

describe('reports of a stage', () => {
  test('become showings with entry, media file and edition', async () => {
    show.programme(programme('p', ['a']), settings);
    await running();
    const showingId = start('a');
    const key = {
      showingId,
      screenId: '1',
      entryId: 'entry-a',
      mediaFileId: 'media-a',
      editionId: 'edition-p',
    };
    expect(show.status()[0]?.nowPlaying).toEqual({
      screenId: '1',
      cueId: 'a',
      entryId: 'entry-a',
      mediaFileId: 'media-a',
      name: 'a',
      kind: 'image',
      startedAt: new Date(clock.now()).toISOString(),
    });
    report({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    expect(showings).toEqual([
      { ...key, type: 'started', at: clock.now() },
      { ...key, type: 'ended', at: clock.now(), outcome: 'completed', reason: null },
    ]);
    expect(show.status()[0]?.nowPlaying).toBeNull();
  });

  test('on the decoder of a video are in its status while it plays', async () => {
    const videos = programme('p', ['a', 'b']);
    const content = { kind: 'video', source: 'media/0a.mp4', mimeType: 'video/mp4' } as const;
    show.programme(
      { ...videos, cues: videos.cues.map((cue) => (cue.id === 'a' ? { ...cue, content } : cue)) },
      settings,
    );
    const window = await running();
    const decoder = { name: 'VpxVideoDecoder', isHardware: false };
    window.events.decoder?.('http://vitrine.localhost:1/secret/media/0a.mp4', decoder);
    window.events.decoder?.('http://elsewhere.example/film.mp4', decoder);
    const showingId = start('a');
    expect(show.status()[0]?.nowPlaying?.decoder).toEqual(decoder);
    expect(showings.at(-1)).toMatchObject({ type: 'started', decoder });
    // The hardware has given up, as it may at any frame.
    const other = { name: 'FFmpegVideoDecoder', isHardware: false };
    window.events.decoder?.('http://vitrine.localhost:1/secret/media/0a.mp4', other);
    report({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    expect(showings.at(-1)).toMatchObject({ type: 'ended', decoder: other });
    start('b');
    expect(show.status()[0]?.nowPlaying).not.toHaveProperty('decoder');
    expect(showings.at(-1)).not.toHaveProperty('decoder');
  });

  test('on an item of the previous programme are understood', async () => {
    show.programme(programme('old', ['a']), settings);
    await running();
    const showingId = start('a');
    show.programme(programme('new', ['b']), settings);
    report({ type: 'ended', showingId, cueId: 'a', at: 1, outcome: 'interrupted', reason: null });
    expect(showings.at(-1)).toMatchObject({ type: 'ended', editionId: 'edition-old', entryId: 'entry-a' });
  });

  test('on an item that is still open from two programmes ago are understood', async () => {
    show.programme(programme('one', ['a']), settings);
    await running();
    const showingId = start('a');
    show.programme(programme('two', ['b']), settings);
    show.programme(programme('three', ['c']), settings);
    report({ type: 'ended', showingId, cueId: 'a', at: 1, outcome: 'completed', reason: null });
    expect(showings.at(-1)).toMatchObject({ type: 'ended', editionId: 'edition-one' });
  });

  test('on an item that could not be shown become a failure with its reason', async () => {
    show.programme(programme('p', ['a']), settings);
    await running();
    report({ type: 'failed', showingId: randomUUID(), cueId: 'a', at: 1, reason: 'decode' });
    expect(showings).toMatchObject([{ type: 'failed', mediaFileId: 'media-a', reason: 'decode' }]);
  });

  test('on two overlapping items are kept apart', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    await running();
    const first = start('a');
    start('b');
    report({ type: 'ended', showingId: first, cueId: 'a', at: 1, outcome: 'completed', reason: null });
    expect(show.status()[0]?.nowPlaying?.cueId).toBe('b');
  });

  test.each([
    null,
    7,
    'x',
    {},
    { type: 'started', showingId: 'no', cueId: 'a', pass: 0, index: 0, at: 1 },
    { type: '__proto__' },
  ])('%j is dropped and logged once', async (message) => {
    await running();
    report(message);
    report(message);
    expect(showings).toEqual([]);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  test('on an unknown item are dropped', async () => {
    await running();
    report({ type: 'started', showingId: randomUUID(), cueId: 'unknown', pass: 0, index: 0, at: 1 });
    expect(showings).toEqual([]);
  });
});

test.each([
  ['set forwards', (): void => clock.set('2026-02-01T08:00:00Z')],
  ['set back', (): void => clock.set('1970-01-01T00:00:00Z')],
  ['wrong by a night of sleep', (): void => clock.suspend(10 * 3600_000)],
])('a showing under a clock that is %s is as long as it was', async (_, becomesWrong) => {
  show.programme(programme('p', ['a', 'b']), settings);
  await running();
  const begin = clock.now();
  const first = start('a');
  await clock.advance(2_000);
  becomesWrong();
  await clock.advance(2_000);
  report({
    type: 'ended',
    showingId: first,
    cueId: 'a',
    at: clock.now(),
    outcome: 'completed',
    reason: null,
  });
  start('b');
  clock.set('2027-01-01T00:00:00Z');
  show.stop();
  const [shown, ended, next, cut] = showings;
  expect([shown?.at, ended?.at, ended?.type]).toEqual([begin, begin + 4_000, 'ended']);
  expect([cut?.type, cut && next && cut.at - next.at]).toEqual(['ended', 0]);
});

describe('a stage that dies', () => {
  test('is revived at once, and the item in sight gets a strike', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    host.window('1').events.gone('crashed');
    expect(window.done).toEqual(['revived']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'failed', reason: 'renderer-crashed' });
    expect(show.status()[0]).toMatchObject({ alive: false, restarts: 1, nowPlaying: null });
  });

  test('during a fade gives the strike to the incoming item', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    await running();
    start('a');
    start('b');
    host.window('1').events.gone('out-of-memory');
    expect(showings.slice(2)).toMatchObject([
      { entryId: 'entry-a', outcome: 'interrupted' },
      { entryId: 'entry-b', outcome: 'failed', reason: 'renderer-out-of-memory' },
    ]);
  });

  test('while it prepares the next item gives that one the strike and goes on after it', async () => {
    show.programme(programme('p', ['a', 'b', 'c']), settings);
    const window = await running();
    start('a');
    const turn = { showingId: randomUUID(), cueId: 'b', pass: 0, index: 1 };
    report({ type: 'preparing', turn });
    host.window('1').events.gone('crashed');
    expect(showings.slice(1)).toMatchObject([
      { type: 'ended', entryId: 'entry-a', outcome: 'interrupted' },
      { type: 'failed', entryId: 'entry-b', reason: 'renderer-crashed while it was made ready' },
    ]);
    window.sent.length = 0;
    report({ type: 'ready', protocol: 1 });
    expect(window.sent[0]).toEqual({
      type: 'follow',
      after: { cueId: 'b', pass: 0, index: 1 },
      standsBy: false,
    });
  });

  const crashesWhileItPrepares = (shown: string | null, prepared: string): void => {
    if (shown) start(shown);
    report({ type: 'preparing', turn: { showingId: randomUUID(), cueId: prepared, pass: 0, index: 1 } });
    host.window('1').events.gone('crashed');
    report({ type: 'ready', protocol: 1 });
  };
  const struck = () =>
    showings
      .filter((one) => one.type === 'failed' || (one.type === 'ended' && one.outcome === 'failed'))
      .map(({ entryId }) => entryId);

  test('twice with the same item in sight gives that one the strike, whatever was being prepared', async () => {
    show.programme(programme('p', ['guilty', 'next', 'other']), settings);
    await running();
    crashesWhileItPrepares('guilty', 'next');
    crashesWhileItPrepares('guilty', 'next');
    crashesWhileItPrepares('guilty', 'other');
    expect(struck()).toEqual(['entry-next', 'entry-guilty', 'entry-guilty']);
  });

  test('each time with another item in sight gives the strike to the item being prepared', async () => {
    show.programme(programme('p', ['a', 'b', 'guilty']), settings);
    await running();
    crashesWhileItPrepares('a', 'guilty');
    crashesWhileItPrepares('b', 'guilty');
    crashesWhileItPrepares('a', 'guilty');
    expect(struck()).toEqual(['entry-guilty', 'entry-guilty', 'entry-guilty']);
  });

  test('repeatedly after the same item gives that one only one strike', async () => {
    show.programme(programme('p', ['a', 'guilty']), settings);
    await running();
    crashesWhileItPrepares('a', 'guilty');
    crashesWhileItPrepares('a', 'guilty');
    // The revived show goes on after the item that got the strike.
    crashesWhileItPrepares(null, 'guilty');
    crashesWhileItPrepares('a', 'guilty');
    expect(struck()).toEqual(['entry-guilty', 'entry-a', 'entry-guilty', 'entry-guilty']);
  });

  test.each([
    ['is ready', { type: 'preparing', turn: null }],
    ['belonged to a stage before it', { type: 'ready', protocol: 1 }],
  ])('gives no strike to an item that %s', async (_, message) => {
    show.programme(programme('p', ['a', 'b']), settings);
    await running();
    report({ type: 'preparing', turn: { showingId: randomUUID(), cueId: 'b', pass: 0, index: 1 } });
    report(message);
    start('a');
    host.window('1').events.gone('crashed');
    expect(showings.slice(1)).toMatchObject([{ type: 'ended', entryId: 'entry-a', outcome: 'failed' }]);
  });

  test('together with the browser gives no strike', async () => {
    show.programme(programme('p', ['a']), settings);
    await running();
    start('a');
    host.window('1').events.gone('browser-exited');
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'interrupted' });
  });

  test('together with the browser ends its showing at once, even if its revival is delayed', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    window.events.gone('crashed');
    await clock.advance(0);
    report({ type: 'ready', protocol: 1 });
    start('a');
    window.events.gone('browser-exited');
    expect(window.done).toEqual(['revived']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'interrupted' });
    expect(show.status()[0]?.nowPlaying).toBeNull();
  });

  test('by hanging is revived within 6 s of its last painted frame, with a strike', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    report(heartbeat);
    await clock.advance(3_000);
    report({ ...heartbeat, frames: 0 });
    await clock.advance(3_000);
    expect(window.done).toEqual(['revived']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'failed', reason: 'stage-no-frames' });
  });

  test('by hanging while it sleeps is revived later, unless there is an item to show', async () => {
    const asleep = { ...heartbeat, sleeps: true };
    const window = await running();
    report(asleep);
    await clock.advance(12_000);
    report(asleep);
    await clock.advance(12_000);
    show.programme(programme('p', ['a']), settings);
    await clock.advance(4_000);
    expect(window.done).toEqual([]);
    await clock.advance(2_000);
    expect(window.done).toEqual(['revived']);
  });

  test.each([
    ['it plays something', () => start('a')],
    ['its screen is lit', () => show.black('1', false)],
  ])('by hanging is not believed to sleep once %s', async (_, wake) => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    show.black('1', true);
    report({ ...heartbeat, sleeps: true });
    await clock.advance(4_000);
    wake();
    await clock.advance(4_999);
    expect(window.done).toEqual([]);
    await clock.advance(1);
    expect(window.done).toEqual(['revived']);
  });

  test('by hanging while it plays is revived soon, even if it reports that it sleeps', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    report({ ...heartbeat, sleeps: true });
    await clock.advance(5_000);
    expect(window.done).toEqual(['revived']);
  });

  test('by a hang that the browser reports is revived at once, with a strike', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    window.events.hung();
    expect(window.done).toEqual(['revived']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'failed', reason: 'stage-hung' });
  });

  test('and cannot be revived is tried again, with an error in the log', async () => {
    const window = await running();
    let tries = 0;
    window.revive = async () => {
      tries++;
      await Promise.resolve();
      throw new Error('no browser');
    };
    window.events.gone('browser-exited');
    await clock.advance(499);
    expect(tries).toBe(1);
    await clock.advance(1);
    expect(tries).toBe(2);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    window.revive = async () => undefined;
    await clock.advance(1_000);
    window.revive = async () => {
      throw new Error('no memory');
    };
    window.events.gone('crashed');
    await clock.advance(2_000);
    const errors = lines.filter(({ level }) => level === 'error').map(({ fields }) => fields.error);
    expect(errors).toEqual([
      'internal: Unexpected error: no browser',
      'internal: Unexpected error: no memory',
    ]);
  });

  test('again gets no messages while it waits for its revival', async () => {
    const window = await running();
    window.events.gone('crashed');
    await clock.advance(0);
    window.report({ type: 'ready', protocol: 1 });
    window.sent.length = 0;
    window.events.gone('crashed');
    show.programme(programme('p', ['a']), settings);
    expect(window.sent).toEqual([]);
  });

  test('gets no messages before it is ready again', async () => {
    const window = await running();
    host.window('1').events.gone('crashed');
    window.sent.length = 0;
    show.programme(programme('p', ['a']), settings);
    expect(window.sent).toEqual([]);
    report({ type: 'ready', protocol: 1 });
    expect(window.sent.map(({ type }) => type)).toEqual(['programme']);
  });
});

describe('a screen without a programme', () => {
  const two = [
    { screenId: '1', display },
    { screenId: '2', display: { ...display, id: 'e' } },
  ];
  const played = (screenId: string): readonly string[] =>
    host.window(screenId).sent.flatMap((one) => (one.type === 'programme' ? [one.programme.id] : []));

  async function playing(): Promise<void> {
    await show.attach(host, two);
    for (const { screenId } of two) report({ type: 'ready', protocol: 1 }, screenId);
  }

  test('shows nothing when each screen has its own programme', async () => {
    await playing();
    show.programme(programme('one', ['a']), settings);
    expect([played('1'), played('2')]).toEqual([['one'], []]);
  });

  test('shows the programme of screen 1, and no other, when all are alike', async () => {
    show = createShow({ clock, log: createLog(() => undefined), onShowing: () => undefined, alike: true });
    await playing();
    show.programme(programme('three', ['a'], '3'), settings);
    expect(played('2')).toEqual([]);
    show.programme(programme('one', ['a']), settings);
    show.programme(programme('two', ['a'], '2'), settings);
    show.programme(programme('again', ['a']), settings);
    expect([played('1'), played('2')]).toEqual([
      ['one', 'again'],
      ['one', 'two'],
    ]);
  });
});

test('a screen that is added later receives the state of all screens', async () => {
  show.standby(starting);
  show.overlay(true);
  await show.attach(host, [{ screenId: 'late', display }]);
  report({ type: 'ready', protocol: 1 }, 'late');
  expect(host.window('late').sentTypes).toEqual(['standby', 'overlay']);
});

test('the time of the last frame follows heartbeats with frames', async () => {
  await running();
  report({ ...heartbeat, frames: 0 });
  expect(show.status()[0]).toMatchObject({ alive: true, lastFrameAt: null });
  await clock.advance(1_000);
  report(heartbeat);
  expect(show.status()[0]?.lastFrameAt).toBe(new Date(clock.now()).toISOString());
});

test('a screenshot comes from the window of its screen', async () => {
  await running();
  expect((await show.capture('1')).bytes).toEqual(new Uint8Array([1]));
  await expect(show.capture('2')).rejects.toMatchObject({ code: 'no-such-screen' });
});

test('the stop closes open showings once and ends reviving', async () => {
  show.programme(programme('p', ['a']), settings);
  const window = await running();
  start('a');
  show.stop();
  host.window('1').events.gone('browser-exited');
  await clock.advance(60_000);
  expect(showings).toMatchObject([{ type: 'started' }, { type: 'ended', reason: 'stopped' }]);
  expect(window.done).toEqual([]);
});

test('reported decoding capabilities are passed on', async () => {
  const reported: unknown[] = [];
  const reporting = createShow({
    clock,
    log: createLog(() => undefined),
    onShowing: () => undefined,
    onStreams: (verdicts) => reported.push(verdicts),
  });
  await reporting.attach(host, [{ screenId: '1', display }]);
  const verdicts = { browser: 'one/1', decodes: { 'video/mp4; codecs="hvc1"': false } };
  host.windows.at(-1)?.events.message({ type: 'ready', protocol: 1 });
  host.windows.at(-1)?.events.message({ type: 'streams', ...verdicts });
  expect(reported).toEqual([verdicts]);
  reporting.stop();
});

describe('replacing the browser', () => {
  async function renewing() {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    const showingId = start('a');
    window.sent.length = 0;
    const renewed = show.renew(host);
    await clock.advance(0);
    return { window, showingId, renewed };
  }

  test('waits for the end of the item in sight, and the next one does not begin', async () => {
    const { window, showingId, renewed } = await renewing();
    expect(window.sent).toEqual([{ type: 'yield', showingId }]);
    report({ type: 'yields', showingId, at: clock.now() + 4_000 });
    await clock.advance(3_999);
    expect(host.done).not.toContain('the browser is replaced');
    await clock.advance(1);
    expect([window.sight.at(-1), window.last?.type]).toEqual(['concealed', 'leave']);
    await clock.advance(300);
    await renewed;
    expect(host.done).toContain('the browser is replaced');
  });

  test('does not cut a clip of unknown length before its reported end', async () => {
    const unknown: Cue = { ...cue('clip'), toOwnEnd: true, lengthUnknown: true };
    show.programme({ ...programme('p', ['clip']), cues: [unknown] }, settings);
    await running();
    const showingId = start('clip');
    const renewed = show.renew(host);
    for (let left = 60; left > 1; left--) {
      await clock.advance(1_000);
      report({ ...heartbeat, remainingMs: left * 1_000 - 1_000 });
      expect(host.done).not.toContain('the browser is replaced');
    }
    report({ type: 'yields', showingId, at: clock.now() + 1_000 });
    await clock.advance(1_300);
    await renewed;
    expect(host.done).toContain('the browser is replaced');
  });

  test('happens at once when the item in sight lasts longer than three minutes', async () => {
    show.programme({ ...programme('p', ['a']), cues: [{ ...cue('a'), durationMs: 180_001 }] }, settings);
    await running();
    start('a');
    void show.renew(host);
    await clock.advance(0);
    expect(host.done).toContain('the browser is replaced');
  });

  test('happens even if the stage does not answer', async () => {
    const { renewed } = await renewing();
    await clock.advance(13_000);
    await renewed;
    expect(host.done).toContain('the browser is replaced');
  });

  test('replaces the renderers when the host cannot replace the browser', async () => {
    host.renew = null;
    const { window, renewed } = await renewing();
    await clock.advance(60_000);
    await renewed;
    expect(window.behind).not.toBeNull();
  });
});
