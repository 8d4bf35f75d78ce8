import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost, type FakeWindow } from './fake-host.ts';

// One screen over its memory budget, in front of fake windows: every word between main and the two stages.

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
const hour = 3_600_000;
const programme = looping('p', [
  cue('a', image('a'), 60_000),
  cue('b', image('b'), 60_000),
  cue('long', image('long'), hour),
  { ...cue('clip', image('clip'), 10_000), toOwnEnd: true, lengthUnknown: true },
]);

let clock: ManualClock;
let lines: LogLine[];
let showings: Showing[];
let front: FakeWindow;
let show: Show;
let host: FakeHost;

beforeEach(async () => {
  clock = new ManualClock();
  lines = [];
  showings = [];
  show = createShow({
    clock,
    log: createLog((line) => lines.push(line)),
    memory: { budgetBytes: 1_000, everyMs: 1_000 },
    onShowing: (showing) => showings.push(showing),
  });
  host = new FakeHost([display]);
  await show.attach(host, [{ screenId: '1', display }]);
  front = host.window('1');
  front.bytes = 2_000;
  say({ type: 'ready', protocol: 1 });
  show.programme(programme, defaultScreenSettings);
});

function say(message: unknown): void {
  front.say(message);
}

const heartbeat = {
  type: 'heartbeat',
  mono: 5,
  frames: 60,
  droppedFrames: 0,
  programmeId: 'p',
  cueId: null,
  sleeps: false,
};

/** Time passes, and the stage in front paints. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    say(heartbeat);
    await clock.advance(Math.min(left, 1_000));
  }
}

function begin(cueId: string, index: number, to: (message: unknown) => void = say): string {
  const showingId = randomUUID();
  to({ type: 'started', showingId, cueId, pass: 3, index, at: clock.now() });
  return showingId;
}

function behind(): FakeWindow {
  if (front.behind === null) throw new Error('nothing was opened behind');
  return front.behind;
}

const hear = (message: unknown): void => behind().say(message);
const afterA = { cueId: 'a', pass: 3, index: 0 };
const status = () => show.status()[0];

/** Up to where the stage behind has its first item ready. */
async function standingBy(): Promise<string> {
  const showingId = begin('a', 0);
  await pass(41_000);
  hear({ type: 'ready', protocol: 1 });
  hear({ type: 'prepared', after: afterA, shows: true });
  return showingId;
}

describe('between two items', () => {
  test('the other stage is opened when the item has little time left, and told where the show stands', async () => {
    begin('a', 0);
    await pass(39_000);
    expect(front.behind).toBeNull();
    await pass(2_000);
    expect(behind().sent).toEqual([]);
    hear({ type: 'ready', protocol: 1 });
    expect(behind().told).toEqual(['follow', 'programme']);
    expect(behind().sent[0]).toEqual({ type: 'follow', after: afterA, standsBy: true });
  });

  test('one stage ends its item, the other one begins the next, and each is proven once', async () => {
    const first = await standingBy();
    expect(front.last).toEqual({ type: 'yield', showingId: first });
    const at = clock.now() + 400;
    say({ type: 'yields', showingId: first, at });
    expect(behind().last).toEqual({ type: 'take-over', at });
    await clock.advance(400);
    const second = begin('b', 1, hear);
    await clock.advance(0);
    expect(behind().done).toEqual(['forward']);
    expect(front.last).toEqual({ type: 'leave', at });
    expect(front.done).toEqual([]);
    say({ type: 'ended', showingId: first, cueId: 'a', at, outcome: 'completed', reason: null });
    expect(front.done).toEqual(['closed']);
    hear({ type: 'ended', showingId: second, cueId: 'b', at: at + 9, outcome: 'completed', reason: null });
    expect(showings.map(({ type, showingId }) => [type, showingId])).toEqual([
      ['started', first],
      ['started', second],
      ['ended', first],
      ['ended', second],
    ]);
    expect(showings[2]).toMatchObject({ outcome: 'completed' });
    expect(status()).toMatchObject({ recycles: 1, restarts: 0, alive: true, memoryBytes: 2_000 });
  });

  test('the one that took over is the stage from then on', async () => {
    const first = await standingBy();
    say({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1, hear);
    await clock.advance(600);
    expect(front.done).toEqual(['closed']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', showingId: first, outcome: 'interrupted' });
    const { events } = behind();
    const window = behind();
    show.overlay(true);
    expect(window.last).toEqual({ type: 'overlay', visible: true });
    hear(heartbeat);
    // The old one is heard no more.
    say({ type: 'ready', protocol: 1 });
    front.events.gone('killed');
    expect(status()).toMatchObject({ alive: true, restarts: 0 });
    events.gone('crashed');
    await clock.advance(0);
    expect(window.done).toEqual(['forward', 'revived']);
    expect(status()).toMatchObject({ restarts: 1 });
  });

  test('an item that came meanwhile is followed instead', async () => {
    begin('a', 0);
    await pass(41_000);
    hear({ type: 'ready', protocol: 1 });
    const next = begin('b', 1);
    hear({ type: 'prepared', after: afterA, shows: true });
    expect(front.told).not.toContain('yield');
    const afterB = { cueId: 'b', pass: 3, index: 1 };
    expect(behind().last).toEqual({ type: 'follow', after: afterB, standsBy: true });
    hear({ type: 'prepared', after: afterB, shows: true });
    expect(front.last).toEqual({ type: 'yield', showingId: next });
  });

  test('when an item ends in front and nothing follows it, that is what is followed', async () => {
    const showingId = await standingBy();
    say({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    await clock.advance(1_000);
    expect(behind().last).toEqual({ type: 'follow', after: null, standsBy: true });
    hear({ type: 'prepared', after: null, shows: false });
    await clock.advance(0);
    expect(status()?.recycles).toBe(1);
  });

  test('an item that is at once followed by another one leaves no gap', async () => {
    const showingId = await standingBy();
    say({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    begin('b', 1);
    await clock.advance(1_000);
    const followed = behind().sent.flatMap((one) => (one.type === 'follow' ? [one.after] : []));
    expect(followed).toEqual([afterA, { cueId: 'b', pass: 3, index: 1 }]);
  });

  test('before the end of a long item its memory is looked at once more', async () => {
    begin('long', 2);
    await pass(hour - 210_000);
    front.bytes = 500;
    await pass(205_000);
    expect(front.behind).toBeNull();
  });

  test('one that is over its budget at the end of a long item is replaced there', async () => {
    begin('long', 2);
    await pass(hour - 21_000);
    expect(front.behind).toBeNull();
    await pass(2_000);
    expect(front.behind).not.toBeNull();
  });

  test('the end of a clip of unknown length is what its stage says, not what was guessed', async () => {
    begin('clip', 3);
    for (let left = 60_000; left > 20_000; left -= 1_000) {
      await clock.advance(1_000);
      say({ ...heartbeat, remainingMs: left - 1_000 });
      if (left > 22_000) expect(front.behind).toBeNull();
    }
    await clock.advance(1_000);
    expect(front.behind).not.toBeNull();
  });

  test('what every stage has to know is told to both', async () => {
    await standingBy();
    show.overlay(true);
    expect(front.last).toEqual({ type: 'overlay', visible: true });
    expect(behind().last).toEqual({ type: 'overlay', visible: true });
  });

  test('where nothing plays it is done at once', async () => {
    await pass(1_000);
    hear({ type: 'ready', protocol: 1 });
    hear({ type: 'prepared', after: null, shows: false });
    await clock.advance(0);
    expect(behind().done).toEqual(['forward']);
    expect(front.done).toEqual(['closed']);
    expect(status()?.recycles).toBe(1);
  });
});

describe('a stage that leaves', () => {
  /** Up to where the stage behind is in front, and the other one may say its last word. */
  async function leaving(): Promise<string> {
    const first = await standingBy();
    say({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1, hear);
    await clock.advance(0);
    expect(front.done).toEqual([]);
    return first;
  }

  test('is told since when the other one has been in sight', async () => {
    const first = await standingBy();
    say({ type: 'yields', showingId: first, at: clock.now() });
    const at = clock.now() - 7;
    hear({ type: 'started', showingId: randomUUID(), cueId: 'b', pass: 3, index: 1, at });
    await clock.advance(0);
    expect(front.last).toEqual({ type: 'leave', at });
  });

  test('is closed once, after its last word', async () => {
    const showingId = await leaving();
    say({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    say({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'failed', reason: 'twice' });
    await clock.advance(1_000);
    expect(front.done).toEqual(['closed']);
    expect(showings.filter(({ type }) => type === 'ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test.each([
    ['dies', () => front.events.gone('crashed')],
    ['hangs', () => front.events.hung()],
    ['is loaded anew', () => say({ type: 'ready', protocol: 1 })],
    ['loses its display', () => void show.attach(host, [])],
  ])('is closed at once when it %s', async (_, happens) => {
    const showingId = await leaving();
    happens();
    await clock.advance(0);
    expect(front.done).toEqual(['closed']);
    expect(showings).toContainEqual(
      expect.objectContaining({ type: 'ended', showingId, reason: 'recycled' }),
    );
  });
});

describe('the stage in front carries on', () => {
  const expectCarriedOn = (): void => {
    expect(front.last).toEqual({ type: 'carry-on' });
    expect(behind().done).toEqual(['closed']);
    expect(front.done).toEqual([]);
    expect(status()).toMatchObject({ recycles: 0, restarts: 0, alive: true });
    expect(showings.map(({ type }) => type)).toEqual(['started']);
  };

  test('when the other one dies', async () => {
    await standingBy();
    behind().events.gone('out-of-memory');
    expectCarriedOn();
  });

  test('when it dies after it has begun, unseen: that showing never was', async () => {
    const first = await standingBy();
    behind().comes = 'badly';
    say({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1, hear);
    await clock.advance(0);
    expectCarriedOn();
  });

  test('when the other one hangs', async () => {
    await standingBy();
    behind().events.hung();
    expectCarriedOn();
  });

  test('when the other one is loaded anew', async () => {
    await standingBy();
    hear({ type: 'ready', protocol: 1 });
    expectCarriedOn();
  });

  test('when it does not come up within 3 s', async () => {
    const first = await standingBy();
    say({ type: 'yields', showingId: first, at: clock.now() + 400 });
    await pass(3_300);
    expect(front.told).not.toContain('carry-on');
    await pass(200);
    expectCarriedOn();
  });

  test('when the one in front has gone on by itself meanwhile', async () => {
    const first = await standingBy();
    say({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1);
    expect(front.last).toEqual({ type: 'carry-on' });
    expect(behind().done).toEqual(['closed']);
    expect(status()).toMatchObject({ recycles: 0, alive: true });
  });

  test('when it is not ready within a minute', async () => {
    begin('a', 0);
    await pass(41_000);
    hear({ type: 'ready', protocol: 1 });
    await pass(60_000);
    expectCarriedOn();
  });

  test.each(['badly', 'never'] as const)('when its window opens %s', async (how) => {
    front.opens = how;
    begin('a', 0);
    await pass(110_000);
    expect(front.done).toEqual([]);
    expect(lines.filter(({ message }) => message.includes('could not be replaced'))).toHaveLength(1);
  });

  test('at once when its window could not be opened', async () => {
    front.opens = 'badly';
    begin('a', 0);
    await pass(42_000);
    expect(lines.filter(({ message }) => message.includes('could not be replaced'))).toHaveLength(1);
  });

  test('when it gets another programme, and it is tried again', async () => {
    await standingBy();
    const window = behind();
    show.programme({ ...programme, id: 'q' }, defaultScreenSettings);
    expect(front.told.slice(-2)).toEqual(['carry-on', 'programme']);
    expect(window.done).toEqual(['closed']);
    await pass(2_000);
    expect(behind()).not.toBe(window);
  });
});

describe('the other stage comes forward', () => {
  test('only when it was asked to take over, whatever it shows by itself', async () => {
    await standingBy();
    begin('b', 1, hear);
    await clock.advance(0);
    expect(behind().done).toEqual([]);
  });

  test.each([
    ['another item', { showingId: randomUUID() }, afterA],
    ['an item that was not asked for yet', {}, null],
  ])('not because %s yields', async (_, other, prepared) => {
    const showingId = begin('a', 0);
    await pass(41_000);
    hear({ type: 'ready', protocol: 1 });
    if (prepared) hear({ type: 'prepared', after: prepared, shows: true });
    say({ type: 'yields', showingId, at: clock.now(), ...other });
    expect(behind().told).not.toContain('take-over');
  });

  test.each([
    ['cue', { ...afterA, cueId: 'b' }],
    ['pass', { ...afterA, pass: 2 }],
    ['index', { ...afterA, index: 1 }],
  ])('only after the very item that is in sight, not after one of another %s', async (_, after) => {
    begin('a', 0);
    await pass(41_000);
    hear({ type: 'ready', protocol: 1 });
    hear({ type: 'prepared', after, shows: true });
    expect(front.told).not.toContain('yield');
  });

  test('also when the minute for making it ready ends just then', async () => {
    const showingId = begin('long', 2);
    await pass(hour - 20_000);
    hear({ type: 'ready', protocol: 1 });
    await pass(58_000);
    hear({ type: 'prepared', after: { cueId: 'long', pass: 3, index: 2 }, shows: true });
    say({ type: 'yields', showingId, at: clock.now() });
    await pass(2_500);
    begin('b', 1, hear);
    await clock.advance(0);
    expect(behind().done).toEqual(['forward']);
  });

  test('also when that takes its time', async () => {
    const showingId = await standingBy();
    const coming = Promise.withResolvers<void>();
    behind().comeForward = () => coming.promise;
    say({ type: 'yields', showingId, at: clock.now() });
    begin('b', 1, hear);
    await pass(4_000);
    coming.resolve();
    await clock.advance(0);
    expect(status()).toMatchObject({ recycles: 1 });
    expect(behind().done).toEqual([]);
  });
});

describe('the other stage is opened', () => {
  let openings: number;

  beforeEach(() => {
    openings = 0;
    const open = front.openBehind.bind(front);
    front.openBehind = (events) => {
      openings++;
      return open(events);
    };
  });

  test('once, however many items began while it was waited for', async () => {
    begin('a', 0);
    await pass(30_000);
    begin('b', 1);
    await pass(45_000);
    expect(openings).toBe(1);
  });

  test('once, also when the programme changed while it was waited for', async () => {
    begin('a', 0);
    await pass(10_000);
    show.programme({ ...programme, id: 'q' }, defaultScreenSettings);
    await pass(35_000);
    expect(openings).toBe(1);
    expect(front.told).not.toContain('carry-on');
  });

  test('and closed again when it comes too late; the one in front never heard of it', async () => {
    const late = Promise.withResolvers<void>();
    const open = front.openBehind.bind(front);
    front.openBehind = async (events) => {
      await late.promise;
      return open(events);
    };
    begin('a', 0);
    await pass(41_000);
    show.stop();
    late.resolve();
    await clock.advance(0);
    expect(behind().done).toEqual(['closed']);
    hear({ type: 'ready', protocol: 1 });
    expect(behind().sent).toEqual([]);
    expect(front.told).not.toContain('carry-on');
  });

  test('not while the one in front is being brought back', async () => {
    front.events.gone('crashed');
    await clock.advance(5_000);
    expect(openings).toBe(0);
  });

  test('not any more after the stop', async () => {
    show.stop();
    await clock.advance(600_000);
    expect(openings).toBe(0);
  });
});

describe('what else happens meanwhile goes first', () => {
  test('the death of the stage in front', async () => {
    await standingBy();
    front.events.gone('crashed');
    await clock.advance(0);
    expect(front.done).toEqual(['revived']);
    expect(behind().done).toEqual(['closed']);
  });

  test('its death also when it is brought back later, as it has died before', async () => {
    front.events.gone('crashed');
    await clock.advance(0);
    say({ type: 'ready', protocol: 1 });
    await standingBy();
    front.events.gone('crashed');
    expect(behind().done).toEqual(['closed']);
    expect(front.done).toEqual(['revived']);
  });

  test('a stage in front that paints nothing any more', async () => {
    await standingBy();
    await clock.advance(6_000);
    expect(front.done).toEqual(['revived']);
    expect(behind().done).toEqual(['closed']);
  });

  test('a display of another size', async () => {
    await standingBy();
    await show.attach(host, [{ screenId: '1', display: { ...display, width: 320 } }]);
    expect(front.done).toEqual(['fitted']);
    expect(behind().done).toEqual(['closed']);
  });

  test('a display that goes', async () => {
    await standingBy();
    await show.attach(host, []);
    expect(front.done).toEqual(['closed']);
    expect(behind().done).toEqual(['closed']);
  });

  test('the stop', async () => {
    await standingBy();
    show.stop();
    expect(behind().done).toEqual(['closed']);
    await clock.advance(600_000);
    expect(front.done).toEqual([]);
  });
});
