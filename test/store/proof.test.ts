import { describe, expect, test } from 'vitest';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { showing } from './support/showings.ts';

describe('proof of play', () => {
  test('a showing is one row however often it is told', async () => {
    const { store } = await opened(await temporaryFolder());
    const row = showing(1);
    store.proof.start(row);
    store.proof.start(row);
    expect([...store.proof.iterate()]).toEqual([{ ...row, endedAt: null, outcome: null, reason: null }]);
    store.proof.end(row.id, row.startedAt + 10_000, 'completed', null);
    store.proof.end(row.id, row.startedAt + 20_000, 'failed', 'late');
    expect([...store.proof.iterate()]).toEqual([
      { ...row, endedAt: row.startedAt + 10_000, outcome: 'completed', reason: null },
    ]);
  });

  test('what never came on screen is a closed row', async () => {
    const { store } = await opened(await temporaryFolder());
    store.proof.fail({ ...showing(1), outcome: 'failed', reason: 'no such codec' });
    expect([...store.proof.iterate()]).toMatchObject([
      { outcome: 'failed', reason: 'no such codec', endedAt: showing(1).startedAt },
    ]);
  });

  test('a row left open by a death ends at the last sign of life', async () => {
    const folder = await temporaryFolder();
    const first = await opened(folder);
    const row = showing(1);
    first.store.proof.start(row);
    await first.store.close();
    const clock = manualClock(row.startedAt + 24 * 3_600_000);
    const { store } = await opened(folder, { clock });
    expect([...store.proof.iterate()]).toMatchObject([
      { id: row.id, outcome: 'interrupted', reason: expect.stringContaining('stopped') },
    ]);
    const [closed] = store.proof.iterate();
    expect(closed?.endedAt).toBeGreaterThanOrEqual(row.startedAt);
    expect(closed?.endedAt).toBeLessThanOrEqual(clock.now());
  });

  test('comes in the order of starting, from an instant on, also while new rows are written', async () => {
    const { store } = await opened(await temporaryFolder());
    for (const number of [3, 1, 2]) store.proof.start(showing(number));
    const numbers: number[] = [];
    for (const row of store.proof.iterate(showing(2).startedAt)) {
      numbers.push(Number(row.id.slice(-3)));
      if (numbers.length === 1) store.proof.end(row.id, row.startedAt + 1, 'completed', null);
    }
    expect(numbers).toEqual([2, 3]);
  });

  test('more than a page of rows', async () => {
    const { store } = await opened(await temporaryFolder());
    for (let number = 1; number <= 1_001; number++) store.proof.start({ ...showing(number), startedAt: 5 });
    expect([...store.proof.iterate()]).toHaveLength(1_001);
  });

  test('is bounded: the oldest rows go', async () => {
    const { store } = await opened(await temporaryFolder(), { limits: { keepProofRows: 100 } });
    for (let number = 1; number <= 2_500; number++) store.proof.start(showing(number));
    const rows = [...store.proof.iterate()];
    expect(rows.length).toBeLessThanOrEqual(1_101);
    expect(rows.at(-1)?.id).toBe(showing(2_500).id);
  });
});
