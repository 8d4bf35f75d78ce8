import { describe, expect, test } from 'vitest';
import { judge, type Standing } from '../../src/main/sync/activation.ts';

const hour = 3_600_000;
const [ready, missing, failed]: Standing[] = [
  { inMs: 0, state: 'ready' },
  { inMs: 0, state: 'missing' },
  { inMs: 0, state: 'failed' },
];
const later: Standing = { inMs: 25 * hour, state: 'missing' };
const verdict = (activeCanPlay: boolean, ...files: (Standing | undefined)[]) =>
  judge(
    files.filter((file) => file !== undefined),
    activeCanPlay,
    24 * hour,
  );

describe('while something plays', () => {
  test.each([
    ['all is here', [ready, ready], { activate: true, complete: true }],
    ['one is missing', [ready, missing], { activate: false, because: 'missing' }],
    ['one has finally failed', [ready, failed], { activate: true, complete: false }],
    [
      'what is missing is needed in a day',
      [ready, { ...later, inMs: 24 * hour }],
      { activate: false, because: 'missing' },
    ],
    ['what is missing is needed in more than a day', [ready, later], { activate: true, complete: false }],
    [
      'all have failed: nothing of it could be shown',
      [failed, failed],
      { activate: false, because: 'nothing-ready' },
    ],
    ['it is empty on purpose', [], { activate: true, complete: true }],
    ['all of it is far away', [later], { activate: true, complete: false }],
  ])('%s', (_, files, expected) => {
    expect(verdict(true, ...files)).toEqual(expected);
  });
});

describe('while nothing plays', () => {
  test.each([
    ['the first item is ready', [missing, ready, missing], { activate: true, complete: false }],
    ['nothing is ready yet', [missing, failed], { activate: false, because: 'nothing-ready' }],
    ['it is empty on purpose', [], { activate: true, complete: true }],
  ])('%s', (_, files, expected) => {
    expect(verdict(false, ...files)).toEqual(expected);
  });
});
