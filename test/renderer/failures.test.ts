import { beforeEach, describe, expect, test } from 'vitest';
import { becomeSlow } from '../../src/renderer/pace.ts';
import { cue, image, looping } from './programmes.ts';
import { a, b, c, changing, PlayerRig } from './rig.ts';

let rig: PlayerRig;

beforeEach(() => {
  rig = new PlayerRig();
});

describe('failures', () => {
  test('an item that cannot be shown is skipped and reported', () => {
    rig.stage.broken.add('b');
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(14_000);
    expect(rig.seen).toEqual(['a', 'c', 'a']);
    expect(rig.times).toEqual([0, 10, 13]);
    expect(rig.of('failed')[0]).toMatchObject({ cueId: 'b', reason: 'decode: broken' });
    const failed = rig.messages.findIndex(({ type }) => type === 'failed');
    expect(rig.messages[failed + 1]).toEqual({ type: 'preparing', turn: null });
  });

  test('an item that breaks on screen is replaced by the next at once', () => {
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(12_000);
    rig.stage.item('b').events.failed('stalled: no progress');
    rig.clock.pass(100);
    expect(rig.seen).toEqual(['a', 'b', 'c']);
    expect(rig.of('ended')[1]).toMatchObject({
      cueId: 'b',
      outcome: 'failed',
      reason: 'stalled: no progress',
    });
  });

  test('when all items fail, the standby screen shows and retries grow rarer', () => {
    for (const id of ['a', 'b', 'c']) rig.stage.broken.add(id);
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(60_000);
    const early = rig.stage.items.length;
    expect(early).toBeLessThanOrEqual(18);
    rig.clock.pass(3_600_000);
    expect(rig.stage.items.length - early).toBeLessThanOrEqual(3 * 61);
    expect(rig.seen).toEqual([]);
    rig.stage.broken.clear();
    rig.clock.pass(61_000);
    expect(rig.seen[0]).toBeDefined();
  });

  test('an item that breaks as soon as it is shown causes no tight loop', () => {
    rig.player.play(looping('p', [a, c]), false);
    for (let round = 0; round < 600; round += 1) {
      rig.clock.pass(100);
      const shown = rig.stage.items.find((item) => !item.released && rig.player.cue?.id === item.cue.id);
      shown?.events.failed('decode: broken');
    }
    expect(rig.stage.items.length).toBeLessThan(30);
  });

  test('a success before everything broke does not speed up retries', () => {
    rig.player.play(looping('p1', [a]), false);
    rig.clock.pass(9_000);
    rig.stage.broken.add('b').add('c');
    rig.player.play(looping('p2', [b, c], { editionId: 'edition-2' }), false);
    rig.clock.pass(6_000);
    expect(rig.of('failed').length).toBeLessThanOrEqual(4);
  });

  test('one working item of three plays forever without a pause', () => {
    rig.stage.broken.add('a').add('c');
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(600_000);
    expect(rig.stage.seen.every((one) => one.cue === 'b')).toBe(true);
    expect(rig.of('started').length).toBeGreaterThanOrEqual(118);
  });

  test('twenty broken items in a row cause no delay', () => {
    const broken = Array.from({ length: 20 }, (_, index) => cue(`broken-${index}`, image('x'), 2_000));
    for (const { id } of broken) rig.stage.broken.add(id);
    const two = { ...c, durationMs: 2_000 };
    const other = { ...b, durationMs: 2_000 };
    rig.player.play(looping('p', [two, ...broken, other]), false);
    rig.clock.pass(600_000);
    const gaps = rig.times.map((at, index) => at - (rig.times[index - 1] ?? at)).slice(1);
    expect(rig.stage.seen.every(({ cue: seen }) => seen === two.id || seen === other.id)).toBe(true);
    expect(Math.max(...gaps)).toBeLessThan(2.3);
    // They are not forgotten.
    expect(rig.of('failed').length).toBeGreaterThan(25);
  });

  test('a working item returns when all others fail', () => {
    rig.stage.broken.add('b').add('c');
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(45_000);
    expect(rig.stage.seen.every((one) => one.cue === 'a')).toBe(true);
    expect(rig.of('started').length).toBeGreaterThanOrEqual(4);
  });

  test('an item that recovered does not count against the show', () => {
    rig.stage.broken.add('a');
    rig.player.play(looping('p', [a, b]), false);
    rig.clock.pass(7_000);
    rig.stage.broken.clear();
    rig.clock.pass(10_000);
    expect(rig.player.cue?.id).toBe('a');
    rig.stage.silent.add('b');
    rig.clock.pass(30_000);
    expect(rig.of('failed').map(({ cueId }) => cueId)).toContain('b');
    expect(rig.stage.clears).toBe(0);
  });

  test('an item that broke in the morning does not affect the afternoon', () => {
    const d = cue('d', image('d'), 5_000);
    rig.stage.broken.add('b').add('c');
    const at = rig.clock.epoch() + 20_000;
    rig.player.play(changing([b, c, a, d], at, [0, 1], [2, 3]), false);
    rig.clock.pass(40_000);
    expect(rig.player.cue).not.toBeNull();
    rig.stage.silent.add('d');
    const { clears } = rig.stage;
    rig.clock.pass(60_000);
    expect(rig.of('failed').map(({ cueId }) => cueId)).toContain('d');
    expect(rig.stage.clears).toBe(clears);
  });

  test('a boundary holds when every item before it is broken', () => {
    rig.stage.broken.add('b').add('c');
    const at = rig.clock.epoch() + 20_000;
    rig.player.play(changing([b, c, a], at, [0, 1], [2]), false);
    rig.clock.pass(21_000);
    expect(rig.player.cue?.id).toBe('a');
  });

  test('an item that recovered follows itself without a gap', () => {
    rig.stage.broken.add('b');
    rig.player.play(looping('p', [b]), false);
    rig.clock.pass(1_000);
    rig.stage.broken.clear();
    rig.clock.pass(20_000);
    expect(rig.seen).toEqual(['b', 'b', 'b', 'b']);
  });

  test('an item that never becomes ready is given up 5 s after its turn, and the previous one stays until then', () => {
    rig.stage.silent.add('b');
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(19_000);
    expect(rig.seen).toEqual(['a', 'c', 'a']);
    expect(rig.times[1]).toBeCloseTo(15.05, 1);
    expect(rig.of('failed')[0]).toMatchObject({ cueId: 'b', reason: 'timeout: not ready at its turn' });
    expect(rig.stage.clears).toBe(0);
  });

  test('a slow machine gets longer before an item is given up', () => {
    becomeSlow(3);
    rig.stage.silent.add('b');
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(24_000);
    expect(rig.of('failed')).toEqual([]);
    rig.clock.pass(2_000);
    becomeSlow(1);
    expect(rig.of('failed')).toHaveLength(1);
  });

  test('an item being made ready survives the clearing of the shown one', () => {
    rig.stage.loadMs = 3_000;
    rig.player.play(looping('p1', [a]), false);
    rig.clock.pass(4_000);
    const at = rig.clock.epoch() + 1_000;
    rig.player.play(changing([a, c, b], at, [], [2]), false);
    rig.clock.pass(10_000);
    expect(rig.seen).toEqual(['a', null, 'b', 'b']);
  });
});
