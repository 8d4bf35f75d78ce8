import { beforeEach, describe, expect, test } from 'vitest';
import type { Programme } from '../../src/shared/programme.ts';
import { cue, looping } from './programmes.ts';
import { a, b, c, PlayerRig } from './rig.ts';

let rig: PlayerRig;

beforeEach(() => {
  rig = new PlayerRig();
});

describe('in step', () => {
  const inStep = (id: string, cues: Programme['cues']): Programme => looping(id, cues, { inStep: true });

  test('a start joins in the middle', () => {
    // 10:00:00 is a multiple of 18 s since 1970.
    rig.clock.pass(12_000);
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(100);
    expect(rig.stage.item('b').elapsedMs).toBe(2_000);
    rig.clock.pass(3_000);
    expect(rig.seen).toEqual(['b', 'c']);
    expect(rig.clock.epoch() % 18_000).toBeGreaterThanOrEqual(15_000);
  });

  test('the previous item is held while a file is absent', () => {
    const absent = cue('gone', { kind: 'absent' }, 5_000);
    rig.player.play(inStep('p', [a, absent, c]), false);
    rig.clock.pass(19_000);
    expect(rig.seen).toEqual(['a', 'c', 'a']);
    const instants = rig.stage.seen.map((one) => (one.at + rig.clock.offset) % 18_000);
    expect(instants.slice(1)).toEqual([15_000, 0]);
  });

  test('a failed item keeps its time', () => {
    rig.stage.broken.add('b');
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(19_000);
    expect(rig.seen).toEqual(['a', 'c', 'a']);
    expect(((rig.stage.seen[1]?.at ?? 0) + rig.clock.offset) % 18_000).toBe(15_000);
  });

  test('the item receives its wanted position every second', () => {
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(14_900);
    const { followed, elapsedMs } = rig.stage.item('b');
    expect(elapsedMs, 'it was ready before its turn').toBe(0);
    // More often only when something happens: it begins, and what follows is loaded.
    const gaps = followed.map((reported, index) => reported - (followed[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBe(1_000);
    expect(followed.filter((reported) => reported > 1_200).length).toBeLessThanOrEqual(4);
  });

  test('the next item is prepared after a short delay', () => {
    const prepared = () => rig.prepared;
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(1_000);
    expect(prepared()).toEqual(['a']);
    rig.clock.pass(200);
    expect(prepared()).toEqual(['a', 'b']);
    rig.clock.pass(13_800 + 700);
    expect(rig.seen).toEqual(['a', 'b', 'c']);
    expect(prepared()).toEqual(['a', 'b', 'c']);
    rig.clock.pass(100);
    expect(prepared()).toEqual(['a', 'b', 'c', 'a']);
  });

  test('a broken item ends the delay', () => {
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(100);
    expect(rig.stage.items).toHaveLength(1);
    rig.stage.item('a').events.failed('decode: broken');
    expect(rig.stage.items).toHaveLength(2);
  });

  test('an item that no programme has ends the delay', () => {
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(100);
    rig.player.play(inStep('q', [c, b]), false);
    expect(rig.prepared).toEqual(['a', 'c']);
  });

  test('an item that was gone when it came up has no delay', () => {
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(10_000 - 100);
    rig.player.play(inStep('q', [a, c]), false);
    rig.clock.pass(200);
    expect(rig.seen).toEqual(['a', 'b', 'a']);
  });

  test('an item that a new programme keeps also keeps its delay', () => {
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(100);
    rig.player.play(inStep('q', [a, c, b]), false);
    expect(rig.prepared).toEqual(['a']);
    rig.clock.pass(1_000);
    expect(rig.prepared).toEqual(['a', 'c']);
  });

  test('an item is prepared to start shortly before its turn and comes up at it', () => {
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(11_000);
    const at = rig.stage.seen[1]?.at ?? 0;
    expect((at + rig.clock.offset) % 18_000).toBe(10_000);
    expect(at - (rig.stage.item('b').requestedAt ?? 0)).toBe(250);
  });

  test('a clock jump moves the position', () => {
    rig.player.play(inStep('p', [a, b, c]), false);
    rig.clock.pass(2_000);
    rig.clock.offset += 10_000;
    rig.player.clockMoved();
    rig.clock.pass(200);
    expect(rig.seen).toEqual(['a', 'b']);
  });
});
