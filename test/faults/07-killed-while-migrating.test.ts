import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { currentVersion } from '../../src/main/store/migrations/index.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { child, databaseFiles, expectHeld } from '../store/support/killed.ts';
import { playing } from '../store/support/power-cuts.ts';
import { killLoop } from '../support/kill-loop.ts';
import { reportRow } from '../support/report-row.ts';

test('row 07 · killed during a migration: it is rolled back or complete', async () => {
  const Sqlite = await loadSqlite();
  const seen = new Set<unknown>();
  const loop = {
    child,
    // Without a database all migrations run, then the show comes from the sidecar.
    template: async (folder: string) => {
      await playing(folder);
      for (const path of databaseFiles(folder)) await rm(path, { force: true });
    },
    paths: databaseFiles,
    calls: ['pwrite64', 'fdatasync', 'fsync', 'ftruncate', 'unlink'] as const,
    check: async (folder: string) => {
      const raw = new Sqlite(layoutOf(folder).database);
      const version = raw.pragma('user_version', { simple: true });
      const tables = raw.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").pluck().get();
      raw.close();
      seen.add(version);
      expect([
        [0, 0],
        [currentVersion, 14],
        // Killed between the migrations and the rows that follow them.
        [currentVersion, 8],
      ]).toContainEqual([version, tables]);
      await expectHeld(folder);
    },
  };
  const { kills } = await killLoop({ ...loop, args: ['open'] });
  expect([...seen].toSorted()).toEqual([0, currentVersion]);

  const careless = killLoop({ ...loop, args: ['open', 'carelessly'] });
  await expect(careless).rejects.toThrow(/killed at pwrite64 number/);
  reportRow(7, { kills, negativeControl: true });
}, 300_000);
