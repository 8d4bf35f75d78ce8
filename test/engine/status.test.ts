import { expect, test } from 'vitest';
import { engineStatus } from '../../src/main/engine/status.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import type { StoreHealth } from '../../src/main/store/health.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

const around = {
  sync: null,
  unconfigured: null,
  now: 0,
  warnings: [],
  clock: { trusted: true, zone: 'UTC' },
} as const;

test('the warning of a failing disk promises a show only if there is one', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1);
  const { store, sync } = await rig.open();
  const warnings = (state: StoreHealth['state']) => {
    const sick = new Proxy(store, {
      get: (_, name) =>
        name === 'health'
          ? () => ({ state, recovered: [], proofWaiting: 0, proofLost: 0 })
          : Reflect.get(store, name, store),
    });
    return engineStatus({ ...around, store: sick }).warnings;
  };
  expect(warnings('full')).toEqual([message('health.disk.full')]);
  expect(warnings('read-only')).toEqual([message('health.disk.read-only')]);
  await sync.once();
  expect(warnings('full')).toEqual([message('health.disk.full.playing')]);
  expect(warnings('good')).toEqual([]);
});

test('the source is reported with the names of its playlists', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1);
  const { store, sync } = await rig.open();
  const source = { kind: 'device', name: 'Window', cms: 'cms.example' } as const;
  const reported = () => engineStatus({ ...around, store, source }).source;
  expect(reported()).toEqual({ ...source, playlists: [] });
  await sync.once();
  expect(reported()).toEqual({ ...source, playlists: ['Welcome'] });
  expect(engineStatus({ ...around, store }).source).toBeNull();
});

test('a missing configuration is reported with its remedy', async () => {
  await using rig = await startRig();
  const { store } = await rig.open();
  const unconfigured = new VitrineError('usage', 'no-token', verbatim('There is no token.'), {
    remedy: verbatim('Give one.'),
  }).report;
  expect(engineStatus({ ...around, store, unconfigured }).sync.lastError).toEqual({
    code: 'no-token',
    message: verbatim('There is no token.'),
    remedy: verbatim('Give one.'),
    at: '1970-01-01T00:00:00.000Z',
  });
});
