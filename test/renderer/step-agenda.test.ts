import { describe, expect, test } from 'vitest';
import { StepAgenda } from '../../src/renderer/step-agenda.ts';
import type { Cue } from '../../src/shared/programme.ts';
import { cue, image, looping } from './programmes.ts';

const abc = [cue('a', image('a'), 4_000), cue('b', image('b'), 4_000), cue('c', image('c'), 400)];
const agenda = new StepAgenda(looping('p', abc, { inStep: true }));
const pass = 8_400;

describe('in step, a start', () => {
  test('joins a turn in the middle', () => {
    expect(agenda.starting(10 * pass + 1_500)).toMatchObject({
      at: 10 * pass,
      position: { cue: { id: 'a' } },
      endsAt: 10 * pass + 4_000,
    });
  });

  test('near the end of a turn prepares the next one instead', () => {
    const next = { at: 10 * pass + 4_000, position: { cue: { id: 'b' } } };
    expect(agenda.starting(10 * pass + 3_200)).toMatchObject(next);
    expect(
      agenda.following({ position: null, endsAt: 10 * pass + 3_200 }),
      'what is on screen is gone from the programme',
    ).toMatchObject(next);
  });

  test('joins a turn with a second left, but not with less', () => {
    expect(agenda.starting(10 * pass + 3_000)).toMatchObject({ position: { cue: { id: 'a' } } });
    expect(agenda.starting(10 * pass + 3_001)).toMatchObject({ position: { cue: { id: 'b' } } });
  });

  test('joins a short turn while half of it is left', () => {
    expect(agenda.starting(10 * pass + 8_150)).toMatchObject({ position: { cue: { id: 'c' } } });
    expect(agenda.starting(10 * pass + 8_250)).toMatchObject({
      at: 11 * pass,
      position: { cue: { id: 'a' } },
    });
  });

  test('begins every turn at its instant', () => {
    expect(agenda.following({ position: null, endsAt: 10 * pass + 8_000 })).toMatchObject({
      at: 10 * pass + 8_000,
      position: { cue: { id: 'c' } },
    });
  });
});

/** Two segments: a, b, c in step until the boundary, then these. */
function day(boundary: number, then: readonly Cue[], first: readonly Cue[] = abc): StepAgenda {
  const all = [...first, ...then];
  const sequence = (cues: readonly Cue[]) => ({ seed: null, members: cues.map((one) => all.indexOf(one)) });
  return new StepAgenda(
    looping('p', all, {
      inStep: true,
      segments: [
        { from: 0, anchor: 0, sequence: sequence(first) },
        { from: boundary, anchor: boundary, sequence: sequence(then) },
      ],
    }),
  );
}

describe('at a boundary', () => {
  const d = cue('d', image('d'), 3_000);
  const boundary = 10 * pass + 5_000;

  test('a turn ends there, and the next segment begins at its own anchor', () => {
    const agenda = day(boundary, [d]);
    expect(agenda.starting(10 * pass + 4_000)).toMatchObject({
      at: 10 * pass + 4_000,
      position: { segment: 0, pass: 10, index: 1, cue: { id: 'b' } },
      endsAt: boundary,
    });
    expect(agenda.starting(boundary)).toMatchObject({
      at: boundary,
      position: { segment: 1, pass: 0, index: 0, cue: { id: 'd' } },
      endsAt: boundary + 3_000,
    });
  });

  test('without a next segment, nothing follows and nothing ever starts', () => {
    const agenda = day(boundary, []);
    expect(agenda.following({ position: null, endsAt: boundary })).toMatchObject({
      at: boundary,
      position: null,
    });
    expect(agenda.starting(boundary + 7)).toBeNull();
  });

  test('after an empty segment, a start waits for it', () => {
    const empty = day(boundary, [d], []);
    expect(empty.starting(boundary - 60_000)).toMatchObject({ at: boundary, position: { cue: { id: 'd' } } });
    expect(empty.following({ position: null, endsAt: boundary - 60_000 })).toEqual({
      at: boundary - 60_000,
      position: null,
      endsAt: boundary,
    });
  });
});

describe('an absent cue', () => {
  const gone = (id: string) => cue(id, { kind: 'absent' }, 2_000);

  test('keeps its time: the next present one begins at its own instant', () => {
    const some = day(1_000_000, [], [abc[0] as Cue, gone('x'), gone('y'), abc[1] as Cue]);
    expect(some.following({ position: null, endsAt: 4_000 })).toMatchObject({
      at: 8_000,
      position: { index: 3, cue: { id: 'b' } },
      endsAt: 12_000,
    });
  });

  test('that is alone yields nothing, and is searched for once', () => {
    const nothing = day(1_000_000, [gone('z')], [gone('x'), gone('y')]);
    expect(nothing.starting(0)).toBeNull();
    expect(nothing.following({ position: null, endsAt: 4_000 })).toEqual({
      at: 4_000,
      position: null,
      endsAt: null,
    });
  });

  test('is skipped across a boundary too', () => {
    const later = day(2_000, [abc[0] as Cue], [gone('x')]);
    expect(later.starting(1_000)).toMatchObject({ at: 2_000, position: { segment: 1, cue: { id: 'a' } } });
  });
});

describe('a cue on screen', () => {
  const running = (id: string) => ({
    segment: 0,
    pass: 0,
    index: 0,
    cue: abc.find((one) => one.id === id) as Cue,
  });

  test('is located where the clock has it, and nowhere else', () => {
    expect(agenda.locate(running('b'), 10 * pass + 5_000)).toMatchObject({
      at: 10 * pass + 4_000,
      position: { pass: 10, index: 1 },
      endsAt: 10 * pass + 8_000,
    });
    expect(agenda.locate(running('b'), 10 * pass + 3_999)).toBeNull();
  });
});

describe('a turn that is skipped', () => {
  const turn = (from: number, endsAt: number | null) => ({ at: from, position: null, endsAt });

  test('is replaced by the one after it, at its own instant', () => {
    const passed = turn(10 * pass, 10 * pass + 4_000);
    expect(agenda.instead(passed, turn(10 * pass + 3_999, null))).toMatchObject({
      at: 10 * pass + 4_000,
      position: { cue: { id: 'b' } },
    });
  });

  test('does not replace a later due turn', () => {
    const due = turn(10 * pass + 4_000, null);
    expect(agenda.instead(turn(10 * pass, 10 * pass + 4_000), due)).toBe(due);
    expect(agenda.instead(turn(10 * pass, null), due)).toBe(due);
  });
});

test('a pass lists its different cues', () => {
  const twice = day(1_000, [abc[0] as Cue], [...abc, abc[0] as Cue]);
  expect([twice.cuesInPass(0).size, twice.cuesInPass(1_000).size]).toEqual([3, 1]);
});
