import { describe, expect, test } from 'vitest';
import { judge, type Playing, type Standing } from '../../src/main/sync/activation.ts';

const hour = 3_600_000;
const [ready, missing, failed]: Standing[] = [
  { inMs: 0, state: 'ready' },
  { inMs: 0, state: 'missing' },
  { inMs: 0, state: 'failed' },
];
const later: Standing = { inMs: 25 * hour, state: 'missing' };
const verdict = (playing: Playing, ...files: (Standing | undefined)[]) =>
  judge(
    files.filter((file) => file !== undefined),
    playing,
    24 * hour,
  );

describe('while something plays', () => {
  test.each([
    ['all files are here', [ready, ready], { activate: true, complete: true }],
    ['one is missing', [ready, missing], { activate: false, because: 'missing' }],
    ['one has failed for good', [ready, failed], { activate: true, complete: false }],
    [
      'the missing file is needed in a day',
      [ready, { ...later, inMs: 24 * hour }],
      { activate: false, because: 'missing' },
    ],
    ['the missing file is needed in more than a day', [ready, later], { activate: true, complete: false }],
    ['all files have failed', [failed, failed], { activate: false, because: 'nothing-ready' }],
    ['the update is empty on purpose', [], { activate: true, complete: true }],
    ['all entries are far away', [later], { activate: true, complete: false }],
  ])('%s', (_, files, expected) => {
    expect(verdict('own', ...files)).toEqual(expected);
  });
});

describe('while nothing plays', () => {
  test.each([
    ['the first item is ready', [missing, ready, missing], { activate: true, complete: false }],
    ['nothing is ready yet', [missing, failed], { activate: false, because: 'nothing-ready' }],
    ['the update is empty on purpose', [], { activate: true, complete: true }],
  ])('%s', (_, files, expected) => {
    expect(verdict('nothing', ...files)).toEqual(expected);
  });
});

describe('while the show of another CMS or assignment plays', () => {
  test.each([
    ['the first item is ready', [missing, ready, missing], { activate: true, complete: false }],
    ['nothing is ready yet', [missing, failed], { activate: false, because: 'nothing-ready' }],
    ['the new one is empty', [], { activate: false, because: 'empty' }],
    ['all of its entries are far away', [later], { activate: false, because: 'empty' }],
  ])('%s', (_, files, expected) => {
    expect(verdict('other', ...files)).toEqual(expected);
  });
});
