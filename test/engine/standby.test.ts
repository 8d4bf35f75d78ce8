import { expect, test } from 'vitest';
import { standbyFor } from '../../src/main/engine/standby.ts';
import type { SyncStatus } from '../../src/main/sync/report.ts';

const paused: SyncStatus = {
  state: 'paused',
  lastSuccessAt: null,
  lastError: null,
  nextAt: null,
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [] },
  staged: null,
};

test('an empty screen does not say that a show is being fetched while sync is paused', () => {
  const unset = {
    unconfigured: null,
    edition: null,
    cmsUrl: 'https://cms.example.com/',
    configMistake: null,
  };
  expect(standbyFor({ ...unset, sync: paused })).toEqual({
    kind: 'idle',
    title: 'Sync is paused',
    lines: ['CMS: cms.example.com', 'To go on: vitrine sync resume'],
  });
  expect(standbyFor({ ...unset, sync: { ...paused, state: 'fetching' } }).kind).toBe('starting');
});
