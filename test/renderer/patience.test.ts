import { describe, expect, test } from 'vitest';
import { Patience } from '../../src/renderer/patience.ts';

/** Fails these cues one after the other, all at the same instant. */
function fail(patience: Patience, cues: readonly string[], now = 0, cuesInPass = 3): Patience {
  for (const cue of cues) patience.failed(cue, now, cuesInPass);
  return patience;
}

describe('when everything is broken', () => {
  test('it waits for 2 s, and twice as long after each round, up to a minute', () => {
    const patience = new Patience();
    let now = 0;
    const waits = Array.from({ length: 8 }, () => {
      fail(patience, ['a', 'b', 'c'], now);
      const wait = patience.notBefore - now;
      now = patience.notBefore;
      return wait;
    });
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('all of them are tried in a round', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c']);
    expect(fail(patience, ['a', 'b'], 2_000).notBefore).toBe(2_000);
    expect(fail(patience, ['c'], 2_000).notBefore).toBe(6_000);
  });

  test('it is exhausted, and not before', () => {
    const patience = fail(new Patience(), ['a', 'b', 'b']);
    expect(patience.exhausted(3)).toBe(false);
    expect(patience.notBefore).toBe(0);
    expect(fail(patience, ['c']).exhausted(3)).toBe(true);
  });

  test('a programme of nothing is not exhausted before something failed', () => {
    expect(new Patience().exhausted(0)).toBe(false);
    expect(fail(new Patience(), ['a'], 0, 0).exhausted(0)).toBe(true);
  });
});

describe('while something works', () => {
  test('five failures in a row follow each other at once, then one each 200 ms', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c', 'd', 'e'], 7, 100);
    expect(patience.notBefore).toBe(0);
    expect(fail(patience, ['f'], 7, 100).notBefore).toBe(207);
    expect(fail(patience, ['g'], 300, 100).notBefore).toBe(500);
  });

  test('what is shown well ends the row', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c', 'd', 'e'], 7, 100);
    patience.proven('z');
    expect(fail(patience, ['f', 'g', 'h', 'i', 'j'], 7, 100).notBefore).toBe(0);
  });
});

describe('a cue that was broken and is shown well', () => {
  test('is not broken any more, and the waits begin anew', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c', 'a', 'b', 'c']);
    expect(patience.notBefore).toBe(4_000);
    patience.proven('a');
    expect(patience.exhausted(3)).toBe(false);
    expect(fail(patience, ['a'], 10_000).notBefore).toBe(12_000);
  });

  test('unlike one that never was broken', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c']);
    patience.proven('z');
    expect(patience.exhausted(3)).toBe(true);
    expect(fail(patience, ['a', 'b', 'c'], 10_000).notBefore).toBe(14_000);
  });

  test('does not shorten a wait that has begun', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c', 'd', 'e', 'f'], 0, 6);
    expect(patience.notBefore).toBe(2_000);
    patience.proven('z');
    expect(fail(patience, ['a'], 100, 6).notBefore).toBe(2_000);
  });
});
