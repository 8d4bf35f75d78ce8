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
import { FakeHost, type FakeWindow } from './fake-host.ts';

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
const settings = { ...defaultScreenSettings, volume: 0.5 };
const starting: Standby = standbyOf({ kind: 'starting', small: ['CMS: here'] });
const heartbeat = {
  type: 'heartbeat',
  mono: 5,
  frames: 60,
  droppedFrames: 0,
  programmeId: null,
  cueId: null,
  sleeps: false,
};

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

function say(message: unknown, screenId = '1'): void {
  host.window(screenId).say(message);
}

async function running(): Promise<FakeWindow> {
  await show.attach(host, [{ screenId: '1', display }]);
  say({ type: 'ready', protocol: 1 });
  return host.window('1');
}

function start(cueId: string): string {
  const showingId = randomUUID();
  say({ type: 'started', showingId, cueId, pass: 0, index: 0, at: clock.now() });
  return showingId;
}

test('screens that change displays all leave theirs before one of them is opened again', async () => {
  const [one, other] = [display, { ...display, id: 'e' }];
  const on = (first: Display, second: Display) => [
    { screenId: '1', display: first },
    { screenId: '2', display: second },
  ];
  await show.attach(host, on(one, other));
  await show.attach(host, on(other, one));
  expect(host.done.slice(2)).toEqual(['1 closes', '2 closes', '1 opens on e 640', '2 opens on d 640']);
});

test('a window that is closed says nothing more, and one that cannot be closed costs nothing', async () => {
  show.programme(programme('p', ['a']), settings);
  const window = await running();
  window.close = async () => {
    throw new Error('it is gone');
  };
  await show.attach(host, []);
  window.say({ type: 'started', showingId: randomUUID(), cueId: 'a', pass: 0, index: 0, at: 1 });
  window.events.hung();
  window.events.gone('crashed');
  await clock.advance(60_000);
  expect(showings).toEqual([]);
  expect(show.status()[0]).toMatchObject({ alive: false, restarts: 0, nowPlaying: null });
  expect(lines.filter(({ level }) => level !== 'debug')).toEqual([]);
});

test('a window is closed before another one is opened in its stead', async () => {
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

describe('a stage that paints but says nothing of its items', () => {
  const beat = (seconds: number): void => say({ ...heartbeat, mono: seconds * 1000 });

  test('is brought back when what it shows should have been over long ago', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    start('a');
    for (let seconds = 0; seconds <= 100; seconds++) beat(seconds);
    expect(window.done).toEqual([]);
    beat(101);
    await clock.advance(0);
    expect(window.done).toEqual(['revived']);
  });

  test('is left alone while it goes on, is told of a longer time, or has nothing to show', async () => {
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

describe('a clip whose length nobody knows', () => {
  const unknown: Cue = { ...cue('clip'), toOwnEnd: true, lengthUnknown: true };
  const playing = async (): Promise<FakeWindow> => {
    show.programme({ ...programme('p', ['clip']), cues: [unknown] }, settings);
    const window = await running();
    start('clip');
    return window;
  };
  const beat = (seconds: number, remainingMs: number | null): void =>
    say({ ...heartbeat, mono: seconds * 1000, remainingMs });

  test('plays to its end while the stage says that it advances, however long that takes', async () => {
    const window = await playing();
    for (let seconds = 0; seconds <= 600; seconds++) beat(seconds, 600_000 - seconds * 1000);
    await clock.advance(0);
    expect(window.done).toEqual([]);
  });

  test('is brought back when it no longer advances', async () => {
    const window = await playing();
    for (let seconds = 0; seconds <= 200; seconds++) beat(seconds, 600_000 - seconds * 1000);
    for (let seconds = 201; seconds <= 300; seconds++) beat(seconds, 400_000);
    expect(window.done).toEqual([]);
    for (let seconds = 301; seconds <= 302; seconds++) beat(seconds, 400_000);
    await clock.advance(0);
    expect(window.done).toEqual(['revived']);
  });

  test('one whose length is known is brought back, whatever the stage says of it', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    start('a');
    for (let seconds = 0; seconds <= 101; seconds++) beat(seconds, 600_000 - seconds * 1000);
    await clock.advance(0);
    expect(window.done).toEqual(['revived']);
  });
});

describe('what a stage is told', () => {
  test('waits for the stage, and is then all of it, newest only', async () => {
    show.standby(starting);
    show.programme(programme('old', ['a']), settings);
    await show.attach(host, [{ screenId: '1', display }]);
    show.programme(programme('new', ['b']), settings);
    show.overlay(true);
    expect(host.window('1').sent).toEqual([]);
    say({ type: 'ready', protocol: 1 });
    expect(host.window('1').sent).toEqual([
      { type: 'standby', standby: { ...starting, small: ['Screen 1', 'CMS: here'] } },
      { type: 'programme', programme: programme('new', ['b']), settings },
      { type: 'overlay', visible: true },
    ]);
  });

  test('is the programme of its own screen', async () => {
    await show.attach(host, [
      { screenId: '1', display },
      { screenId: '2', display },
    ]);
    say({ type: 'ready', protocol: 1 }, '1');
    say({ type: 'ready', protocol: 1 }, '2');
    show.programme(programme('two', ['a'], '2'), settings);
    expect(host.windows.map(({ sent }) => sent.length)).toEqual([0, 1]);
  });

  test('is the newest of what there is, as soon as there is something', async () => {
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

  test('is told again to a stage that was loaded anew', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    window.sent.length = 0;
    say({ type: 'ready', protocol: 1 });
    expect(window.sent.map(({ type }) => type)).toEqual(['programme']);
  });

  test('is where the show stood, to one that was loaded anew in its midst', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    say({ type: 'started', showingId: randomUUID(), cueId: 'b', pass: 4, index: 1, at: clock.now() });
    window.sent.length = 0;
    say({ type: 'ready', protocol: 1 });
    expect(window.sent.map(({ type }) => type)).toEqual(['follow', 'programme']);
    expect(window.sent[0]).toEqual({
      type: 'follow',
      after: { cueId: 'b', pass: 4, index: 1 },
      standsBy: false,
    });
  });

  test('is the time, as an answer to each heartbeat', async () => {
    const window = await running();
    say({ ...heartbeat, mono: 1234.5 });
    expect(window.sent).toEqual([{ type: 'clock', echo: 1234.5, epochMs: clock.now() }]);
  });

  test('is the time no longer each time once it knows it, and at once when the clock was set', async () => {
    const window = await running();
    const answers = async (seconds: number): Promise<number> => {
      window.sent.length = 0;
      for (let second = 0; second < seconds; second += 1) {
        await clock.advance(1_000);
        say(heartbeat);
      }
      return window.sent.filter(({ type }) => type === 'clock').length;
    };
    expect(await answers(16)).toBe(16);
    expect(await answers(60)).toBe(6);
    clock.set(clock.now() - 5);
    expect(await answers(1)).toBe(1);
    expect(await answers(15)).toBe(15);
    expect(await answers(20)).toBe(2);
    say({ type: 'ready', protocol: 1 });
    expect(await answers(16), 'another stage has to learn it anew').toBe(16);
  });
});

describe('what a stage says', () => {
  test('becomes showings with entry, media file and edition', async () => {
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
    say({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    expect(showings).toEqual([
      { ...key, type: 'started', at: clock.now() },
      { ...key, type: 'ended', at: clock.now(), outcome: 'completed', reason: null },
    ]);
    expect(show.status()[0]?.nowPlaying).toBeNull();
  });

  test('about an item of the programme before is still understood', async () => {
    show.programme(programme('old', ['a']), settings);
    await running();
    const showingId = start('a');
    show.programme(programme('new', ['b']), settings);
    say({ type: 'ended', showingId, cueId: 'a', at: 1, outcome: 'interrupted', reason: null });
    expect(showings.at(-1)).toMatchObject({ type: 'ended', editionId: 'edition-old', entryId: 'entry-a' });
  });

  test('about an item that was still on from two programmes ago is understood too', async () => {
    show.programme(programme('one', ['a']), settings);
    await running();
    const showingId = start('a');
    show.programme(programme('two', ['b']), settings);
    show.programme(programme('three', ['c']), settings);
    say({ type: 'ended', showingId, cueId: 'a', at: 1, outcome: 'completed', reason: null });
    expect(showings.at(-1)).toMatchObject({ type: 'ended', editionId: 'edition-one' });
  });

  test('of an item that could not be shown is a failure with its reason', async () => {
    show.programme(programme('p', ['a']), settings);
    await running();
    say({ type: 'failed', showingId: randomUUID(), cueId: 'a', at: 1, reason: 'decode' });
    expect(showings).toMatchObject([{ type: 'failed', mediaFileId: 'media-a', reason: 'decode' }]);
  });

  test('while the next one starts before the last one ends, is told apart', async () => {
    show.programme(programme('p', ['a', 'b']), settings);
    await running();
    const first = start('a');
    start('b');
    say({ type: 'ended', showingId: first, cueId: 'a', at: 1, outcome: 'completed', reason: null });
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
    say(message);
    say(message);
    expect(showings).toEqual([]);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  test('about an item that nobody knows is dropped', async () => {
    await running();
    say({ type: 'started', showingId: randomUUID(), cueId: 'unknown', pass: 0, index: 0, at: 1 });
    expect(showings).toEqual([]);
  });
});

describe('a stage that dies', () => {
  test('is brought back at once, and what it was showing is blamed', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    host.window('1').events.gone('crashed');
    expect(window.done).toEqual(['revived']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'failed', reason: 'renderer-crashed' });
    expect(show.status()[0]).toMatchObject({ alive: false, restarts: 1, nowPlaying: null });
  });

  test('in the middle of a fade is blamed on what was coming', async () => {
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

  test('while it makes the next item ready is blamed on that, and goes on after it', async () => {
    show.programme(programme('p', ['a', 'b', 'c']), settings);
    const window = await running();
    start('a');
    const turn = { showingId: randomUUID(), cueId: 'b', pass: 0, index: 1 };
    say({ type: 'preparing', turn });
    host.window('1').events.gone('crashed');
    expect(showings.slice(1)).toMatchObject([
      { type: 'ended', entryId: 'entry-a', outcome: 'interrupted' },
      { type: 'failed', entryId: 'entry-b', reason: 'renderer-crashed while it was made ready' },
    ]);
    window.sent.length = 0;
    say({ type: 'ready', protocol: 1 });
    expect(window.sent[0]).toEqual({
      type: 'follow',
      after: { cueId: 'b', pass: 0, index: 1 },
      standsBy: false,
    });
  });

  const crashesWhileItPrepares = (shown: string | null, prepared: string): void => {
    if (shown) start(shown);
    say({ type: 'preparing', turn: { showingId: randomUUID(), cueId: prepared, pass: 0, index: 1 } });
    host.window('1').events.gone('crashed');
    say({ type: 'ready', protocol: 1 });
  };
  const blamed = () =>
    showings
      .filter((one) => one.type === 'failed' || (one.type === 'ended' && one.outcome === 'failed'))
      .map(({ entryId }) => entryId);

  test('twice with the same item in sight is blamed on that, whatever was made ready meanwhile', async () => {
    show.programme(programme('p', ['guilty', 'next', 'other']), settings);
    await running();
    crashesWhileItPrepares('guilty', 'next');
    crashesWhileItPrepares('guilty', 'next');
    crashesWhileItPrepares('guilty', 'other');
    expect(blamed()).toEqual(['entry-next', 'entry-guilty', 'entry-guilty']);
  });

  test('whatever is in sight is blamed on what is made ready each time', async () => {
    show.programme(programme('p', ['a', 'b', 'guilty']), settings);
    await running();
    crashesWhileItPrepares('a', 'guilty');
    crashesWhileItPrepares('b', 'guilty');
    crashesWhileItPrepares('a', 'guilty');
    expect(blamed()).toEqual(['entry-guilty', 'entry-guilty', 'entry-guilty']);
  });

  test('also where the same item is always before it: that one bears the blame but once', async () => {
    show.programme(programme('p', ['a', 'guilty']), settings);
    await running();
    crashesWhileItPrepares('a', 'guilty');
    crashesWhileItPrepares('a', 'guilty');
    // Brought back, the show goes on after what was blamed.
    crashesWhileItPrepares(null, 'guilty');
    crashesWhileItPrepares('a', 'guilty');
    expect(blamed()).toEqual(['entry-guilty', 'entry-a', 'entry-guilty', 'entry-guilty']);
  });

  test.each([
    ['is ready', { type: 'preparing', turn: null }],
    ['belonged to a stage before it', { type: 'ready', protocol: 1 }],
  ])('does not blame what %s', async (_, message) => {
    show.programme(programme('p', ['a', 'b']), settings);
    await running();
    say({ type: 'preparing', turn: { showingId: randomUUID(), cueId: 'b', pass: 0, index: 1 } });
    say(message);
    start('a');
    host.window('1').events.gone('crashed');
    expect(showings.slice(1)).toMatchObject([{ type: 'ended', entryId: 'entry-a', outcome: 'failed' }]);
  });

  test('together with the browser blames nobody', async () => {
    show.programme(programme('p', ['a']), settings);
    await running();
    start('a');
    host.window('1').events.gone('browser-exited');
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'interrupted' });
  });

  test('by hanging is brought back within 6 s of its last painted frame, and blamed', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    say(heartbeat);
    await clock.advance(3_000);
    say({ ...heartbeat, frames: 0 });
    await clock.advance(3_000);
    expect(window.done).toEqual(['revived']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'failed', reason: 'stage-no-frames' });
  });

  test('by hanging while it sleeps is brought back later, unless there is something to show', async () => {
    const asleep = { ...heartbeat, sleeps: true };
    const window = await running();
    say(asleep);
    await clock.advance(12_000);
    say(asleep);
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
    say({ ...heartbeat, sleeps: true });
    await clock.advance(4_000);
    wake();
    await clock.advance(4_999);
    expect(window.done).toEqual([]);
    await clock.advance(1);
    expect(window.done).toEqual(['revived']);
  });

  test('by hanging while it plays is brought back soon, though it says that it sleeps', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    say({ ...heartbeat, sleeps: true });
    await clock.advance(5_000);
    expect(window.done).toEqual(['revived']);
  });

  test('by hanging, as the browser says, is brought back at once, and blamed', async () => {
    show.programme(programme('p', ['a']), settings);
    const window = await running();
    start('a');
    window.events.hung();
    expect(window.done).toEqual(['revived']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', outcome: 'failed', reason: 'stage-hung' });
  });

  test('and cannot be brought back is tried again, and that is an error', async () => {
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
  });

  test('again is not spoken to while it waits to be brought back', async () => {
    const window = await running();
    window.events.gone('crashed');
    await clock.advance(0);
    window.say({ type: 'ready', protocol: 1 });
    window.sent.length = 0;
    window.events.gone('crashed');
    show.programme(programme('p', ['a']), settings);
    expect(window.sent).toEqual([]);
  });

  test('is not spoken to before it is ready again', async () => {
    const window = await running();
    host.window('1').events.gone('crashed');
    window.sent.length = 0;
    show.programme(programme('p', ['a']), settings);
    expect(window.sent).toEqual([]);
    say({ type: 'ready', protocol: 1 });
    expect(window.sent.map(({ type }) => type)).toEqual(['programme']);
  });
});

describe('a screen without a programme of its own', () => {
  const two = [
    { screenId: '1', display },
    { screenId: '2', display: { ...display, id: 'e' } },
  ];
  const played = (screenId: string): readonly string[] =>
    host.window(screenId).sent.flatMap((one) => (one.type === 'programme' ? [one.programme.id] : []));

  async function playing(): Promise<void> {
    await show.attach(host, two);
    for (const { screenId } of two) say({ type: 'ready', protocol: 1 }, screenId);
  }

  test('shows nothing, where each screen has its own', async () => {
    await playing();
    show.programme(programme('one', ['a']), settings);
    expect([played('1'), played('2')]).toEqual([['one'], []]);
  });

  test('shows that of screen 1, and of no other, where all are alike', async () => {
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

test('a screen that comes later is told what all are told', async () => {
  show.standby(starting);
  show.overlay(true);
  await show.attach(host, [{ screenId: 'late', display }]);
  say({ type: 'ready', protocol: 1 }, 'late');
  expect(host.window('late').told).toEqual(['standby', 'overlay']);
});

test('heartbeats with frames tell when it last painted', async () => {
  await running();
  say({ ...heartbeat, frames: 0 });
  expect(show.status()[0]).toMatchObject({ alive: true, lastFrameAt: null });
  await clock.advance(1_000);
  say(heartbeat);
  expect(show.status()[0]?.lastFrameAt).toBe(new Date(clock.now()).toISOString());
});

test('a picture comes from the window of its screen', async () => {
  await running();
  expect((await show.capture('1')).bytes).toEqual(new Uint8Array([1]));
  await expect(show.capture('2')).rejects.toMatchObject({ code: 'no-such-screen' });
});

test('the stop closes what is open, once, and brings nothing back', async () => {
  show.programme(programme('p', ['a']), settings);
  const window = await running();
  start('a');
  show.stop();
  host.window('1').events.gone('browser-exited');
  await clock.advance(60_000);
  expect(showings).toMatchObject([{ type: 'started' }, { type: 'ended', reason: 'stopped' }]);
  expect(window.done).toEqual([]);
});

test('what a browser says that it can decode is passed on', async () => {
  const said: unknown[] = [];
  const told = createShow({
    clock,
    log: createLog(() => undefined),
    onShowing: () => undefined,
    onStreams: (verdicts) => said.push(verdicts),
  });
  await told.attach(host, [{ screenId: '1', display }]);
  const verdicts = { browser: 'one/1', decodes: { 'video/mp4; codecs="hvc1"': false } };
  host.windows.at(-1)?.events.message({ type: 'ready', protocol: 1 });
  host.windows.at(-1)?.events.message({ type: 'streams', ...verdicts });
  expect(said).toEqual([verdicts]);
  told.stop();
});

describe('the browser is replaced', () => {
  async function renewing() {
    show.programme(programme('p', ['a', 'b']), settings);
    const window = await running();
    const showingId = start('a');
    window.sent.length = 0;
    const renewed = show.renew(host);
    await clock.advance(0);
    return { window, showingId, renewed };
  }

  test('between two items: the one in sight is held to its end, and the next one has not begun', async () => {
    const { window, showingId, renewed } = await renewing();
    expect(window.sent).toEqual([{ type: 'yield', showingId }]);
    say({ type: 'yields', showingId, at: clock.now() + 4_000 });
    await clock.advance(3_999);
    expect(host.done).not.toContain('the browser is replaced');
    await clock.advance(1);
    expect([window.sight.at(-1), window.last?.type]).toEqual(['concealed', 'leave']);
    await clock.advance(300);
    await renewed;
    expect(host.done).toContain('the browser is replaced');
  });

  test('a clip of unknown length is not cut before the end that its stage tells', async () => {
    const unknown: Cue = { ...cue('clip'), toOwnEnd: true, lengthUnknown: true };
    show.programme({ ...programme('p', ['clip']), cues: [unknown] }, settings);
    await running();
    const showingId = start('clip');
    const renewed = show.renew(host);
    for (let left = 60; left > 1; left--) {
      await clock.advance(1_000);
      say({ ...heartbeat, remainingMs: left * 1_000 - 1_000 });
      expect(host.done).not.toContain('the browser is replaced');
    }
    say({ type: 'yields', showingId, at: clock.now() + 1_000 });
    await clock.advance(1_300);
    await renewed;
    expect(host.done).toContain('the browser is replaced');
  });

  test('all the same when the stage does not answer', async () => {
    const { renewed } = await renewing();
    await clock.advance(13_000);
    await renewed;
    expect(host.done).toContain('the browser is replaced');
  });

  test('where it cannot be, its renderers are', async () => {
    host.renew = null;
    const { window, renewed } = await renewing();
    await clock.advance(60_000);
    await renewed;
    expect(window.behind).not.toBeNull();
  });
});
