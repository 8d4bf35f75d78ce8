import { describe, expect, test } from 'vitest';
import { ItemBackoff } from '../../src/renderer/item-backoff.ts';
import { cue, image, page } from './programmes.ts';

/** A pass of so many cues, of which these are the first ones. */
const passOf = (count: number) =>
  new Set(Array.from({ length: count }, (_, index) => 'abcdefghijklmno'[index] ?? `cue-${index}`));

/** Fails these cues one after the other, all at the same instant. */
function fail(backoff: ItemBackoff, cues: readonly string[], now = 0, cuesInPass = 3): ItemBackoff {
  for (const cue of cues) backoff.failed(cue, now, passOf(cuesInPass));
  return backoff;
}

describe('when everything is broken', () => {
  test('retries wait 2 s, and twice as long after each round, up to a minute', () => {
    const backoff = new ItemBackoff();
    let now = 0;
    const waits = Array.from({ length: 8 }, () => {
      fail(backoff, ['a', 'b', 'c'], now);
      const wait = backoff.notBefore - now;
      now = backoff.notBefore;
      return wait;
    });
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('each round tries all of them', () => {
    const backoff = fail(new ItemBackoff(), ['a', 'b', 'c']);
    expect(fail(backoff, ['a', 'b'], 2_000).notBefore).toBe(2_000);
    expect(fail(backoff, ['c'], 2_000).notBefore).toBe(6_000);
  });

  test('the show is exhausted, and not before', () => {
    const backoff = fail(new ItemBackoff(), ['a', 'b', 'b']);
    expect(backoff.exhausted(passOf(3))).toBe(false);
    expect(backoff.notBefore).toBe(0);
    expect(fail(backoff, ['c']).exhausted(passOf(3))).toBe(true);
  });

  test('an empty programme is not exhausted before a failure', () => {
    expect(new ItemBackoff().exhausted(passOf(0))).toBe(false);
    expect(fail(new ItemBackoff(), ['a'], 0, 0).exhausted(passOf(0))).toBe(true);
  });
});

test('items that broke at another time of the day cause no wait', () => {
  const backoff = fail(new ItemBackoff(), ['x', 'y', 'z'], 0, 3);
  expect(backoff.exhausted(passOf(3))).toBe(false);
  expect(fail(backoff, ['a'], 7).notBefore).toBe(0);
});

describe('while something works', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'];

  test('first failures are passed at once, however many there are', () => {
    const many = Array.from({ length: 90 }, (_, index) => `cue-${index}`);
    expect(fail(new ItemBackoff(), many, 7, 100).notBefore).toBe(0);
  });

  test('repeated failures are passed at once five times in a row, then every 200 ms', () => {
    const backoff = fail(new ItemBackoff(), six, 7, 100);
    backoff.proven('z');
    expect(fail(backoff, six.slice(0, 5), 7, 100).notBefore).toBe(0);
    expect(fail(backoff, ['f'], 7, 100).notBefore).toBe(207);
    expect(fail(backoff, ['a'], 300, 100).notBefore).toBe(500);
  });

  test('a success ends the row', () => {
    const backoff = fail(new ItemBackoff(), [...six, ...six.slice(0, 5)], 7, 100);
    backoff.proven('z');
    expect(fail(backoff, six.slice(0, 5), 7, 100).notBefore).toBe(backoff.notBefore);
  });
});

describe('an item that has failed once', () => {
  const file = cue('a', image('a'));
  const site = cue('p', page('https://shop.example/'));
  const broken = () => fail(new ItemBackoff(), ['a', 'b', 'p'], 0, 100);

  test('is skipped in its turn and retried when there is time', () => {
    expect(new ItemBackoff().passesOver(file, 0, 0)).toBe(false);
    expect(broken().passesOver(file, 0, 3_999)).toBe(true);
    expect(broken().passesOver(file, 0, 4_000)).toBe(false);
    expect(broken().passesOver(site, 0, 15_999)).toBe(true);
    expect(broken().passesOver(site, 0, 16_000)).toBe(false);
  });

  test('stays next until its retry has an outcome', () => {
    const backoff = broken();
    expect(backoff.passesOver(file, 0, 4_000)).toBe(false);
    expect(backoff.passesOver(file, 4_000, 0)).toBe(false);
    fail(backoff, ['a'], 4_000, 100);
    expect(backoff.passesOver(file, 4_000, 0)).toBe(true);
    backoff.proven('a');
    expect(backoff.passesOver(file, 4_000, 0)).toBe(false);
  });

  test('gets its turn once a minute where there is never time', () => {
    const backoff = broken();
    expect(backoff.passesOver(file, 59_999, 0)).toBe(true);
    expect(backoff.passesOver(file, 60_000, 0)).toBe(false);
    fail(backoff, ['a'], 60_000, 100);
    expect(backoff.passesOver(cue('b', image('b')), 60_000, 0)).toBe(true);
    expect(backoff.passesOver(cue('b', image('b')), 120_000, 0)).toBe(false);
  });
});

describe('a cue that recovers', () => {
  test('is no longer broken, and the waits start anew', () => {
    const backoff = fail(new ItemBackoff(), ['a', 'b', 'c', 'a', 'b', 'c']);
    expect(backoff.notBefore).toBe(4_000);
    backoff.proven('a');
    expect(backoff.exhausted(passOf(3))).toBe(false);
    expect(fail(backoff, ['a'], 10_000).notBefore).toBe(12_000);
  });

  test('resets the waits, unlike one that never broke', () => {
    const backoff = fail(new ItemBackoff(), ['a', 'b', 'c']);
    backoff.proven('z');
    expect(backoff.exhausted(passOf(3))).toBe(true);
    expect(fail(backoff, ['a', 'b', 'c'], 10_000).notBefore).toBe(14_000);
  });

  test('does not shorten a wait that has begun', () => {
    const backoff = fail(new ItemBackoff(), ['a', 'b', 'c', 'd', 'e', 'f'], 0, 6);
    expect(backoff.notBefore).toBe(2_000);
    backoff.proven('z');
    expect(fail(backoff, ['a'], 100, 6).notBefore).toBe(2_000);
  });
});
