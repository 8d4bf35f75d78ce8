import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import type { Mark } from '../../src/shared/messages.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost, type FakeWindow } from './fake-host.ts';

// One screen over its memory budget, with fake windows: every message between main and the two stages.

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
  report({ type: 'ready', protocol: 1 });
  show.programme(programme, defaultScreenSettings);
});

function report(message: unknown): void {
  front.report(message);
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

/** Advances the clock while the stage in front paints. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    report(heartbeat);
    await clock.advance(Math.min(left, 1_000));
  }
}

function begin(cueId: string, index: number, to: (message: unknown) => void = report): string {
  const showingId = randomUUID();
  to({ type: 'started', showingId, cueId, pass: 3, index, at: clock.now() });
  return showingId;
}

function behind(): FakeWindow {
  if (front.behind === null) throw new Error('nothing was opened behind');
  return front.behind;
}

const reportBehind = (message: unknown): void => behind().report(message);
const afterA = { cueId: 'a', pass: 3, index: 0 };
const status = () => show.status()[0];

/** The stage behind reports that, and its frame is drawn. */
async function prepared(after: Mark | null, shows = true): Promise<void> {
  reportBehind({ type: 'prepared', after, shows });
  await clock.advance(0);
}

/** Advances until the stage behind has prepared its first item. */
async function standingBy(): Promise<string> {
  const showingId = begin('a', 0);
  await pass(41_000);
  reportBehind({ type: 'ready', protocol: 1 });
  await prepared(afterA);
  return showingId;
}

describe('between two items', () => {
  test('the stage behind is opened when the item has little time left, and receives the position of the show', async () => {
    begin('a', 0);
    await pass(39_000);
    expect(front.behind).toBeNull();
    await pass(2_000);
    expect(behind().sent).toEqual([]);
    reportBehind({ type: 'ready', protocol: 1 });
    expect(behind().sentTypes).toEqual(['follow', 'programme']);
    expect(behind().sent[0]).toEqual({ type: 'follow', after: afterA, standsBy: true });
  });

  test('the stage behind is opened in time when a shorter item begins in the meantime', async () => {
    begin('a', 0);
    await pass(5_000);
    begin('clip', 3);
    await pass(5_000);
    expect(front.behind).toBeNull();
    await pass(10_000);
    expect(front.behind).not.toBeNull();
  });

  test('the stage in front yields once a frame of the item behind it is drawn', async () => {
    const drawn = Promise.withResolvers<void>();
    const first = begin('a', 0);
    await pass(41_000);
    behind().draws = drawn.promise;
    reportBehind({ type: 'ready', protocol: 1 });
    await prepared(afterA);
    expect(front.last?.type).not.toBe('yield');
    drawn.resolve();
    await clock.advance(0);
    expect(front.last).toEqual({ type: 'yield', showingId: first });
  });

  test('a stage behind that cannot tell that it has drawn takes over all the same', async () => {
    const first = begin('a', 0);
    await pass(41_000);
    behind().draws = Promise.reject(new Error('no page'));
    reportBehind({ type: 'ready', protocol: 1 });
    await prepared(afterA);
    expect(front.last).toEqual({ type: 'yield', showingId: first });
  });

  test('one stage ends its item, the other one begins the next, and each is reported once', async () => {
    const first = await standingBy();
    expect(front.last).toEqual({ type: 'yield', showingId: first });
    const at = clock.now() + 400;
    report({ type: 'yields', showingId: first, at });
    expect(behind().last).toEqual({ type: 'take-over', at });
    await clock.advance(400);
    const second = begin('b', 1, reportBehind);
    await clock.advance(0);
    expect(behind().done).toEqual(['forward']);
    expect(front.last).toEqual({ type: 'leave', at });
    expect(front.done).toEqual([]);
    report({ type: 'ended', showingId: first, cueId: 'a', at, outcome: 'completed', reason: null });
    expect(front.done).toEqual(['closed']);
    reportBehind({
      type: 'ended',
      showingId: second,
      cueId: 'b',
      at: at + 9,
      outcome: 'completed',
      reason: null,
    });
    expect(showings.map(({ type, showingId }) => [type, showingId])).toEqual([
      ['started', first],
      ['started', second],
      ['ended', first],
      ['ended', second],
    ]);
    expect(showings[2]).toMatchObject({ outcome: 'completed' });
    expect(status()).toMatchObject({ recycles: 1, restarts: 0, alive: true, memoryBytes: 2_000 });
  });

  test('the stage that took over is the stage from then on', async () => {
    const first = await standingBy();
    report({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1, reportBehind);
    await clock.advance(600);
    expect(front.done).toEqual(['closed']);
    expect(showings.at(-1)).toMatchObject({ type: 'ended', showingId: first, outcome: 'interrupted' });
    const { events } = behind();
    const window = behind();
    show.overlay(true);
    expect(window.last).toEqual({ type: 'overlay', visible: true });
    reportBehind(heartbeat);
    // Reports of the old stage are ignored.
    report({ type: 'ready', protocol: 1 });
    front.events.gone('killed');
    expect(status()).toMatchObject({ alive: true, restarts: 0 });
    events.gone('crashed');
    await clock.advance(0);
    expect(window.done).toEqual(['forward', 'revived']);
    expect(status()).toMatchObject({ restarts: 1 });
  });

  test('the stage behind follows an item that began in the meantime', async () => {
    begin('a', 0);
    await pass(41_000);
    reportBehind({ type: 'ready', protocol: 1 });
    const next = begin('b', 1);
    await prepared(afterA);
    expect(front.sentTypes).not.toContain('yield');
    const afterB = { cueId: 'b', pass: 3, index: 1 };
    expect(behind().last).toEqual({ type: 'follow', after: afterB, standsBy: true });
    await prepared(afterB);
    expect(front.last).toEqual({ type: 'yield', showingId: next });
  });

  test('the stage behind follows nothing when an item ends in front without a successor', async () => {
    const showingId = await standingBy();
    report({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    await clock.advance(1_000);
    expect(behind().last).toEqual({ type: 'follow', after: null, standsBy: true });
    await prepared(null, false);
    await clock.advance(0);
    expect(status()?.recycles).toBe(1);
  });

  test('an item that another one follows at once leaves no gap', async () => {
    const showingId = await standingBy();
    report({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    begin('b', 1);
    await clock.advance(1_000);
    const followed = behind().sent.flatMap((one) => (one.type === 'follow' ? [one.after] : []));
    expect(followed).toEqual([afterA, { cueId: 'b', pass: 3, index: 1 }]);
  });

  test('memory is measured again before the end of a long item', async () => {
    begin('long', 2);
    await pass(hour - 210_000);
    front.bytes = 500;
    await pass(205_000);
    expect(front.behind).toBeNull();
  });

  test('a renderer over its budget at the end of a long item is replaced there', async () => {
    begin('long', 2);
    await pass(hour - 21_000);
    expect(front.behind).toBeNull();
    await pass(2_000);
    expect(front.behind).not.toBeNull();
  });

  test('the reported end of a clip of unknown length replaces the guess', async () => {
    begin('clip', 3);
    for (let left = 60_000; left > 20_000; left -= 1_000) {
      await clock.advance(1_000);
      report({ ...heartbeat, remainingMs: left - 1_000 });
      if (left > 22_000) expect(front.behind).toBeNull();
    }
    await clock.advance(1_000);
    expect(front.behind).not.toBeNull();
  });

  test('both stages receive changes of the state', async () => {
    await standingBy();
    show.overlay(true);
    expect(front.last).toEqual({ type: 'overlay', visible: true });
    expect(behind().last).toEqual({ type: 'overlay', visible: true });
  });

  test('a stage that plays nothing is replaced at once', async () => {
    await pass(1_000);
    reportBehind({ type: 'ready', protocol: 1 });
    await prepared(null, false);
    await clock.advance(0);
    expect(behind().done).toEqual(['forward']);
    expect(front.done).toEqual(['closed']);
    expect(status()?.recycles).toBe(1);
  });
});

describe('a retiring stage', () => {
  /** Advances until the stage behind is in front and the old one may send its last report. */
  async function leaving(): Promise<string> {
    const first = await standingBy();
    report({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1, reportBehind);
    await clock.advance(0);
    expect(front.done).toEqual([]);
    return first;
  }

  test('receives the instant at which the new stage came into sight', async () => {
    const first = await standingBy();
    report({ type: 'yields', showingId: first, at: clock.now() });
    const at = clock.now() - 7;
    reportBehind({ type: 'started', showingId: randomUUID(), cueId: 'b', pass: 3, index: 1, at });
    await clock.advance(0);
    expect(front.last).toEqual({ type: 'leave', at });
  });

  test('is closed once, after its last report', async () => {
    const showingId = await leaving();
    report({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'completed', reason: null });
    report({ type: 'ended', showingId, cueId: 'a', at: clock.now(), outcome: 'failed', reason: 'twice' });
    await clock.advance(1_000);
    expect(front.done).toEqual(['closed']);
    expect(showings.filter(({ type }) => type === 'ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test.each([
    ['dies', () => front.events.gone('crashed')],
    ['hangs', () => front.events.hung()],
    ['is reloaded', () => report({ type: 'ready', protocol: 1 })],
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

describe('the stage in front carries on when', () => {
  const expectCarriedOn = (): void => {
    expect(front.last).toEqual({ type: 'carry-on' });
    expect(behind().done).toEqual(['closed']);
    expect(front.done).toEqual([]);
    expect(status()).toMatchObject({ recycles: 0, restarts: 0, alive: true });
    expect(showings.map(({ type }) => type)).toEqual(['started']);
  };

  test('the stage behind dies', async () => {
    await standingBy();
    behind().events.gone('out-of-memory');
    expectCarriedOn();
  });

  test('the stage behind dies unseen after it began an item, which leaves no showing', async () => {
    const first = await standingBy();
    behind().comes = 'badly';
    report({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1, reportBehind);
    await clock.advance(0);
    expectCarriedOn();
  });

  test('the stage behind hangs', async () => {
    await standingBy();
    behind().events.hung();
    expectCarriedOn();
  });

  test('the stage behind is reloaded', async () => {
    await standingBy();
    reportBehind({ type: 'ready', protocol: 1 });
    expectCarriedOn();
  });

  test('the stage behind shows nothing within 3 s', async () => {
    const first = await standingBy();
    report({ type: 'yields', showingId: first, at: clock.now() + 400 });
    await pass(3_300);
    expect(front.sentTypes).not.toContain('carry-on');
    await pass(200);
    expectCarriedOn();
  });

  test('the stage in front went on to its next item', async () => {
    const first = await standingBy();
    report({ type: 'yields', showingId: first, at: clock.now() });
    begin('b', 1);
    expect(front.last).toEqual({ type: 'carry-on' });
    expect(behind().done).toEqual(['closed']);
    expect(status()).toMatchObject({ recycles: 0, alive: true });
  });

  test('the stage behind is not ready within a minute', async () => {
    begin('a', 0);
    await pass(41_000);
    reportBehind({ type: 'ready', protocol: 1 });
    await pass(60_000);
    expectCarriedOn();
  });

  test.each(['badly', 'never'] as const)('the window behind opens %s', async (how) => {
    front.opens = how;
    begin('a', 0);
    await pass(110_000);
    expect(front.done).toEqual([]);
    expect(lines.filter(({ message }) => message.includes('could not be replaced'))).toHaveLength(1);
  });

  test('the window behind cannot be opened, without any delay', async () => {
    front.opens = 'badly';
    begin('a', 0);
    await pass(42_000);
    expect(lines.filter(({ message }) => message.includes('could not be replaced'))).toHaveLength(1);
  });

  test('a new programme arrives, and the hand-over is tried again', async () => {
    await standingBy();
    const window = behind();
    show.programme({ ...programme, id: 'q' }, defaultScreenSettings);
    expect(front.sentTypes.slice(-2)).toEqual(['carry-on', 'programme']);
    expect(window.done).toEqual(['closed']);
    await pass(2_000);
    expect(behind()).not.toBe(window);
  });
});

describe('the stage behind comes forward', () => {
  test('only after `take-over`, whatever it shows before', async () => {
    await standingBy();
    begin('b', 1, reportBehind);
    await clock.advance(0);
    expect(behind().done).toEqual([]);
  });

  test.each([
    ['another item', { showingId: randomUUID() }, afterA],
    ['an item that was not requested yet', {}, null],
  ])('not because %s yields', async (_, other, marked) => {
    const showingId = begin('a', 0);
    await pass(41_000);
    reportBehind({ type: 'ready', protocol: 1 });
    if (marked) await prepared(marked);
    report({ type: 'yields', showingId, at: clock.now(), ...other });
    expect(behind().sentTypes).not.toContain('take-over');
  });

  test.each([
    ['cue', { ...afterA, cueId: 'b' }],
    ['pass', { ...afterA, pass: 2 }],
    ['index', { ...afterA, index: 1 }],
  ])('only after the very item that is in sight, not after one of another %s', async (_, after) => {
    begin('a', 0);
    await pass(41_000);
    reportBehind({ type: 'ready', protocol: 1 });
    await prepared(after);
    expect(front.sentTypes).not.toContain('yield');
  });

  test('even if the minute for preparation ends at that moment', async () => {
    const showingId = begin('long', 2);
    await pass(hour - 20_000);
    reportBehind({ type: 'ready', protocol: 1 });
    await pass(58_000);
    await prepared({ cueId: 'long', pass: 3, index: 2 });
    report({ type: 'yields', showingId, at: clock.now() });
    await pass(2_500);
    begin('b', 1, reportBehind);
    await clock.advance(0);
    expect(behind().done).toEqual(['forward']);
  });

  test('even if coming forward takes long', async () => {
    const showingId = await standingBy();
    const coming = Promise.withResolvers<void>();
    behind().comeForward = () => coming.promise;
    report({ type: 'yields', showingId, at: clock.now() });
    begin('b', 1, reportBehind);
    await pass(4_000);
    coming.resolve();
    await clock.advance(0);
    expect(status()).toMatchObject({ recycles: 1 });
    expect(behind().done).toEqual([]);
  });
});

describe('the stage behind is', () => {
  let openings: number;

  beforeEach(() => {
    openings = 0;
    const open = front.openBehind.bind(front);
    front.openBehind = (events) => {
      openings++;
      return open(events);
    };
  });

  test('opened once, however many items began during the wait', async () => {
    begin('a', 0);
    await pass(30_000);
    begin('b', 1);
    await pass(45_000);
    expect(openings).toBe(1);
  });

  test('opened once, even if the programme changed during the wait', async () => {
    begin('a', 0);
    await pass(10_000);
    show.programme({ ...programme, id: 'q' }, defaultScreenSettings);
    await pass(35_000);
    expect(openings).toBe(1);
    expect(front.sentTypes).not.toContain('carry-on');
  });

  test('opened once, even if the browser is to be replaced during the wait', async () => {
    begin('a', 0);
    await pass(10_000);
    void show.renew({ renew: null });
    await pass(35_000);
    expect(openings).toBe(1);
  });

  test('closed when it opens too late, without a message to the stage in front', async () => {
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
    reportBehind({ type: 'ready', protocol: 1 });
    expect(behind().sent).toEqual([]);
    expect(front.sentTypes).not.toContain('carry-on');
  });

  test('not opened while the stage in front is being revived', async () => {
    front.events.gone('crashed');
    await clock.advance(5_000);
    expect(openings).toBe(0);
  });

  test('not opened after the stop', async () => {
    show.stop();
    await clock.advance(600_000);
    expect(openings).toBe(0);
  });
});

describe('a hand-over is interrupted by', () => {
  test('the death of the stage in front', async () => {
    await standingBy();
    front.events.gone('crashed');
    await clock.advance(0);
    expect(front.done).toEqual(['revived']);
    expect(behind().done).toEqual(['closed']);
  });

  test('a repeated death of the stage in front, whose revival is delayed', async () => {
    front.events.gone('crashed');
    await clock.advance(0);
    report({ type: 'ready', protocol: 1 });
    await standingBy();
    front.events.gone('crashed');
    expect(behind().done).toEqual(['closed']);
    expect(front.done).toEqual(['revived']);
  });

  test('a stage in front that stops painting', async () => {
    await standingBy();
    await clock.advance(6_000);
    expect(front.done).toEqual(['revived']);
    expect(behind().done).toEqual(['closed']);
  });

  test('a changed display size', async () => {
    await standingBy();
    await show.attach(host, [{ screenId: '1', display: { ...display, width: 320 } }]);
    expect(front.done).toEqual(['fitted']);
    expect(behind().done).toEqual(['closed']);
  });

  test('an unplugged display', async () => {
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
