import type { Edition, EditionPlaylist } from '../../src/main/edition/edition.ts';
import fc from '../support/properties.ts';
import { edition, entry, playlist } from '../support/records.ts';

/** Playlists for an oracle, as names and numbers, whose hours begin and end after this instant. */
export const noon = Date.parse('2026-06-01T12:00:00Z');

export interface List {
  readonly id: string;
  readonly rule: 'all' | 'continuous' | 'random';
  readonly count: number;
  /** With rule "all": each pass has another order. */
  readonly isShuffled: boolean;
  readonly items: readonly Item[];
}

export interface Item {
  readonly id: string;
  readonly seconds: number;
  readonly nests?: string | undefined;
  /** Seconds after noon between which it plays; left out: always. */
  readonly hours?: readonly [from: number, until: number] | undefined;
}

const timeOf = (second: number): string => new Date(noon + second * 1000).toISOString().slice(11, 19);

export function editionOf(lists: readonly List[]): Edition {
  return edition(
    lists.map(
      ({ id, items, rule, count, isShuffled }): EditionPlaylist => ({
        ...playlist(
          id,
          items.map(({ id: name, seconds, nests, hours }, index) =>
            entry(name, {
              index,
              duration: seconds,
              ...(hours
                ? { playRule: 'schedule', startTime: timeOf(hours[0]), endTime: timeOf(hours[1]) }
                : {}),
              ...(nests === undefined ? { mediaFileId: `m-${name}` } : { nestedPlaylistId: nests }),
            }),
          ),
        ),
        shuffled: isShuffled,
        ...(rule === 'all' ? {} : { visit: { rule, count } }),
      }),
    ),
  );
}

const hours = fc
  .tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 400 }))
  .map(([from, length]) => [from, from + length] as const);

/** The first item of each list always plays, so that the screen never stands by. */
function level(depth: number): fc.Arbitrary<List> {
  const item = (index: number): fc.Arbitrary<Item> =>
    fc.record({
      id: fc.constant(`e${depth}${index}`),
      seconds: fc.integer({ min: 5, max: 40 }),
      hours: index === 0 ? fc.constant(undefined) : fc.option(hours, { nil: undefined }),
      nests:
        depth < 3 && index > 0
          ? fc.option(
              fc.integer({ min: depth + 1, max: 3 }).map((inner) => `l${inner}`),
              { nil: undefined },
            )
          : fc.constant(undefined),
    });
  return fc.record({
    id: fc.constant(depth === 0 ? 'main' : `l${depth}`),
    rule: depth === 0 ? fc.constant('all' as const) : fc.constantFrom('all', 'continuous', 'random'),
    count: fc.integer({ min: 1, max: 4 }),
    isShuffled: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
    items: fc
      .integer({ min: 1, max: 5 })
      .chain((count) => fc.tuple(...[0, 1, 2, 3, 4].slice(0, count).map(item))),
  });
}

export const timedLists: fc.Arbitrary<readonly List[]> = fc.tuple(...[0, 1, 2, 3].map(level));
