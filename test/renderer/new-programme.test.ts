import { beforeEach, describe, expect, test } from 'vitest';
import { cue, image, looping } from './programmes.ts';
import { a, b, c, PlayerRig } from './rig.ts';

let rig: PlayerRig;

beforeEach(() => {
  rig = new PlayerRig();
});

describe('a new programme', () => {
  test('lets the running cue finish, then follows the new order', () => {
    rig.player.play(looping('p1', [a, b]), false);
    rig.clock.pass(3_000);
    rig.player.play(looping('p2', [c, a, b], { editionId: 'edition-2' }), false);
    rig.clock.pass(13_000);
    expect(rig.seen).toEqual(['a', 'b', 'c']);
    expect(rig.times).toEqual([0, 10, 15]);
  });

  test('of a new edition cuts a removed cue within 10 s', () => {
    const long = cue('long', image('l'), 600_000);
    rig.player.play(looping('p1', [long]), false);
    rig.clock.pass(3_000);
    rig.player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    rig.clock.pass(1_000);
    expect(rig.seen).toEqual(['long', 'c']);
    expect(rig.of('ended')[0]?.outcome).toBe('interrupted');
  });

  test.each([
    ['up to 9 s', 1_000, 10],
    ['not for longer', 999, 1.05],
  ])('of a new edition waits for the end of a removed cue: %s', (_, atMs, seconds) => {
    rig.player.play(looping('p1', [a]), false);
    rig.clock.pass(50 + atMs);
    rig.player.play(looping('p2', [c], { editionId: 'edition-2' }), false);
    rig.clock.pass(12_000);
    expect(rig.seen.slice(0, 2)).toEqual(['a', 'c']);
    expect(rig.times[1]).toBeCloseTo(seconds, 2);
  });

  test('of the same edition cuts a removed cue, however soon it ends', () => {
    rig.player.play(looping('p1', [a]), false);
    rig.clock.pass(8_000);
    rig.player.play(looping('p2', [c]), false);
    rig.clock.pass(100);
    expect(rig.seen).toEqual(['a', 'c']);
  });

  test('of the same edition lets a removed cue end if the settings say so', () => {
    rig.player.play(looping('p1', [cue('long', image('l'), 600_000)]), false);
    rig.clock.pass(8_000);
    rig.player.play(looping('p2', [c]), true);
    rig.clock.pass(580_000);
    expect(rig.seen).toEqual(['long']);
  });

  test('with only the shown cue drops the prepared one', () => {
    rig.player.play(looping('p1', [a, b]), false);
    rig.clock.pass(3_000);
    expect(rig.stage.item('b').released).toBe(false);
    rig.player.play(looping('p2', [a]), false);
    expect(rig.stage.item('b').released).toBe(true);
    expect(rig.messages.at(-1)).toEqual({ type: 'preparing', turn: null });
  });

  test('ignores events of the dropped item', () => {
    rig.player.play(looping('p1', [a, b]), false);
    rig.clock.pass(3_000);
    const { events } = rig.stage.item('b');
    rig.player.play(looping('p2', [a, c]), false);
    const messages = rig.messages.length;
    events.ready();
    events.failed('decode: broken');
    events.ended();
    expect(rig.messages).toHaveLength(messages);
    rig.clock.pass(10_000);
    expect(rig.seen).toEqual(['a', 'c']);
    expect(rig.times).toEqual([0, 10]);
  });

  test('of a new edition lets a removed cue end if it ends soon', () => {
    rig.player.play(looping('p1', [a, b]), false);
    rig.clock.pass(4_000);
    rig.player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    rig.clock.pass(7_000);
    expect(rig.seen).toEqual(['a', 'c']);
    expect(rig.times).toEqual([0, 10]);
    expect(rig.of('ended')[0]?.outcome).toBe('completed');
  });

  test('without cues clears the stage', () => {
    rig.player.play(looping('p1', [a]), false);
    rig.clock.pass(2_000);
    rig.player.play(looping('p2', []), false);
    rig.clock.pass(100);
    expect(rig.seen).toEqual(['a', null]);
  });

  test('during the rise of an item does not lose its place', () => {
    rig.stage.leadMs = 100;
    rig.player.play(looping('p1', [a, b]), false);
    rig.clock.pass(50 + 100 + 9_950);
    rig.player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    rig.clock.pass(10_000);
    expect(rig.seen).toEqual(['a', 'b', 'c', 'b']);
  });

  test('without the rising item cuts it as soon as it is up', () => {
    const long = cue('long', image('l'), 600_000);
    rig.stage.leadMs = 100;
    rig.player.play(looping('p1', [c, long]), false);
    rig.clock.pass(50 + 100 + 2_950);
    rig.player.play(looping('p2', [c, b], { editionId: 'edition-2' }), false);
    rig.clock.pass(1_000);
    expect(rig.seen.slice(0, 3)).toEqual(['c', 'long', 'c']);
  });

  test('with the same content changes nothing', () => {
    rig.player.play(looping('p1', [a, b]), false);
    rig.clock.pass(3_000);
    for (let again = 0; again < 10; again += 1) {
      rig.player.play(looping('p1', [a, b]), false);
      rig.clock.pass(100);
    }
    rig.clock.pass(7_000);
    expect(rig.seen).toEqual(['a', 'b']);
    expect(rig.times).toEqual([0, 10]);
  });
});
