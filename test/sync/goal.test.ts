import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../src/main/download/limits.ts';
import type { AttemptRecord, SyncStore } from '../../src/main/download/ports.ts';
import type { Edition } from '../../src/main/edition/edition.ts';
import { emptyHoldings, type HeldObject } from '../../src/main/edition/holdings.ts';
import type { MediaFileRecord } from '../../src/main/edition/records.ts';
import { canPlay, Goal, missingOf } from '../../src/main/sync/goal.ts';
import { download, edition, entry, mediaFile, playlist } from '../support/records.ts';

const now = Date.UTC(2026, 6, 15, 10);
const page: MediaFileRecord = mediaFile('page', { kind: 'page', download: null });
const object = {} as HeldObject;

/** A store that holds these media files and has these markers failed for good. */
function storeWith({ held = [], failed = [], putAside = [] }: Record<string, readonly string[]>): SyncStore {
  return {
    bindKnown: ({ mediaFiles }: Edition) => Object.keys(mediaFiles).filter((id) => !held.includes(id)),
    holdings: () => ({
      ...emptyHoldings,
      objects: new Map(held.map((id) => [id, object])),
      putAside: new Map(putAside.map((id) => [id, 'it failed'])),
    }),
    attempt: (_: string, marker: string) => ({ failed: failed.includes(marker) }) as AttemptRecord,
  } as Partial<SyncStore> as SyncStore;
}

const entries = (...ids: string[]) =>
  playlist(
    'p',
    ids.map((id) => entry(id, { mediaFileId: id })),
  );
const tomorrow = entry('t', { mediaFileId: 'late', playRule: 'schedule', startDate: '2026-07-20' });

const goalOf = (content: Edition, store: Parameters<typeof storeWith>[0] = {}) =>
  new Goal(storeWith(store), content, now, 'UTC');

describe('the goal', () => {
  const same = mediaFile('same', { download: download('a', { size: 10 }) });
  const content = edition(
    [entries('b', 'a', 'page', 'same', 'c')],
    [page, same, mediaFile('a', { download: download('a', { size: 10 }) })],
  );

  test('has one task for all media files with the same bytes, in the order of need', () => {
    const goal = goalOf(content, { held: ['c'] });
    expect(goal.tasks()).toMatchObject([
      { mediaFileIds: ['b'], rank: 0, name: 'File b', kind: 'image', source: content.source },
      { mediaFileIds: ['a', 'same'], rank: 1, name: 'File a' },
    ]);
    // An unknown size counts as one mebibyte.
    expect(goal.missingBytes).toBe(10 + 1024 * 1024);
    expect(goal.missing.map(({ file }) => file.id)).toEqual(['b', 'a', 'same']);
  });

  test('reports progress with equal bytes counted once, and no sum if a size is unknown', () => {
    const partly = { b: 4, a: 3 };
    const received = (marker: string) => Object.entries(partly).find(([id]) => marker.includes(id))?.[1] ?? 0;
    const known = edition(
      [entries('a', 'same', 'c')],
      [same, ...['a', 'c'].map((id) => mediaFile(id, { download: download(id, { size: 10 }) }))],
    );
    const goal = goalOf(known, { held: ['c'] });
    expect(goal.progress(received)).toEqual({ files: 2, filesHere: 1, bytes: 20, bytesHere: 13 });
    expect(goalOf(content, { held: ['c'] }).progress(received)).toMatchObject({ files: 3, bytes: null });
  });

  test('is settled, and reports no progress to come, when the missing files have finally failed', () => {
    const goal = goalOf(content, { held: ['c'] });
    expect([goal.isSettled, goal.failedCount]).toEqual([false, 0]);
    goal.failed('marker a');
    expect([goal.isSettled, goal.failedCount]).toEqual([false, 2]);
    goal.failed('marker b');
    expect([goal.isSettled, goal.failedCount]).toEqual([true, 3]);
    expect(goalOf(content, { held: ['c'], failed: ['marker a', 'marker b'] }).isSettled).toBe(true);
  });

  test('shrinks until nothing is missing, and counts held objects once for equal bytes', () => {
    const goal = goalOf(content, { held: ['c'] });
    expect([goal.isComplete, goal.heldCount]).toEqual([false, 1]);
    goal.held(['a', 'same']);
    expect([goal.isComplete, goal.heldCount]).toEqual([false, 2]);
    goal.held(['b']);
    expect([goal.isComplete, goal.heldCount]).toEqual([true, 3]);
    expect([goal.tasks(), goal.missingBytes]).toEqual([[], 0]);
  });
});

describe('activation', () => {
  const judged = (goal: Goal) => goal.judge('own', defaultLimits);

  test('does not wait for downloads that failed for good, before or now', () => {
    const content = edition([entries('a', 'b')]);
    expect(judged(goalOf(content, { held: ['a'] }))).toMatchObject({ activate: false });
    expect(judged(goalOf(content, { held: ['a'], failed: ['marker b'] }))).toMatchObject({ activate: true });
    const goal = goalOf(content, { held: ['a'] });
    goal.failed('marker b');
    expect(judged(goal)).toMatchObject({ activate: true, complete: false });
  });

  test('needs no bytes for a web page', () => {
    expect(judged(goalOf(edition([entries('page')], [page])))).toMatchObject({ activate: true });
  });

  const withLogo = (ids: readonly string[]) => {
    const content = edition([entries(...ids)], [mediaFile('logo')]);
    return { ...content, settings: { ...content.settings, logo: { mediaFileId: 'logo', position: null } } };
  };

  test('waits for a logo, but a logo never decides alone', () => {
    expect(judged(goalOf(withLogo(['a']), { held: ['a'] }))).toMatchObject({ because: 'missing' });
    expect(judged(goalOf(withLogo(['a']), { held: ['a'], failed: ['marker logo'] }))).toMatchObject({
      activate: true,
      complete: false,
    });
    expect(judged(goalOf(withLogo(['a']), { held: ['logo'] }))).toMatchObject({ because: 'nothing-ready' });
    expect(judged(goalOf(withLogo([]), { failed: ['marker logo'] }))).toEqual({
      activate: true,
      complete: true,
    });
  });
});

describe('an edition can play', () => {
  const plays = (content: Edition, store: Parameters<typeof storeWith>[0] = {}) =>
    canPlay(storeWith(store), content, now, 'UTC', defaultLimits);

  test('with a file that is here or needs no bytes, and was not put aside', () => {
    const content = edition([entries('a', 'b')]);
    expect(plays(content)).toBe(false);
    expect(plays(content, { held: ['b'] })).toBe(true);
    expect(plays(content, { held: ['b'], putAside: ['b'] })).toBe(false);
    expect(plays(edition([entries('page')], [page]))).toBe(true);
  });

  test('only within the time looked ahead', () => {
    expect(plays(edition([playlist('p', [tomorrow])]), { held: ['late'] })).toBe(false);
  });

  test('not with a logo alone', () => {
    const content = edition([entries()], [mediaFile('logo')]);
    const settings = { ...content.settings, logo: { mediaFileId: 'logo', position: null } };
    expect(plays({ ...content, settings }, { held: ['logo'] })).toBe(false);
  });
});

test('the missing files of an edition are listed without writing to the store', () => {
  const content = edition([entries('a', 'page', 'b')], [page]);
  const missing = missingOf(storeWith({ held: ['b'] }), content, now, 'UTC');
  expect(missing.map(({ file }) => file.id)).toEqual(['a']);
});
