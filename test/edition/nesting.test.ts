import { expect, test } from 'vitest';
import type { EditionPlaylist } from '../../src/main/edition/edition.ts';
import { deepestNesting } from '../../src/main/edition/nesting.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { wanted } from '../../src/main/sync/wanted.ts';
import { scheduleInput } from '../schedule/inputs.ts';
import { edition, entry, playlist } from '../support/records.ts';

const at = Date.parse('2026-05-01T12:00:00Z');

/** Playlists `0`, `1` …, each with a media file named by its level and the next playlist. */
function chain(levels: number): EditionPlaylist[] {
  return Array.from({ length: levels }, (_, level) =>
    playlist(`${level}`, [
      entry(`${level} media`, { mediaFileId: `m${level}` }),
      entry(`${level} next`, { index: 1, nestedPlaylistId: `${level + 1}` }),
    ]),
  );
}

function fetchedAndPlayed(lists: readonly EditionPlaylist[]) {
  const content = edition(lists);
  const fetched = wanted(content, at, 'UTC').map(({ file }) => file.id);
  const played = evaluate({ ...scheduleInput(content), at }).cues.map(({ mediaFileId }) => mediaFileId);
  return { fetched: fetched.sort(), played: [...new Set(played)].sort() };
}

test('sync and schedule stop at the same depth', () => {
  const { fetched, played } = fetchedAndPlayed(chain(deepestNesting + 4));
  expect(fetched).toEqual(played);
  expect(fetched).toHaveLength(deepestNesting + 1);
});

test('a playlist first met too deep is fetched whole where it is nested less deep', () => {
  const shortcut = entry('shortcut', { index: 2, nestedPlaylistId: `${deepestNesting}` });
  const [first, ...rest] = chain(deepestNesting + 4);
  if (first === undefined) throw new Error('no playlist');
  const { fetched, played } = fetchedAndPlayed([
    { ...first, entries: [...first.entries, shortcut] },
    ...rest,
  ]);
  expect(fetched).toEqual(played);
  expect(fetched).toContain(`m${deepestNesting + 3}`);
});
