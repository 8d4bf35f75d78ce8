import { describe, expect, test } from 'vitest';
import { LoopAgenda } from '../../src/renderer/loop-agenda.ts';
import type { Cue, Programme, Sequence } from '../../src/shared/programme.ts';
import { expandPass, noTurns } from '../../src/shared/sequence.ts';
import { cue, image, looping } from './programmes.ts';

const cues = ['a', 'b', 'c', 'd'].map((id) => cue(id, image(id), 4_000));
const inOrder = (...members: readonly number[]): Sequence => ({ seed: null, members });

/** Segments that begin at these instants. */
function agenda(segments: Readonly<Record<number, Sequence>>): LoopAgenda {
  const programme: Programme = looping('p', cues, {
    segments: Object.entries(segments).map(([from, sequence]) => ({
      from: Number(from),
      anchor: 0,
      sequence,
    })),
  });
  return new LoopAgenda(programme, () => noTurns);
}

const at = (segment: number, pass: number, index: number, id: string) => ({
  segment,
  pass,
  index,
  cue: cues.find((one) => one.id === id) as Cue,
});

describe('the next turn', () => {
  const day = agenda({ 0: inOrder(0, 1), 50000: inOrder(2, 1, 3), 90000: inOrder() });

  test('is the next cue of the pass, then the first of the next pass', () => {
    expect(day.following({ position: at(0, 7, 0, 'a'), endsAt: 1_000 }, false)).toEqual({
      at: 1_000,
      position: at(0, 7, 1, 'b'),
      endsAt: null,
    });
    expect(day.following({ position: at(0, 7, 1, 'b'), endsAt: 1_000 }, false).position).toEqual(
      at(0, 8, 0, 'a'),
    );
  });

  test('is the next cue of the new segment when the boundary keeps the running one', () => {
    expect(day.following({ position: at(0, 7, 1, 'b'), endsAt: 50_000 }, false)).toEqual({
      at: 50_000,
      position: at(1, 7, 2, 'd'),
      endsAt: null,
    });
  });

  test('is the first cue of the new segment when the boundary removes the running one, cut or finished', () => {
    const running = { position: at(0, 7, 0, 'a'), endsAt: 51_000 };
    expect(day.following(running, false)).toMatchObject({ at: 50_000, position: at(1, 0, 0, 'c') });
    expect(day.following(running, true)).toMatchObject({ at: 51_000, position: at(1, 0, 0, 'c') });
  });

  test('comes after the place of the running one when that ends exactly as its hours do', () => {
    const next = (running: ReturnType<typeof at>, sequence: Sequence) =>
      agenda({ 0: inOrder(0, 1, 2), 50000: sequence }).following(
        { position: running, endsAt: 50_000 },
        false,
      );
    const b = at(0, 7, 1, 'b');
    expect(next(b, inOrder(0, 2))).toEqual({ at: 50_000, position: at(1, 7, 1, 'c'), endsAt: null });
    // Another one takes its place at that instant.
    expect(next(b, inOrder(0, 3, 2)).position).toEqual(at(1, 7, 1, 'd'));
    expect(next(b, inOrder(2, 3)).position).toEqual(at(1, 7, 0, 'c'));
    expect(next(at(0, 7, 2, 'c'), inOrder(0, 1)).position).toEqual(at(1, 8, 0, 'a'));
    expect(next(b, inOrder())).toEqual({ at: 50_000, position: null, endsAt: null });
  });

  test('is one that a shuffled pass has not had when the running one ends exactly as its hours do', () => {
    const whole = { seed: 3, members: [0, 1, 2, 3] };
    const day = agenda({ 0: whole, 50000: { seed: 3, members: [0, 2, 3] } });
    for (let pass = 0; pass < 30; pass++) {
      const order = expandPass(whole, cues, pass);
      const place = order.indexOf(1);
      const left: string[] = [];
      let running = { position: at(0, pass, place, 'b'), endsAt: 50_000 };
      for (;;) {
        const { position } = day.following(running, false);
        if (position?.pass !== pass) break;
        left.push(position.cue.id);
        running = { position, endsAt: 60_000 };
      }
      expect(left.toSorted()).toEqual(
        order
          .slice(place + 1)
          .map((cue) => 'abcd'[cue])
          .toSorted(),
      );
    }
  });

  test('ignores a boundary after the end of the cue', () => {
    const running = { position: at(0, 7, 0, 'a'), endsAt: 49_999 };
    expect(day.following(running, false)).toMatchObject({ at: 49_999, position: at(0, 7, 1, 'b') });
  });

  test('is found across two boundaries', () => {
    const running = { position: at(0, 7, 1, 'b'), endsAt: 95_000 };
    expect(day.following(running, false)).toEqual({ at: 90_000, position: null, endsAt: null });
  });

  test('is the first of the current segment when the cue is gone', () => {
    expect(day.following({ position: null, endsAt: 60_000 }, false)).toMatchObject({
      at: 60_000,
      position: at(1, 0, 0, 'c'),
    });
  });
});

describe('a start', () => {
  test('begins with the first cue of the current segment', () => {
    const day = agenda({ 0: inOrder(0, 1), 50000: inOrder(2) });
    expect(day.starting(49_999)).toEqual({ at: 49_999, position: at(0, 0, 0, 'a'), endsAt: null });
    expect(day.starting(50_000)).toMatchObject({ at: 50_000, position: at(1, 0, 0, 'c') });
  });

  test('waits for the first segment with a cue', () => {
    const day = agenda({ 0: inOrder(), 30000: inOrder(), 50000: inOrder(2) });
    expect(day.starting(10_000)).toEqual({ at: 50_000, position: at(2, 0, 0, 'c'), endsAt: null });
  });

  test('never comes when no segment has a cue', () => {
    expect(agenda({ 0: inOrder(), 30000: inOrder() }).starting(10_000)).toBeNull();
  });

  test('before the first segment uses that segment', () => {
    expect(agenda({ 20000: inOrder(0) }).starting(10_000)).toMatchObject({ at: 20_000 });
  });
});

describe('locate finds a running cue', () => {
  test('at the same position if it is still there', () => {
    const doubled = agenda({ 0: inOrder(0, 1, 0, 2) });
    expect(doubled.locate(at(0, 3, 2, 'a'), 5_000)).toEqual({
      at: 5_000,
      position: at(0, 3, 2, 'a'),
      endsAt: null,
    });
  });

  test('at its next place in the pass, or else its first', () => {
    const doubled = agenda({ 0: inOrder(0, 1, 0, 2) });
    expect(doubled.locate(at(0, 3, 1, 'a'), 5_000)?.position).toEqual(at(0, 3, 2, 'a'));
    expect(doubled.locate(at(0, 3, 3, 'a'), 5_000)?.position).toEqual(at(0, 3, 0, 'a'));
  });

  test('in the current segment only', () => {
    const day = agenda({ 0: inOrder(0, 1), 50000: inOrder(2, 1) });
    expect(day.locate(at(0, 3, 0, 'a'), 49_999)?.position).toEqual(at(0, 3, 0, 'a'));
    expect(day.locate(at(0, 3, 0, 'a'), 50_000)).toBeNull();
  });
});

describe('a turn that is skipped', () => {
  const day = agenda({ 0: inOrder(0, 1), 50000: inOrder(2, 3) });
  const turn = (position: ReturnType<typeof at> | null, from: number) => ({
    at: from,
    position,
    endsAt: null,
  });

  test('is replaced by the one after it if that was due', () => {
    const due = turn(at(0, 2, 1, 'b'), 9_000);
    expect(day.instead(turn(at(0, 2, 1, 'b'), 8_000), due)).toEqual({
      at: 9_000,
      position: at(0, 3, 0, 'a'),
      endsAt: null,
    });
  });

  test('does not replace a due turn of another segment, nor one when nothing was skipped', () => {
    const due = turn(at(1, 0, 0, 'c'), 50_000);
    expect(day.instead(turn(at(0, 2, 1, 'b'), 49_000), due)).toBe(due);
    expect(day.instead(turn(null, 49_000), due)).toBe(due);
    const nothing = turn(null, 50_000);
    expect(day.instead(turn(at(0, 2, 1, 'b'), 49_000), nothing)).toBe(nothing);
  });
});

test('a pass lists its different cues, per segment', () => {
  const day = agenda({ 0: inOrder(0, 1, 0), 50000: inOrder(2), 60000: inOrder() });
  expect([0, 50_000, 0, 60_000].map((now) => day.cuesInPass(now).size)).toEqual([2, 1, 2, 0]);
});

test('each pass of a shuffled segment has its own order', () => {
  const shuffled = agenda({ 0: { seed: 7, members: [0, 1, 2, 3] } });
  let position = shuffled.starting(0)?.position ?? null;
  const orders = Array.from({ length: 20 }, () =>
    [0, 1, 2, 3].map(() => {
      const shown = position?.cue.id;
      position = shuffled.following({ position, endsAt: 0 }, false).position;
      return shown;
    }),
  );
  expect(new Set(orders.map((order) => order.join(''))).size).toBeGreaterThan(5);
  for (const order of orders) expect(order.toSorted()).toEqual(['a', 'b', 'c', 'd']);
});
