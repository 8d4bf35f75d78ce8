import { describe, expect, test } from 'vitest';
import { Patience } from '../../src/renderer/patience.ts';
import { cue, image, page } from './programmes.ts';

/** A pass of so many cues, of which these are the first ones. */
const passOf = (count: number) =>
  new Set(Array.from({ length: count }, (_, index) => 'abcdefghijklmno'[index] ?? `cue-${index}`));

/** Fails these cues one after the other, all at the same instant. */
function fail(patience: Patience, cues: readonly string[], now = 0, cuesInPass = 3): Patience {
  for (const cue of cues) patience.failed(cue, now, passOf(cuesInPass));
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
    expect(patience.exhausted(passOf(3))).toBe(false);
    expect(patience.notBefore).toBe(0);
    expect(fail(patience, ['c']).exhausted(passOf(3))).toBe(true);
  });

  test('a programme of nothing is not exhausted before something failed', () => {
    expect(new Patience().exhausted(passOf(0))).toBe(false);
    expect(fail(new Patience(), ['a'], 0, 0).exhausted(passOf(0))).toBe(true);
  });
});

test('what is broken of another time of the day does not make this one wait', () => {
  const patience = fail(new Patience(), ['x', 'y', 'z'], 0, 3);
  expect(patience.exhausted(passOf(3))).toBe(false);
  expect(fail(patience, ['a'], 7).notBefore).toBe(0);
});

describe('while something works', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'];

  test('what fails for the first time is followed at once, however many there are', () => {
    const many = Array.from({ length: 90 }, (_, index) => `cue-${index}`);
    expect(fail(new Patience(), many, 7, 100).notBefore).toBe(0);
  });

  test('what fails again is followed at once five times in a row, then each 200 ms', () => {
    const patience = fail(new Patience(), six, 7, 100);
    patience.proven('z');
    expect(fail(patience, six.slice(0, 5), 7, 100).notBefore).toBe(0);
    expect(fail(patience, ['f'], 7, 100).notBefore).toBe(207);
    expect(fail(patience, ['a'], 300, 100).notBefore).toBe(500);
  });

  test('what is shown well ends the row', () => {
    const patience = fail(new Patience(), [...six, ...six.slice(0, 5)], 7, 100);
    patience.proven('z');
    expect(fail(patience, six.slice(0, 5), 7, 100).notBefore).toBe(patience.notBefore);
  });
});

describe('what has failed once', () => {
  const file = cue('a', image('a'));
  const site = cue('p', page('https://shop.example/'));
  const broken = () => fail(new Patience(), ['a', 'b', 'p'], 0, 100);

  test('is passed over in its turn, and tried when there is time for it', () => {
    expect(new Patience().passesOver(file, 0, 0)).toBe(false);
    expect(broken().passesOver(file, 0, 3_999)).toBe(true);
    expect(broken().passesOver(file, 0, 4_000)).toBe(false);
    expect(broken().passesOver(site, 0, 15_999)).toBe(true);
    expect(broken().passesOver(site, 0, 16_000)).toBe(false);
  });

  test('stays in line once it is tried, until that has an outcome', () => {
    const patience = broken();
    expect(patience.passesOver(file, 0, 4_000)).toBe(false);
    expect(patience.passesOver(file, 4_000, 0)).toBe(false);
    fail(patience, ['a'], 4_000, 100);
    expect(patience.passesOver(file, 4_000, 0)).toBe(true);
    patience.proven('a');
    expect(patience.passesOver(file, 4_000, 0)).toBe(false);
  });

  test('has its turn once a minute where there is never time', () => {
    const patience = broken();
    expect(patience.passesOver(file, 59_999, 0)).toBe(true);
    expect(patience.passesOver(file, 60_000, 0)).toBe(false);
    fail(patience, ['a'], 60_000, 100);
    expect(patience.passesOver(cue('b', image('b')), 60_000, 0)).toBe(true);
    expect(patience.passesOver(cue('b', image('b')), 120_000, 0)).toBe(false);
  });
});

describe('a cue that was broken and is shown well', () => {
  test('is not broken any more, and the waits begin anew', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c', 'a', 'b', 'c']);
    expect(patience.notBefore).toBe(4_000);
    patience.proven('a');
    expect(patience.exhausted(passOf(3))).toBe(false);
    expect(fail(patience, ['a'], 10_000).notBefore).toBe(12_000);
  });

  test('unlike one that never was broken', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c']);
    patience.proven('z');
    expect(patience.exhausted(passOf(3))).toBe(true);
    expect(fail(patience, ['a', 'b', 'c'], 10_000).notBefore).toBe(14_000);
  });

  test('does not shorten a wait that has begun', () => {
    const patience = fail(new Patience(), ['a', 'b', 'c', 'd', 'e', 'f'], 0, 6);
    expect(patience.notBefore).toBe(2_000);
    patience.proven('z');
    expect(fail(patience, ['a'], 100, 6).notBefore).toBe(2_000);
  });
});
