import { expect, test } from 'vitest';
import { LastVitals } from '../../src/main/engine/vitals.ts';
import { asDiskError } from '../../src/main/ground/disk-errors.ts';
import type { Vitals } from '../../src/main/health/facts.ts';

const known = {
  storage: { state: 'good', freeBytes: 7, isLow: false },
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
    });
  expect(vitals.of(() => known)).toEqual(known);
});

test('a disk that is known to be read-only stays so, and a mistake is not hidden', () => {
  const vitals = new LastVitals();
  const readOnly: Vitals = { ...known, storage: { ...known.storage, state: 'read-only' } };
  vitals.of(() => readOnly);
  expect(vitals.of(fails('SQLITE_READONLY'))).toEqual(readOnly);
  const mistake = (): Vitals => {
    throw new TypeError('a mistake');
  };
  expect(() => vitals.of(mistake)).toThrow('a mistake');
});
