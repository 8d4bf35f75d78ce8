import { expect, test } from 'vitest';
import { child, databaseFiles, expectHeld, killAtWrites, ready } from '../store/support/killed.ts';
import { after, before } from '../store/support/power-cuts.ts';
import { killLoop } from '../support/kill-loop.ts';
import { reportRow } from '../support/report-row.ts';

test('row 06 · killed during activation: the old edition plays or the new one, never a mixture', async () => {
  const seen = { old: 0, new: 0 };
  const loop = {
    child,
    template: ready,
    check: (folder: string) =>
      expectHeld(folder, async (store) => {
        const isNew = store.active()?.edition.id === after.id;
        seen[isNew ? 'new' : 'old']++;
        const states = store.editions().map(({ id, state }) => [id, state]);
        if (isNew)
          expect(states).toEqual([
            [after.id, 'active'],
            [before.id, 'previous'],
          ]);
        else
          expect(states).toEqual([
            [before.id, 'active'],
            [after.id, 'staged'],
          ]);
      }),
  };
  const { kills } = await killAtWrites({ ...loop, args: ['activate'] });
  expect(seen.old).toBeGreaterThan(0);
  expect(seen.new).toBeGreaterThan(1);

  const careless = killLoop({ ...loop, args: ['activate', 'carelessly'], paths: databaseFiles });
  await expect(careless).rejects.toThrow(/killed at (pwrite64|fsync) number/);
  reportRow(6, { kills, negativeControl: true });
}, 300_000);
