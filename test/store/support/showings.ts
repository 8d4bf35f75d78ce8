import type { StartedRow } from '../../../src/main/store/proof/proof.ts';

/** The n-th showing of a test, ten seconds after the one before. */
export function showing(number: number): StartedRow {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    screenId: '1',
    entryId: `entry ${number}`,
    mediaFileId: 'a',
    editionId: 'edition',
    startedAt: Date.UTC(2026, 0, 1) + number * 10_000,
  };
}
