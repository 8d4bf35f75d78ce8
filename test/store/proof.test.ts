import { describe, expect, test } from 'vitest';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { refuseShowings } from './support/refuse-showings.ts';
import { showing } from './support/showings.ts';

describe('proof of play', () => {
  test('a showing is one row however often it is reported', async () => {
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

  test('the decoder at the end of a video replaces the one at its start, and stays where none is reported', async () => {
    const { store } = await opened(await temporaryFolder());
    const [hardware, software] = [
      { name: 'VaapiVideoDecoder', isHardware: true },
      { name: 'FFmpegVideoDecoder', isHardware: false },
    ];
    for (const nth of [1, 2]) store.proof.start({ ...showing(nth), decoder: hardware });
    store.proof.start(showing(3));
    store.proof.end(showing(1).id, showing(1).startedAt + 1, 'completed', null, software);
    for (const nth of [2, 3]) store.proof.end(showing(nth).id, showing(nth).startedAt + 1, 'completed', null);
    expect([...store.proof.iterate()].map(({ decoder }) => decoder)).toEqual([software, hardware, undefined]);
  });

  test('an item that never came on screen is a closed row', async () => {
    const { store } = await opened(await temporaryFolder());
    store.proof.fail({ ...showing(1), outcome: 'failed', reason: 'no such codec' });
    expect([...store.proof.iterate()]).toMatchObject([
      { outcome: 'failed', reason: 'no such codec', endedAt: showing(1).startedAt },
    ]);
  });

  test('a row left open by a crash ends at the last sign of life', async () => {
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

  test('is read in the order of starts from an instant on, also while rows are written', async () => {
    const { store } = await opened(await temporaryFolder());
    for (const number of [3, 1, 2]) store.proof.start(showing(number));
    const numbers: number[] = [];
    for (const row of store.proof.iterate(showing(2).startedAt)) {
      numbers.push(Number(row.id.slice(-3)));
      if (numbers.length === 1) store.proof.end(row.id, row.startedAt + 1, 'completed', null);
    }
    expect(numbers).toEqual([2, 3]);
  });

  test('is read beyond one page of rows', async () => {
    const { store } = await opened(await temporaryFolder());
    for (let number = 1; number <= 1_001; number++) store.proof.start({ ...showing(number), startedAt: 5 });
    expect([...store.proof.iterate()]).toHaveLength(1_001);
  });

  test('is bounded by dropping the oldest rows', async () => {
    const { store } = await opened(await temporaryFolder(), { limits: { keepProofRows: 100 } });
    for (let number = 1; number <= 900; number++) store.proof.start(showing(number));
    // Not with each row: that would cost more than the row itself.
    expect([...store.proof.iterate()]).toHaveLength(900);
    for (let number = 901; number <= 2_500; number++) store.proof.start(showing(number));
    const rows = [...store.proof.iterate()];
    expect(rows.length).toBeLessThanOrEqual(1_101);
    expect(rows.at(-1)?.id).toBe(showing(2_500).id);
  });
});

test('names go when the last of their showings has gone', async () => {
  const folder = await temporaryFolder();
  for (const [run, item] of ['Old', 'Old', 'New', 'Last'].entries()) {
    const { store } = await opened(folder, { limits: { keepProofRows: 1 } });
    const names = { item, playlist: null, entry: 1 };
    // Days apart.
    store.proof.start({ ...showing(run * 20_000), entryId: item, names });
    await store.close();
  }
  const database = await openDatabase(layoutOf(folder).database);
  expect(database.all('SELECT item FROM showing_name ORDER BY item')).toEqual([{ item: 'Last' }]);
  database.close();
});

test('a player that restarts often keeps no more rows', async () => {
  const folder = await temporaryFolder();
  for (let run = 0; run < 4; run++) {
    const { store } = await opened(folder, { limits: { keepProofRows: 10 } });
    for (let number = 1; number <= 100; number++) store.proof.start(showing(run * 100 + number));
    expect([...store.proof.iterate()].length).toBeLessThanOrEqual(110);
    await store.close();
  }
});

describe('while the disk rejects showings', () => {
  /** It takes none until the retryAfter of the CMS is kept. */
  async function refusing(limits = {}) {
    const folder = await temporaryFolder();
    await refuseShowings(folder);
    const clock = manualClock();
    const { store, lines } = await opened(folder, { clock, limits });
    const shown = () => [...store.proof.iterate()].map(({ id, outcome }) => [Number(id.slice(-3)), outcome]);
    const logged = () => lines.map(({ message }) => message).filter((message) => message.startsWith('Proof'));
    return { store, clock, shown, logged, accept: () => store.cmsRetryAfter.set(1) };
  }

  test('they wait in order, and the next write pauses', async () => {
    const { store, clock, shown, logged, accept } = await refusing();
    store.proof.start(showing(1));
    store.proof.end(showing(1).id, 1, 'completed', null);
    store.proof.start(showing(2));
    expect([store.proof.waiting, store.health().state, shown()]).toEqual([3, 'failing', []]);
    accept();
    store.proof.start(showing(3));
    expect([store.proof.waiting, shown()]).toEqual([4, []]);
    clock.pass(5_000);
    store.proof.end(showing(2).id, 2, 'failed', 'codec');
    expect([store.proof.waiting, store.proof.lost]).toEqual([0, 0]);
    expect(shown()).toEqual([
      [1, 'completed'],
      [2, 'failed'],
      [3, null],
    ]);
    // The disk is trusted again: the next one is written at once.
    store.proof.start(showing(4));
    expect(shown()).toHaveLength(4);
    expect(logged()).toEqual(['Proof of play waits in memory', 'Proof of play is written']);
  });

  test('the oldest are dropped when too many wait, and their number is reported', async () => {
    const { store, clock, shown, accept } = await refusing({ waitingProofRows: 3 });
    for (const number of [1, 2, 3]) {
      store.proof.start(showing(number));
      store.proof.end(showing(number).id, number, 'completed', null);
    }
    expect([store.proof.waiting, store.proof.lost, store.health().proofLost]).toEqual([3, 2, 2]);
    accept();
    clock.pass(5_000);
    store.proof.start(showing(4));
    expect(shown()).toEqual([
      [3, 'completed'],
      [4, null],
    ]);
  });
});
