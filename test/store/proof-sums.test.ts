import { expect, test } from 'vitest';
import { opened, temporaryFolder } from './support/folder.ts';
import { showing } from './support/showings.ts';

const minute = 60_000;

test('showings are summed by file and quarter of an hour, and gaps are reported', async () => {
  const { store } = await opened(await temporaryFolder());
  const { proof } = store;
  const begin = Date.parse('2026-05-01T08:00:00Z');
  const shown = (nth: number, at: number, more = {}) => ({ ...showing(nth), startedAt: begin + at, ...more });
  const play = (nth: number, at: number, ms: number, more = {}) => {
    proof.start(shown(nth, at, more));
    proof.end(showing(nth).id, begin + at + ms, 'completed', null);
  };
  play(1, 0, 10_000, { mediaFileId: 'a', entryId: 'e', screenId: '1' });
  play(2, 10_000, 10_000, { mediaFileId: 'b', entryId: 'f', screenId: '1' });
  // It lasts until after the next two have begun: there is no gap in it.
  play(3, 20_000, 5 * minute, { mediaFileId: 'a', entryId: 'e', screenId: '1' });
  play(4, 30_000, 10_000, { mediaFileId: 'a', entryId: 'e', screenId: '2' });
  proof.fail({
    ...shown(5, 40_000, { mediaFileId: 'a', entryId: 'e', screenId: '1' }),
    outcome: 'skipped',
    reason: 'x',
  });
  play(6, 16 * minute, 10_000, { mediaFileId: 'a', entryId: 'e', screenId: '1' });

  expect(proof.items(begin, begin + 60 * minute)).toEqual([
    { mediaFileId: 'a', screenId: '1', showings: 3, failed: 1, seconds: 320, lastAt: begin + 16 * minute },
    { mediaFileId: 'a', screenId: '2', showings: 1, failed: 0, seconds: 10, lastAt: begin + 30_000 },
    { mediaFileId: 'b', screenId: '1', showings: 1, failed: 0, seconds: 10, lastAt: begin + 10_000 },
  ]);
  expect(proof.items(begin + 60 * minute, begin + 120 * minute)).toEqual([]);
  const day = { from: begin, until: begin + 60 * minute, everyMs: 15 * minute };
  expect(proof.entries('1', day)).toEqual([
    { entryId: 'e', at: begin, showings: 2, failed: 1, lastAt: begin + 20_000 },
    { entryId: 'f', at: begin, showings: 1, failed: 0, lastAt: begin + 10_000 },
    { entryId: 'e', at: begin + 15 * minute, showings: 1, failed: 0, lastAt: begin + 16 * minute },
  ]);
  const now = begin + 17 * minute;
  expect(proof.silences({ from: begin, now, leastMs: minute })).toEqual(
    [
      { screenId: '2', from: begin + 40_000, to: now },
      { screenId: '1', from: begin + 20_000 + 5 * minute, to: begin + 16 * minute },
    ].sort((a, b) => b.from - a.from),
  );
});

test('pages of proof follow one another without a gap, and an empty one is the end', async () => {
  const { store } = await opened(await temporaryFolder());
  for (let nth = 0; nth < 1_500; nth++) store.proof.start(showing(nth));
  const first = store.proof.page({ at: 0, sequence: -1 });
  const last = first.at(-1);
  const second = store.proof.page({ at: last?.startedAt ?? 0, sequence: last?.sequence ?? 0 });
  const end = second.at(-1);
  expect([first.length, second.length]).toEqual([1_000, 500]);
  expect(store.proof.page({ at: end?.startedAt ?? 0, sequence: end?.sequence ?? 0 })).toEqual([]);
});
