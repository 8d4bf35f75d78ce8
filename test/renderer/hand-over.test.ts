import { beforeEach, describe, expect, test } from 'vitest';
import { cue, image, looping } from './programmes.ts';
import { a, b, c, PlayerRig } from './rig.ts';

let rig: PlayerRig;

beforeEach(() => {
  rig = new PlayerRig();
});

describe('after a reload', () => {
  test('the show continues after the last shown item', () => {
    rig.player.follow({ cueId: 'b', pass: 3, index: 1 }, false);
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(4_000);
    expect(rig.seen).toEqual(['c', 'a']);
  });

  test('a cue that is gone is ignored', () => {
    rig.player.follow({ cueId: 'gone', pass: 3, index: 1 }, false);
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(4_000);
    expect(rig.seen).toEqual(['a']);
  });

  test('a show in step joins where the clock is', () => {
    rig.player.follow({ cueId: 'a', pass: 0, index: 0 }, false);
    rig.player.play(looping('p', [a, b, c], { inStep: true }), false);
    rig.clock.pass(100);
    expect(rig.seen).toEqual(['a']);
  });
});

describe('standing by', () => {
  const mark = { cueId: 'a', pass: 2, index: 0 };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('the next item is made ready and raised, but neither started nor reported', async () => {
    rig.player.follow(mark, true);
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(30_000);
    await settled();
    expect(rig.stage.item('b')).toMatchObject({ stands: true, up: false, released: false });
    expect(rig.messages).toEqual([
      { type: 'preparing', turn: { showingId: expect.any(String), cueId: 'b', pass: 2, index: 1 } },
      { type: 'preparing', turn: null },
      { type: 'prepared', after: mark, shows: true },
    ]);
  });

  test('the first item comes in at the instant of the take-over, without a transition', async () => {
    const faded = { ...b, transition: { kind: 'fade', durationMs: 800 } as const };
    rig.player.follow(mark, true);
    rig.player.play(looping('p', [a, faded, c]), false);
    rig.clock.pass(3_000);
    await settled();
    const at = rig.clock.epoch() + 400;
    rig.player.takeOver(at);
    rig.clock.pass(6_000);
    expect(rig.seen).toEqual(['b', 'c']);
    expect(rig.stage.item('b').cue.transition.kind).toBe('cut');
    expect(rig.of('started').map((one) => [one.cueId, one.pass, one.index, one.at])).toEqual([
      ['b', 2, 1, at],
      ['c', 2, 2, at + 5_000],
    ]);
  });

  test('prepared is reported once, after the item is painted', async () => {
    rig.stage.loadMs = 3_000;
    rig.player.follow(mark, true);
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(2_900);
    await settled();
    expect(rig.of('prepared')).toEqual([]);
    rig.clock.pass(200);
    await settled();
    rig.player.clockMoved();
    rig.player.play(looping('p', [a, b, c]), false);
    await settled();
    expect(rig.of('prepared')).toHaveLength(1);
  });

  test('nothing is reported while nothing can be made ready', async () => {
    for (const { id } of [a, b, c]) rig.stage.broken.add(id);
    rig.player.follow(mark, true);
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(30_000);
    await settled();
    expect(rig.of('failed').length).toBeGreaterThan(3);
    expect(rig.of('prepared')).toEqual([]);
  });

  test('a new mark makes it prepare the item after that one', async () => {
    rig.player.follow(mark, true);
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(1_000);
    await settled();
    const next = { cueId: 'b', pass: 2, index: 1 };
    rig.player.follow(next, true);
    rig.clock.pass(1_000);
    await settled();
    expect(rig.stage.item('b').released).toBe(true);
    expect(rig.stage.item('c').stands).toBe(true);
    expect(rig.of('prepared').map((one) => one.after)).toEqual([mark, next]);
  });

  test('an item that is raised already counts for the next pass too', async () => {
    rig.player.follow({ ...mark, cueId: 'b' }, true);
    rig.player.play(looping('p', [b]), false);
    rig.clock.pass(1_000);
    await settled();
    const next = { cueId: 'b', pass: 3, index: 0 };
    rig.player.follow(next, true);
    await settled();
    expect(rig.stage.items).toHaveLength(1);
    expect(rig.of('prepared').at(-1)).toEqual({ type: 'prepared', after: next, shows: true });
  });

  test('an empty programme is reported as prepared without an item', () => {
    rig.player.follow(null, true);
    rig.player.play(looping('p', []), false);
    expect(rig.messages).toEqual([{ type: 'prepared', after: null, shows: false }]);
  });

  test('without a programme nothing is prepared', () => {
    rig.player.follow(mark, true);
    rig.player.clockMoved();
    expect(rig.messages).toEqual([]);
  });

  test('in step the next item by the clock is made ready and keeps its time', async () => {
    const anchor = rig.clock.epoch() - 2_000;
    const programme = looping('p', [a, b, c], { inStep: true });
    const segments = programme.segments.map((segment) => ({ ...segment, anchor }));
    rig.player.follow({ cueId: 'a', pass: 0, index: 0 }, true);
    rig.player.play({ ...programme, segments }, false);
    rig.clock.pass(3_000);
    await settled();
    rig.player.takeOver(anchor + 10_000);
    rig.clock.pass(10_500);
    expect(rig.of('started').map((one) => [one.cueId, one.at - anchor])).toEqual([
      ['b', 10_000],
      ['c', 15_000],
    ]);
  });

  test('in step a late take-over does not shift the show', async () => {
    const anchor = rig.clock.epoch() - 2_000;
    const programme = looping('p', [a, b, c], { inStep: true });
    const segments = programme.segments.map((segment) => ({ ...segment, anchor }));
    rig.player.follow({ cueId: 'a', pass: 0, index: 0 }, true);
    rig.player.play({ ...programme, segments }, false);
    rig.clock.pass(3_000);
    await settled();
    rig.player.takeOver(anchor + 10_700);
    rig.clock.pass(8_000);
    expect(rig.stage.item('b').followed.map((reported) => reported % 1_000)).toContain(0);
    expect(rig.of('started').map((one) => one.at - anchor)).toEqual([10_000]);
  });

  test('in step an item that never becomes ready is dropped when its turn is over', async () => {
    const anchor = rig.clock.epoch() - 2_000;
    const programme = looping('p', [a, b, c], { inStep: true });
    const segments = programme.segments.map((segment) => ({ ...segment, anchor }));
    rig.stage.silent.add('b');
    rig.player.follow({ cueId: 'a', pass: 0, index: 0 }, true);
    rig.player.play({ ...programme, segments }, false);
    rig.clock.pass(13_100);
    await settled();
    expect(rig.stage.item('b').released).toBe(true);
    expect(rig.stage.item('c').stands).toBe(true);
  });
});

describe('yielding to another stage', () => {
  beforeEach(() => {
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(2_000);
    rig.player.yield('showing-0');
  });

  test('the end of the item is announced shortly before, and the item is held', () => {
    rig.clock.pass(7_600);
    expect(rig.of('yields')).toEqual([]);
    rig.clock.pass(100);
    const [started] = rig.of('started');
    expect(rig.of('yields')).toEqual([
      { type: 'yields', showingId: 'showing-0', at: (started?.at ?? 0) + 10_000 },
    ]);
    rig.clock.pass(10_000);
    expect(rig.seen).toEqual(['a']);
    expect(rig.of('ended')).toEqual([]);
  });

  test('its own next item is made ready all the same', () => {
    rig.player.carryOn();
    rig.player.play(looping('q', [cue('long', image('l'), 60_000), b]), false);
    rig.clock.pass(1_000);
    rig.player.yield(rig.of('started').at(-1)?.showingId ?? '');
    rig.clock.pass(45_000);
    expect(rig.prepared.at(-1)).toBe('b');
  });

  test('the item is held for 10 s at most if no answer comes', () => {
    rig.clock.pass(8_050 + 9_900);
    expect(rig.seen).toEqual(['a']);
    rig.clock.pass(200);
    expect(rig.seen).toEqual(['a', 'b']);
    rig.clock.pass(60_000);
    expect(rig.seen.slice(0, 4)).toEqual(['a', 'b', 'c', 'a']);
  });

  test.each([
    ['400 ms before its end', 350, 9_600],
    ['50 ms before its own next item would be started', 485, 9_465],
  ])('the end is announced %s', (_, leadMs, saidAfterMs) => {
    Object.assign(rig.stage.item('b'), { leadMs });
    rig.player.yield('showing-0');
    rig.clock.pass(50 - 2_000 + saidAfterMs - 1);
    expect(rig.of('yields')).toEqual([]);
    rig.clock.pass(1);
    expect(rig.of('yields')).toHaveLength(1);
    rig.clock.pass(5_000);
    expect(rig.seen).toEqual(['a']);
  });

  test('the item is complete when the other stage is in sight', () => {
    rig.clock.pass(8_100);
    const at = rig.clock.epoch() - 20;
    rig.player.leave(at);
    expect(rig.of('ended')).toMatchObject([{ showingId: 'showing-0', outcome: 'completed', at }]);
    rig.player.clockMoved();
    rig.clock.pass(60_000);
    expect(rig.seen).toEqual(['a']);
    expect(rig.of('preparing').at(-1)).toEqual({ type: 'preparing', turn: null });
  });

  test('a leave without a yield is ignored', () => {
    rig.player.carryOn();
    rig.player.yield('another');
    rig.player.leave(rig.clock.epoch());
    expect(rig.player.cue?.id).toBe('a');
  });

  test('a leave is ignored when its own next item is already rising', () => {
    Object.assign(rig.stage.item('b'), { leadMs: 100 });
    rig.player.carryOn();
    rig.clock.pass(8_000);
    rig.player.yield('showing-0');
    rig.clock.pass(1_000);
    expect(rig.player.cue?.id).toBe('b');
    rig.player.leave(rig.clock.epoch());
    expect(rig.player.cue?.id).toBe('b');
  });

  test('carry-on continues with its own next item', () => {
    rig.clock.pass(9_000);
    rig.player.carryOn();
    rig.clock.pass(1_000);
    expect(rig.seen).toEqual(['a', 'b']);
    expect(rig.of('ended').map((one) => one.outcome)).toEqual(['completed']);
  });

  test('an item that has ended is no reason to hold another one', () => {
    rig.player.carryOn();
    rig.clock.pass(9_000);
    rig.player.yield('showing-0');
    rig.clock.pass(60_000);
    expect(rig.of('yields')).toEqual([]);
  });
});
