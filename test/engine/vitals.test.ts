import { expect, test } from 'vitest';
import { emptyHoldings, type Holdings } from '../../src/main/edition/holdings.ts';
import { ContentFaults } from '../../src/main/engine/content-faults.ts';
import { LastVitals, vitalsOf } from '../../src/main/engine/vitals.ts';
import { asDiskError } from '../../src/main/ground/disk-errors.ts';
import type { Vitals } from '../../src/main/health/facts.ts';
import { judge } from '../../src/main/health/health.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { calmFacts, calmVitals } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { edition, entry, playlist } from '../support/records.ts';

const known = {
  storage: { state: 'good', freeBytes: 7, isLow: false },
  cms: { lastReachedAt: 'then', error: null },
  edition: 'a',
} as unknown as Vitals;

function fails(code: string): () => Vitals {
  return () => {
    throw asDiskError(Object.assign(new Error(code), { code }), 'use-database');
  };
}

test('a database that cannot be read leaves the last vitals, with a disk that fails, until it can', () => {
  const vitals = new LastVitals();
  expect(() => vitals.of(fails('SQLITE_IOERR'))).toThrow(expect.objectContaining({ code: 'disk-error' }));
  expect(vitals.of(() => known)).toEqual(known);
  for (let time = 0; time < 2; time++)
    expect(vitals.of(fails('SQLITE_IOERR'))).toEqual({
      ...known,
      storage: { ...known.storage, state: 'failing' },
      cms: { lastReachedAt: 'then', error: expect.objectContaining({ code: 'disk-error' }) },
    });
  expect(vitals.of(() => known)).toEqual(known);
});

test('a disk that is known to be read-only stays so, and a mistake is not hidden', () => {
  const vitals = new LastVitals();
  const readOnly: Vitals = { ...known, storage: { ...known.storage, state: 'read-only' } };
  vitals.of(() => readOnly);
  expect(vitals.of(fails('SQLITE_READONLY'))).toMatchObject({ storage: readOnly.storage, edition: 'a' });
  const mistake = (): Vitals => {
    throw new TypeError('a mistake');
  };
  expect(() => vitals.of(mistake)).toThrow('a mistake');
});

const full = edition([playlist('p', [entry('1'), entry('2'), entry('3')])]);
const failed = (...ids: readonly string[]): Holdings => ({
  ...emptyHoldings,
  missing: new Map(ids.map((id) => [id, { message: verbatim('It is refused.'), failed: true }])),
});
const faultsOf = (...given: Parameters<ContentFaults['of']>) =>
  new ContentFaults(new ManualClock()).of(...given);

test('no assignment, an empty playlist and files that finally failed are faults of the content', () => {
  expect(faultsOf(full, () => emptyHoldings)).toEqual([]);
  const pending = new Map([['m1', { message: verbatim('Later.'), failed: false }]]);
  expect(faultsOf(full, () => ({ ...emptyHoldings, missing: pending }))).toEqual([]);
  expect(faultsOf({ ...full, screens: {} }, () => emptyHoldings)).toEqual([
    { code: 'unassigned', sentence: message('playlist-unassigned') },
  ]);
  expect(faultsOf(edition([playlist('p', [])]), () => emptyHoldings)).toMatchObject([
    { code: 'playlist-empty', sentence: { code: 'playlist-empty' } },
  ]);
  const name = full.mediaFiles.m2?.name ?? '';
  expect(faultsOf(full, () => failed('m2'))).toEqual([
    { code: 'unplayable', sentence: message('health.unplayable', { name }) },
  ]);
  expect(faultsOf(full, () => failed('m2', 'm3'))).toEqual([
    { code: 'unplayable', sentence: message('health.unplayable.more', { name, count: 1 }) },
  ]);
});

test('a slow look at a large edition is repeated seldom, and at once for another edition', () => {
  const clock = new ManualClock();
  const faults = new ContentFaults(clock);
  let looks = 0;
  const look = () => {
    looks++;
    clock.pass(100);
    return looks > 1 ? failed('m1') : emptyHoldings;
  };
  expect(faults.of(full, look)).toEqual([]);
  clock.pass(19_999);
  expect([faults.of(full, look), looks]).toEqual([[], 1]);
  clock.pass(1);
  expect([faults.of(full, look).length, looks]).toEqual([1, 2]);
  faults.of({ ...full, id: 'next' }, look);
  expect(looks).toBe(3);
});

const around = {
  store: {
    health: () => ({ state: 'good' }),
    storage: () => ({ freeBytes: 0 }),
    show: () => null,
  } as never,
  sync: null,
  mistake: null,
  clock: { trusted: true, zone: 'UTC' },
  updates: null,
  content: [],
  floorBytes: 0,
};

test('a release that waits longer than its window allows is reported, and before it an error that lasts', () => {
  const overdue = message('update.overdue', { version: '2.0.0', since: '2026-01-01T00:00:00.000Z' });
  const of = (changes: object) =>
    vitalsOf({ ...around, updates: { overdue, lost: null, ...changes } as never });
  expect(
    judge({ ...calmFacts, vitals: { ...calmVitals, updates: of({ lastError: null }).updates } }),
  ).toMatchObject({
    verdict: 'attention',
    sentence: overdue,
    reasons: [{ code: 'updates-stopped' }],
  });
  const why = verbatim('The release server refuses.');
  expect(of({ lastError: { message: why, isLasting: true } }).updates).toEqual(
    message('update.stopped', { why }),
  );
  expect(of({ lastError: { message: why, isLasting: false } }).updates).toEqual(overdue);
});

test('the CMS is awaited until its first answer, and not while sync is paused', () => {
  const of = (sync: Parameters<typeof vitalsOf>[0]['sync']) => {
    const { awaitsCms, isPaused } = vitalsOf({ ...around, sync });
    return [awaitsCms, isPaused];
  };
  const never = { state: 'idle', lastSuccessAt: null, lastError: null } as const;
  expect(of(null)).toEqual([false, false]);
  expect(of(never)).toEqual([true, false]);
  expect(of({ ...never, state: 'paused' })).toEqual([false, true]);
  expect(of({ ...never, lastSuccessAt: '2026-01-01T00:00:00.000Z' })).toEqual([false, false]);
});
