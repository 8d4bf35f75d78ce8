import { describe, expect, test } from 'vitest';
import { onAirAt } from '../../src/shared/in-step.ts';
import type { Cue, Sequence } from '../../src/shared/programme.ts';
import { expandPass } from '../../src/shared/sequence.ts';
import fc from '../support/properties.ts';
import { cpuMs } from './cpu.ts';

function cue(mediaFileId: string, durationMs = 1000): Cue {
  return {
    id: `cue-${mediaFileId}`,
    entryId: '1',
    path: ['1'],
    mediaFileId,
    name: mediaFileId,
    content: { kind: 'absent' },
    durationMs,
    toOwnEnd: false,
    sound: false,
    transition: { kind: 'cut', durationMs: 0 },
  };
}

const cuesOf = (ids: readonly string[]): readonly Cue[] => ids.map((id) => cue(id));

/** A tree of shuffled and ordered lists that contains each of the cues 0 … n-1 once. */
const trees: fc.Arbitrary<{ sequence: Sequence; count: number }> = fc
  .letrec<{ node: unknown[]; member: unknown }>((tie) => ({
    node: fc.tuple(
      fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { freq: 3 }),
      fc.array(tie('member'), { minLength: 1, maxLength: 5 }),
    ) as fc.Arbitrary<unknown[]>,
    member: fc.oneof({ maxDepth: 3 }, { weight: 3, arbitrary: fc.constant(0) }, tie('node')),
  }))
  .node.map((raw) => {
    let count = 0;
    const build = (node: unknown): number | Sequence => {
      if (!Array.isArray(node)) return count++;
      const [seed, members] = node as [number | null, unknown[]];
      return { seed, members: members.map(build) };
    };
    const sequence = build(raw) as Sequence;
    return { sequence, count };
  });

function show(sequence: Sequence, cues: readonly Cue[], passes: number): string[] {
  return Array.from({ length: passes }, (_, pass) => expandPass(sequence, cues, pass + 3))
    .flat()
    .map((index) => cues[index]?.mediaFileId ?? '');
}

function repetitions(shown: readonly string[]): number {
  return shown.filter((id, index) => id === shown[index + 1]).length;
}

describe('one pass', () => {
  test('plays each cue exactly once, with any nesting', () => {
    fc.assert(
      fc.property(trees, fc.integer({ min: 0, max: 2 ** 40 }), ({ sequence, count }, pass) => {
        const cues = cuesOf(Array.from({ length: count }, (_, index) => `m${index}`));
        const order = expandPass(sequence, cues, pass);
        expect(order.toSorted((a, b) => a - b)).toEqual(cues.map((_, index) => index));
      }),
    );
  });

  test('keeps a nested list together, and in order unless it is shuffled', () => {
    const sequence: Sequence = { seed: 5, members: [0, { seed: null, members: [1, 2, 3] }, 4, 5] };
    const cues = cuesOf(['a', 'b', 'c', 'd', 'e', 'f']);
    for (let pass = 0; pass < 50; pass++) expect(expandPass(sequence, cues, pass).join()).toContain('1,2,3');
  });
});

describe('the same member does not play twice in a row', () => {
  test('within a pass of different items or from one pass to the next, with any nesting', () => {
    fc.assert(
      fc.property(trees, ({ sequence, count }) => {
        fc.pre(count > 1);
        const cues = cuesOf(Array.from({ length: count }, (_, index) => `m${index}`));
        expect(repetitions(show(sequence, cues, 12))).toBe(0);
      }),
      { numRuns: 1500 },
    );
  });

  test('if files are repeated in a list, but none fills more than a third of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 20 }),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        (copies, seed) => {
          const ids = copies.flatMap((times, file) => Array.from({ length: times }, () => `m${file}`));
          fc.pre(Math.max(...copies) * 3 <= ids.length);
          const sequence = { seed, members: ids.map((_, index) => index) };
          expect(repetitions(show(sequence, cuesOf(ids), 8))).toBe(0);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('at the edges of a shuffled list', () => {
    const cues = cuesOf(['a', 'b', 'c', 'd', 'a']);
    const sequence: Sequence = { seed: null, members: [{ seed: 9, members: [0, 1, 2, 3] }, 4] };
    expect(repetitions(show(sequence, cues, 200))).toBe(0);
  });

  test('except in a list of one member', () => {
    expect(show({ seed: 1, members: [0] }, cuesOf(['a']), 3)).toEqual(['a', 'a', 'a']);
  });

  test('except in a long list of one file, which is given up quickly', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => (index % 50 === 0 ? `m${index}` : 'same'));
    const sequence = { seed: 3, members: ids.map((_, index) => index) };
    const cues = cuesOf(ids);
    expect(cpuMs(() => expandPass(sequence, cues, 1))).toBeLessThan(2000);
    expect(expandPass(sequence, cues, 1)).toHaveLength(20_000);
  });
});

test('every pass has a new shuffle, and every member is first and last about equally often', () => {
  const cues = cuesOf(['a', 'b', 'c', 'd', 'e', 'f']);
  const sequence = { seed: 77, members: [0, 1, 2, 3, 4, 5] };
  const passes = Array.from({ length: 3000 }, (_, pass) => expandPass(sequence, cues, pass));
  expect(new Set(passes.map((order) => order.join())).size).toBeGreaterThan(600);
  for (const index of [0, 2, 5]) {
    const counts = cues.map((_, cue) => passes.filter((order) => order[index] === cue).length);
    expect(Math.min(...counts)).toBeGreaterThan(400);
    expect(Math.max(...counts)).toBeLessThan(600);
  }
});

// Screens in step may run different releases: these orders must never change.
test('the order is the same on every machine and in every release', () => {
  const cues = cuesOf(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  const sequence: Sequence = { seed: 123456789, members: [0, 1, { seed: 42, members: [2, 3, 4] }, 5, 6] };
  const orders = [0, 1, 2, 176_000_000].map((pass) => expandPass(sequence, cues, pass).join(''));
  expect(orders).toEqual(['3240516', '5342601', '4230561', '0652431']);
});

describe('on air by the clock', () => {
  const cues = ['a', 'b', 'c', 'd'].map((id, index) => cue(id, 1000 + index * 500));
  const sequence: Sequence = { seed: 8, members: [0, { seed: null, members: [1, 2] }, 3] };

  test('is the position that playing from the anchor would have reached', () => {
    let at = 50_000;
    for (let pass = 0; pass < 20; pass++)
      for (const [index, position] of expandPass(sequence, cues, pass).entries()) {
        const durationMs = cues[position]?.durationMs ?? 0;
        for (const elapsedMs of [0, 1, durationMs - 1])
          expect(onAirAt(sequence, cues, 50_000, at + elapsedMs)).toEqual({
            pass,
            index,
            cue: position,
            elapsedMs,
          });
        at += durationMs;
      }
  });

  test('is known before the anchor too, and null if nothing has a length', () => {
    expect(onAirAt(sequence, cues, 50_000, 49_999)).toMatchObject({ pass: -1, index: 3 });
    expect(onAirAt({ seed: null, members: [] }, cues, 0, 5)).toBeNull();
  });
});
