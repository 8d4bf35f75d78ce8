import { beforeEach, describe, expect, test } from 'vitest';
import { Player } from '../../src/renderer/player.ts';
import type { FromScreen, Mark } from '../../src/shared/messages.ts';
import type { Programme } from '../../src/shared/programme.ts';
import { FakeClock, FakeStage } from './fakes.ts';
import { cue, image, looping, page, video } from './programmes.ts';

let clock: FakeClock;
let stage: FakeStage;
let said: FromScreen[];
let player: Player;

beforeEach(() => {
  clock = new FakeClock();
  stage = new FakeStage(clock);
  said = [];
  player = newPlayer();
});

function newPlayer(): Player {
  const ids = new Array(1_000_000).keys();
  return new Player({
    clock,
    stage,
    report: (message) => said.push(message),
    newId: () => `showing-${ids.next().value}`,
    random: () => 0.5,
  });
}

/** A player that goes on where another stage ended. */
function playerAfter(before: Mark): Player {
  const after = newPlayer();
  after.follow(before, false);
  return after;
}

const a = cue('a', image('a'), 10_000);
const b = cue('b', video('b'), 5_000);
const c = cue('c', image('c'), 3_000);
const seen = () => stage.seen.map((one) => one.cue);
/** Seconds since the first picture at which each one was up. */
const times = () => stage.seen.map((one) => (one.at - (stage.seen[0]?.at ?? 0)) / 1000);
const of = <T extends FromScreen['type']>(type: T) =>
  said.filter((message): message is Extract<FromScreen, { type: T }> => message.type === type);

/** Two segments: the first cues until `at`, the other ones from then on. */
function changing(
  id: string,
  cues: Programme['cues'],
  at: number,
  first: number[],
  then: number[],
): Programme {
  return looping(id, cues, {
    segments: [
      { from: 0, anchor: 0, sequence: { seed: null, members: first } },
      { from: at, anchor: at, sequence: { seed: null, members: then } },
    ],
  });
}

describe('a loop', () => {
  test('plays every cue for its length, again and again, with no main', () => {
    player.play(looping('p', [a, b, c]), false);
    clock.pass(40_000);
    expect(seen()).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a']);
    expect(times()).toEqual([0, 10, 15, 18, 28, 33, 36]);
  });

  test('reports each showing once, with its end', () => {
    player.play(looping('p', [b, c]), false);
    clock.pass(9_000);
    expect(of('started').map((one) => one.cueId)).toEqual(['b', 'c', 'b']);
    expect(of('ended').map((one) => [one.cueId, one.outcome])).toEqual([
      ['b', 'completed'],
      ['c', 'completed'],
    ]);
    expect(new Set(of('started').map((one) => one.showingId)).size).toBe(3);
    const [first] = of('started');
    expect(first?.at).toBe(clock.offset + (stage.seen[0]?.at ?? 0));
  });

  test('small delays do not add up', () => {
    stage.leadMs = 0;
    player.play(looping('p', [b, c]), false);
    clock.pass(1_000);
    stage.leadMs = 100;
    clock.pass(800_000);
    const last = stage.seen.findLast((one) => one.cue === 'b');
    const since = (last?.at ?? 0) - (stage.seen[0]?.at ?? 0);
    expect(since % 8_000).toBeLessThanOrEqual(200);
  });

  test('asks an item to start so early that it is up in time', () => {
    stage.leadMs = 90;
    player.play(looping('p', [b, c]), false);
    clock.pass(20_000);
    // The first one is due at once, and late by what it takes. That does not shift what follows.
    expect(times().map((time) => Math.round(time * 1000))).toEqual([0, 4_910, 7_910, 12_910, 15_910]);
  });

  test('prepares the next item at most 20 s before its turn', () => {
    player.play(looping('p', [cue('long', image('l'), 3_600_000), c]), false);
    clock.pass(3_000_000);
    expect(stage.items).toHaveLength(1);
    clock.pass(581_000);
    expect(stage.items).toHaveLength(2);
  });

  test('a picture that is alone stays, and each length of it is a showing', () => {
    player.play(looping('p', [c]), false);
    clock.pass(30_100);
    expect(stage.items).toHaveLength(1);
    expect(of('ended')).toHaveLength(10);
    expect(of('ended').every((one) => one.outcome === 'completed')).toBe(true);
  });

  test('a page that is alone stays: it loads itself anew', () => {
    player.play(looping('p', [cue('page', page('http://one.test/'), 60_000)]), false);
    clock.pass(2 * 3_600_000 + 120_000);
    expect(stage.items).toHaveLength(1);
    expect(of('ended')).toHaveLength(121);
  });

  test('a text that is alone is loaded anew after an hour, in the background', () => {
    player.play(looping('p', [cue('text', { kind: 'text', source: 'media/t.txt' }, 60_000)]), false);
    clock.pass(2 * 3_600_000 + 120_000);
    expect(stage.items.length).toBeGreaterThanOrEqual(2);
    expect(stage.items.length).toBeLessThanOrEqual(3);
    expect(stage.clears).toBe(0);
  });

  test('a video that is alone starts again from the other element', () => {
    player.play(looping('p', [b]), false);
    clock.pass(12_000);
    expect(seen()).toEqual(['b', 'b', 'b']);
  });

  test('a video that ends by itself is followed at its own end', () => {
    player.play(looping('p', [{ ...b, toOwnEnd: true }, c]), false);
    clock.pass(3_000);
    stage.item('b').remaining = 1_500;
    clock.pass(1_000);
    stage.item('b').events.ended();
    clock.pass(10);
    expect(seen()).toEqual(['b', 'c']);
    expect(times()[1]).toBeLessThan(4.1);
    expect(of('ended')[0]?.outcome).toBe('completed');
  });
});

describe('boundaries', () => {
  test('a cue that is gone is cut at the boundary', () => {
    const at = clock.epoch() + 4_000;
    player.play(changing('p', [a, c], at, [0], [1]), false);
    clock.pass(5_000);
    expect(seen()).toEqual(['a', 'c']);
    expect(stage.seen[1]?.at).toBe(clock.monoAt(at));
    expect(of('ended')[0]?.outcome).toBe('interrupted');
  });

  test('or finished when the settings say so', () => {
    player.play(changing('p', [a, c], clock.epoch() + 4_000, [0], [1]), true);
    clock.pass(11_000);
    expect(seen()).toEqual(['a', 'c']);
    expect(times()).toEqual([0, 10]);
  });

  test('a cue that is still in it goes on unrestarted', () => {
    player.play(changing('p', [a, b, c], clock.epoch() + 4_000, [0, 1], [2, 0]), false);
    clock.pass(11_000);
    expect(seen()).toEqual(['a', 'c']);
    expect(times()).toEqual([0, 10]);
  });

  test('nothing from a boundary on: the standby screen', () => {
    player.play(changing('p', [a], clock.epoch() + 4_000, [0], []), false);
    clock.pass(5_000);
    expect(seen()).toEqual(['a', null]);
    expect(player.cue).toBeNull();
  });

  test('something from a boundary on: up at that very instant', () => {
    const at = clock.epoch() + 4_000;
    player.play(changing('p', [a], at, [], [0]), false);
    clock.pass(5_000);
    expect(seen()).toEqual(['a']);
    expect(stage.seen[0]?.at).toBe(clock.monoAt(at));
  });

  test('a leap of the clock is followed', () => {
    player.play(changing('p', [a, c], clock.epoch() + 3_600_000, [0], [1]), false);
    clock.pass(2_000);
    clock.offset += 3_600_000;
    player.clockMoved();
    clock.pass(200);
    expect(seen()).toEqual(['a', 'c']);
  });
});

describe('a new programme', () => {
  test('lets the running cue go on, then follows the new order', () => {
    player.play(looping('p1', [a, b]), false);
    clock.pass(3_000);
    player.play(looping('p2', [c, a, b], { editionId: 'edition-2' }), false);
    clock.pass(13_000);
    expect(seen()).toEqual(['a', 'b', 'c']);
    expect(times()).toEqual([0, 10, 15]);
  });

  test('of a new edition cuts what is gone within 10 s', () => {
    const long = cue('long', image('l'), 600_000);
    player.play(looping('p1', [long]), false);
    clock.pass(3_000);
    player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    clock.pass(1_000);
    expect(seen()).toEqual(['long', 'c']);
    expect(of('ended')[0]?.outcome).toBe('interrupted');
  });

  test('of a new edition lets what is gone end if it ends soon', () => {
    player.play(looping('p1', [a, b]), false);
    clock.pass(4_000);
    player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    clock.pass(7_000);
    expect(seen()).toEqual(['a', 'c']);
    expect(times()).toEqual([0, 10]);
    expect(of('ended')[0]?.outcome).toBe('completed');
  });

  test('that is empty clears the stage', () => {
    player.play(looping('p1', [a]), false);
    clock.pass(2_000);
    player.play(looping('p2', []), false);
    clock.pass(100);
    expect(seen()).toEqual(['a', null]);
  });

  test('that comes while an item rises does not lose its way', () => {
    stage.leadMs = 100;
    player.play(looping('p1', [a, b]), false);
    clock.pass(50 + 100 + 9_950);
    player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    clock.pass(10_000);
    expect(seen()).toEqual(['a', 'b', 'c', 'b']);
  });

  test('that no longer has the item on its way cuts it as soon as it is up', () => {
    const long = cue('long', image('l'), 600_000);
    stage.leadMs = 100;
    player.play(looping('p1', [c, long]), false);
    clock.pass(50 + 100 + 2_950);
    player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    clock.pass(1_000);
    expect(seen().slice(0, 3)).toEqual(['c', 'long', 'c']);
  });

  test('with the same content changes nothing', () => {
    player.play(looping('p1', [a, b]), false);
    clock.pass(3_000);
    for (let again = 0; again < 10; again += 1) {
      player.play(looping('p1', [a, b]), false);
      clock.pass(100);
    }
    clock.pass(7_000);
    expect(seen()).toEqual(['a', 'b']);
    expect(times()).toEqual([0, 10]);
  });
});

describe('failures', () => {
  test('an item that cannot be shown is skipped and reported', () => {
    stage.broken.add('b');
    player.play(looping('p', [a, b, c]), false);
    clock.pass(14_000);
    expect(seen()).toEqual(['a', 'c', 'a']);
    expect(times()).toEqual([0, 10, 13]);
    expect(of('failed')[0]).toMatchObject({ cueId: 'b', reason: 'decode: broken' });
  });

  test('an item that breaks while it is shown gives way to the next at once', () => {
    player.play(looping('p', [a, b, c]), false);
    clock.pass(12_000);
    stage.item('b').events.failed('stalled: no progress');
    clock.pass(100);
    expect(seen()).toEqual(['a', 'b', 'c']);
    expect(of('ended')[1]).toMatchObject({ cueId: 'b', outcome: 'failed', reason: 'stalled: no progress' });
  });

  test('when all fail the standby screen is seen, and tries grow rarer', () => {
    for (const id of ['a', 'b', 'c']) stage.broken.add(id);
    player.play(looping('p', [a, b, c]), false);
    clock.pass(60_000);
    const early = stage.items.length;
    expect(early).toBeLessThanOrEqual(18);
    clock.pass(3_600_000);
    expect(stage.items.length - early).toBeLessThanOrEqual(3 * 61);
    expect(seen()).toEqual([]);
    stage.broken.clear();
    clock.pass(61_000);
    expect(seen()[0]).toBeDefined();
  });

  test('what breaks as soon as it is shown makes no tight loop', () => {
    player.play(looping('p', [a, c]), false);
    for (let round = 0; round < 600; round += 1) {
      clock.pass(100);
      const shown = stage.items.find((item) => !item.released && player.cue?.id === item.cue.id);
      shown?.events.failed('decode: broken');
    }
    expect(stage.items.length).toBeLessThan(30);
  });

  test('what was shown well before everything broke does not make it try faster', () => {
    player.play(looping('p1', [a]), false);
    clock.pass(9_000);
    stage.broken.add('b').add('c');
    player.play(looping('p2', [b, c], { editionId: 'edition-2' }), false);
    clock.pass(6_000);
    expect(of('failed').length).toBeLessThanOrEqual(4);
  });

  test('one of three that works is shown for ever without a pause', () => {
    stage.broken.add('a').add('c');
    player.play(looping('p', [a, b, c]), false);
    clock.pass(600_000);
    expect(stage.seen.every((one) => one.cue === 'b')).toBe(true);
    expect(of('started').length).toBeGreaterThanOrEqual(118);
  });

  test('when everything else fails what works is shown again', () => {
    stage.broken.add('b').add('c');
    player.play(looping('p', [a, b, c]), false);
    clock.pass(45_000);
    expect(stage.seen.every((one) => one.cue === 'a')).toBe(true);
    expect(of('started').length).toBeGreaterThanOrEqual(4);
  });

  test('what never gets ready is given up 5 s after its turn, and what was before it stays till then', () => {
    stage.silent.add('b');
    player.play(looping('p', [a, b, c]), false);
    clock.pass(19_000);
    expect(seen()).toEqual(['a', 'c', 'a']);
    expect(times()[1]).toBeCloseTo(15.05, 1);
    expect(of('failed')[0]).toMatchObject({ cueId: 'b', reason: 'timeout: not ready at its turn' });
    expect(stage.clears).toBe(0);
  });

  test('an item that is being made ready outlives the one that is cleared', () => {
    stage.loadMs = 3_000;
    player.play(looping('p1', [a]), false);
    clock.pass(4_000);
    const at = clock.epoch() + 1_000;
    player.play({ ...changing('p2', [a, c, b], at, [], [2]), editionId: 'edition-1' }, false);
    clock.pass(10_000);
    expect(seen()).toEqual(['a', null, 'b', 'b']);
  });
});

describe('in step', () => {
  const inStep = (id: string, cues: Programme['cues']): Programme => looping(id, cues, { inStep: true });

  test('joins in the middle', () => {
    // 10:00:00 is a multiple of 18 s since 1970.
    clock.pass(12_000);
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(100);
    expect(stage.item('b').elapsedMs).toBeCloseTo(2_000 + 0, -2);
    clock.pass(3_000);
    expect(seen()).toEqual(['b', 'c']);
    expect(clock.epoch() % 18_000).toBeGreaterThanOrEqual(15_000);
  });

  test('holds what was before while something is absent', () => {
    const absent = cue('gone', { kind: 'absent' }, 5_000);
    player.play(inStep('p', [a, absent, c]), false);
    clock.pass(19_000);
    expect(seen()).toEqual(['a', 'c', 'a']);
    expect((stage.seen[1]?.at ?? 0) % 1).toBe(0);
    expect(clock.monoAt(0) + (stage.seen[1]?.at ?? 0)).toBeDefined();
    const instants = stage.seen.map((one) => (one.at + clock.offset) % 18_000);
    expect(instants.slice(1)).toEqual([15_000, 0]);
  });

  test('a failed item keeps its time', () => {
    stage.broken.add('b');
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(19_000);
    expect(seen()).toEqual(['a', 'c', 'a']);
    expect(((stage.seen[1]?.at ?? 0) + clock.offset) % 18_000).toBe(15_000);
  });

  test('tells the item where it should be', () => {
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(13_000);
    expect(stage.item('b').followed).toBeGreaterThan(1_900);
    expect(stage.item('b').followed).toBeLessThanOrEqual(3_000);
  });

  test('what has begun has some peace before what follows is made ready, but not for long', () => {
    const prepared = () => stage.items.map((item) => item.cue.id);
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(1_000);
    expect(prepared()).toEqual(['a']);
    clock.pass(200);
    expect(prepared()).toEqual(['a', 'b']);
    clock.pass(13_800 + 700);
    expect(seen()).toEqual(['a', 'b', 'c']);
    expect(prepared()).toEqual(['a', 'b', 'c']);
    clock.pass(100);
    expect(prepared()).toEqual(['a', 'b', 'c', 'a']);
  });

  test('when what has begun breaks, nobody waits', () => {
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(100);
    expect(stage.items).toHaveLength(1);
    stage.item('a').events.failed('decode: broken');
    expect(stage.items).toHaveLength(2);
  });

  test('when what has begun is in no programme any more, nobody waits', () => {
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(100);
    player.play(inStep('q', [c, b]), false);
    expect(stage.items.map((item) => item.cue.id)).toEqual(['a', 'c']);
  });

  test('nor when it was gone already as it came up', () => {
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(10_000 - 100);
    player.play(inStep('q', [a, c]), false);
    clock.pass(200);
    expect(seen()).toEqual(['a', 'b', 'a']);
  });

  test('what goes on in a new programme keeps its peace', () => {
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(100);
    player.play(inStep('q', [a, c, b]), false);
    expect(stage.items.map((item) => item.cue.id)).toEqual(['a']);
    clock.pass(1_000);
    expect(stage.items.map((item) => item.cue.id)).toEqual(['a', 'c']);
  });

  test('is woken a moment before its turn, and comes up at it', () => {
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(11_000);
    const at = stage.seen[1]?.at ?? 0;
    expect((at + clock.offset) % 18_000).toBe(10_000);
    expect(at - (stage.item('b').askedAt ?? 0)).toBe(250);
  });

  test('a leap of the clock moves the position', () => {
    player.play(inStep('p', [a, b, c]), false);
    clock.pass(2_000);
    clock.offset += 10_000;
    player.clockMoved();
    clock.pass(200);
    expect(seen()).toEqual(['a', 'b']);
  });
});

describe('loaded anew', () => {
  test('the show goes on after what was shown', () => {
    playerAfter({ cueId: 'b', pass: 3, index: 1 }).play(looping('p', [a, b, c]), false);
    clock.pass(4_000);
    expect(seen()).toEqual(['c', 'a']);
  });

  test('a cue that is gone is no place to go on from', () => {
    playerAfter({ cueId: 'gone', pass: 3, index: 1 }).play(looping('p', [a, b, c]), false);
    clock.pass(4_000);
    expect(seen()).toEqual(['a']);
  });

  test('in step it joins in again where the clock is', () => {
    playerAfter({ cueId: 'a', pass: 0, index: 0 }).play(looping('p', [a, b, c], { inStep: true }), false);
    clock.pass(100);
    expect(seen()).toEqual(['a']);
  });
});

describe('standing by', () => {
  const mark = { cueId: 'a', pass: 2, index: 0 };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('the item after that one is made ready and raised, and neither started nor reported', async () => {
    player.follow(mark, true);
    player.play(looping('p', [a, b, c]), false);
    clock.pass(30_000);
    await settled();
    expect(stage.item('b')).toMatchObject({ stands: true, up: false, released: false });
    expect(said).toEqual([
      { type: 'preparing', turn: { showingId: expect.any(String), cueId: 'b', pass: 2, index: 1 } },
      { type: 'preparing', turn: null },
      { type: 'prepared', after: mark, shows: true },
    ]);
  });

  test('its first item comes in at the instant of the take-over, without a transition', async () => {
    const faded = { ...b, transition: { kind: 'fade', durationMs: 800 } as const };
    player.follow(mark, true);
    player.play(looping('p', [a, faded, c]), false);
    clock.pass(3_000);
    await settled();
    const at = clock.epoch() + 400;
    player.takeOver(at);
    clock.pass(6_000);
    expect(seen()).toEqual(['b', 'c']);
    expect(stage.item('b').cue.transition.kind).toBe('cut');
    expect(of('started').map((one) => [one.cueId, one.pass, one.index, one.at])).toEqual([
      ['b', 2, 1, at],
      ['c', 2, 2, at + 5_000],
    ]);
  });

  test('told of another item, it makes ready what follows that one', async () => {
    player.follow(mark, true);
    player.play(looping('p', [a, b, c]), false);
    clock.pass(1_000);
    await settled();
    const next = { cueId: 'b', pass: 2, index: 1 };
    player.follow(next, true);
    clock.pass(1_000);
    await settled();
    expect(stage.item('b').released).toBe(true);
    expect(stage.item('c').stands).toBe(true);
    expect(of('prepared').map((one) => one.after)).toEqual([mark, next]);
  });

  test('what stands already is prepared for the next pass too', async () => {
    player.follow({ ...mark, cueId: 'b' }, true);
    player.play(looping('p', [b]), false);
    clock.pass(1_000);
    await settled();
    const next = { cueId: 'b', pass: 3, index: 0 };
    player.follow(next, true);
    await settled();
    expect(stage.items).toHaveLength(1);
    expect(of('prepared').at(-1)).toEqual({ type: 'prepared', after: next, shows: true });
  });

  test('with nothing to play it is prepared to show nothing', () => {
    player.follow(null, true);
    player.play(looping('p', []), false);
    expect(said).toEqual([{ type: 'prepared', after: null, shows: false }]);
  });

  test('before it has a programme it is prepared for nothing', () => {
    player.follow(mark, true);
    player.clockMoved();
    expect(said).toEqual([]);
  });

  test('in step it makes ready what the clock says comes next, and keeps its time', async () => {
    const anchor = clock.epoch() - 2_000;
    const programme = looping('p', [a, b, c], { inStep: true });
    const segments = programme.segments.map((segment) => ({ ...segment, anchor }));
    player.follow({ cueId: 'a', pass: 0, index: 0 }, true);
    player.play({ ...programme, segments }, false);
    clock.pass(3_000);
    await settled();
    player.takeOver(anchor + 10_000);
    clock.pass(10_500);
    expect(of('started').map((one) => [one.cueId, one.at - anchor])).toEqual([
      ['b', 10_000],
      ['c', 15_000],
    ]);
  });
});

describe('yielding to another stage', () => {
  beforeEach(() => {
    player.play(looping('p', [a, b, c]), false);
    clock.pass(2_000);
    player.yield('showing-0');
  });

  test('says when the item ends, a moment before, and holds it', () => {
    clock.pass(7_600);
    expect(of('yields')).toEqual([]);
    clock.pass(100);
    const [started] = of('started');
    expect(of('yields')).toEqual([
      { type: 'yields', showingId: 'showing-0', at: (started?.at ?? 0) + 10_000 },
    ]);
    clock.pass(10_000);
    expect(seen()).toEqual(['a']);
    expect(of('ended')).toEqual([]);
  });

  test('holds it no longer than 10 s, should nobody say how it goes on', () => {
    clock.pass(8_050 + 9_900);
    expect(seen()).toEqual(['a']);
    clock.pass(200);
    expect(seen()).toEqual(['a', 'b']);
    clock.pass(60_000);
    expect(seen().slice(0, 4)).toEqual(['a', 'b', 'c', 'a']);
  });

  test('says so before its own next item would be started, however early that must be', () => {
    Object.assign(stage.item('b'), { leadMs: 485 });
    player.yield('showing-0');
    clock.pass(9_000);
    expect(of('yields')).toHaveLength(1);
    expect(seen()).toEqual(['a']);
  });

  test('the item is complete when the other stage is in sight', () => {
    clock.pass(8_100);
    const at = clock.epoch() - 20;
    player.leave(at);
    expect(of('ended')).toMatchObject([{ showingId: 'showing-0', outcome: 'completed', at }]);
    player.clockMoved();
    clock.pass(60_000);
    expect(seen()).toEqual(['a']);
    expect(of('preparing').at(-1)).toEqual({ type: 'preparing', turn: null });
  });

  test('carries on with its own next item when there is no other stage after all', () => {
    clock.pass(9_000);
    player.carryOn();
    clock.pass(1_000);
    expect(seen()).toEqual(['a', 'b']);
    expect(of('ended').map((one) => one.outcome)).toEqual(['completed']);
  });

  test('an item that is over already is no reason to hold another one', () => {
    player.carryOn();
    clock.pass(9_000);
    player.yield('showing-0');
    clock.pass(60_000);
    expect(of('yields')).toEqual([]);
  });
});
