import type { EntryRecord } from '../../../src/main/edition/records.ts';
import type { ScheduleInput } from '../../../src/main/schedule/scene.ts';
import { scheduleInput } from '../../../test/schedule/inputs.ts';
import { edition, entry, playlist } from '../../../test/support/records.ts';

const zone = 'Europe/Berlin';
export const start = Date.parse('2026-03-27T00:00:00Z');
export const hour = 3600_000;

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Entries with all kinds of conditions, all different, in playlists nested in the screen's playlist. */
export function large(entries: number, playlists: number, visit?: EntryRecord['visit']): ScheduleInput {
  const random = randomNumbers(7);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = (days: number): string => new Date(start + days * 24 * hour).toISOString().slice(0, 10);
  const time = (): string => `${two(random(24))}:${two(random(60))}:${two(random(60))}`;
  const conditions = (): Partial<EntryRecord> => ({
    playRule: 'schedule',
    startDate: random(3) === 0 ? date(random(60) - 50) : null,
    endDate: random(3) === 0 ? date(random(60) - 10) : null,
    startTime: random(4) > 0 ? time() : null,
    endTime: random(4) > 0 ? time() : null,
    weekdays: random(2) === 0 ? 1 + random(126) : 0,
  });
  let id = 0;
  const inner = Array.from({ length: playlists }, (_, number) =>
    playlist(
      `list-${number}`,
      Array.from({ length: Math.ceil(entries / playlists) }, () =>
        entry(String(++id), { index: id, mediaFileId: `m${random(entries)}`, ...conditions() }),
      ),
      { shuffled: number % 5 === 0, ...(visit ? { visit } : {}) },
    ),
  );
  const outer = playlist(
    'outer',
    inner.map((list, index) =>
      entry(String(++id), { index, nestedPlaylistId: list.id, ...(index % 4 === 0 ? conditions() : {}) }),
    ),
  );
  return scheduleInput(edition([outer, ...inner]), { zone });
}
