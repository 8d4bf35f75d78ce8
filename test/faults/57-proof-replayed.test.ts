import { expect, test } from 'vitest';
import { child, databaseFiles, reportedBy } from '../store/support/killed.ts';
import { plainStore, playing } from '../store/support/power-cuts.ts';
import { showing } from '../store/support/showings.ts';
import { killLoop } from '../support/kill-loop.ts';
import { reportRow } from '../support/report-row.ts';

test('row 57 · proof of play replayed after a kill has no duplicate, no loss, and no open row', async () => {
  const loop = {
    child,
    template: playing,
    paths: databaseFiles,
    calls: ['pwrite64', 'fdatasync', 'fsync'] as const,
    check: async (folder: string) => {
      const reported = await reportedBy(folder);
      const store = await plainStore(folder);
      const found = [...store.proof.iterate()];
      for (const number of [1, 2, 3]) {
        const row = found.find(({ id }) => id === showing(number).id);
        if (reported.includes(`started ${number}`) && !row) throw new Error(`showing ${number} is lost`);
        if (reported.includes(`ended ${number}`)) expect(row?.outcome).toBe('completed');
      }
      for (const row of found) {
        expect(['completed', 'interrupted']).toContain(row.outcome);
        expect(row.endedAt).toBeGreaterThanOrEqual(row.startedAt);
      }
      // The reporter does not know what arrived, so it reports everything again.
      for (const number of [1, 2, 3]) {
        store.proof.start(showing(number));
        store.proof.end(showing(number).id, showing(number).startedAt + 10_000, 'completed', null);
      }
      expect([...store.proof.iterate()].map(({ id }) => id)).toEqual(
        [1, 2, 3].map((number) => showing(number).id),
      );
      await store.close();
    },
  };
  const { kills } = await killLoop({ ...loop, args: ['proof'] });
  expect(kills).toBeGreaterThan(10);

  const careless = killLoop({ ...loop, args: ['proof', 'belatedly'] });
  await expect(careless).rejects.toThrow(/killed at pwrite64 number \d+: showing \d is lost/);
  reportRow(57, { kills, negativeControl: true });
}, 300_000);
