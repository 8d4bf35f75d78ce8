import { describe, expect, test } from 'vitest';
import type { Edition, EditionPlaylist } from '../../src/main/edition/edition.ts';
import { onAirAt, periodOf } from '../../src/shared/in-step.ts';
import fc from '../support/properties.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';
import { planned, Screen } from './visits.ts';

const noon = Date.parse('2026-06-01T12:00:00Z');

/** A playlist or an item for the oracle: only names and numbers. */
interface List {
  readonly id: string;
  readonly rule?: 'all' | 'continuous' | 'random';
  readonly count?: number;
  readonly items: readonly Item[];
}

interface Item {
  readonly id: string;
  readonly nests?: string | undefined;
  readonly seconds?: number;
  readonly never?: boolean;
}

/**
 * The simplest model of what must play: an entry is played, or its playlist is visited, and each rotating playlist
 * remembers its last entry. Random ones are not predicted.
 */
class Oracle {
  readonly #last = new Map<string, { readonly id: string; readonly place: number }>();
  #lists: ReadonlyMap<string, List>;
  #going = this.#main();

  constructor(lists: readonly List[]) {
    this.#lists = new Map(lists.map((list) => [list.id, list]));
  }

  next(): string {
    return this.#going.next().value ?? '';
  }

  restart(): void {
    this.#going = this.#main();
  }

  change(lists: readonly List[]): void {
    const before = this.#lists;
    this.#lists = new Map(lists.map((list) => [list.id, list]));
    for (const [id, last] of this.#last) {
      const place = this.#lists.get(id)?.items.findIndex((item) => item.id === last.id) ?? -1;
      const was = before.get(id)?.items.findIndex((item) => item.id === last.id) ?? -1;
      // If the list lost it, the entry that moved up to its place is next.
      if (place >= 0) this.#last.set(id, { id: last.id, place });
      else if (was >= 0) this.#last.set(id, { id: last.id, place: was - 1 });
    }
  }

  *#main(): Generator<string, string> {
    for (;;) yield* this.#each('main', []);
  }

  *#each(id: string, path: readonly string[]): Generator<string> {
    for (const item of this.#lists.get(id)?.items ?? []) if (this.#plays(item)) yield* this.#item(item, path);
  }

  *#item(item: Item, path: readonly string[]): Generator<string> {
    const own = [...path, item.id];
    if (item.nests === undefined) yield own.join('>');
    else yield* this.#visit(item.nests, own);
  }

  *#visit(id: string, path: readonly string[]): Generator<string> {
    const list = this.#lists.get(id);
    if (!list) return;
    if (list.rule !== 'continuous' || !list.count) {
      yield* this.#each(id, path);
      return;
    }
    for (
      let left = Math.min(list.count, list.items.filter((item) => this.#plays(item)).length);
      left > 0;
      left--
    ) {
      const { items } = list;
      const from = Math.min(this.#last.get(id)?.place ?? -1, items.length - 1);
      for (let step = 1; step <= items.length; step++) {
        const place = (from + step + items.length) % items.length;
        const item = items[place];
        if (!item || !this.#plays(item)) continue;
        this.#last.set(id, { id: item.id, place });
        yield* this.#item(item, path);
        break;
      }
    }
  }

  #plays(item: Item): boolean {
    if (item.never) return false;
    return (
      item.nests === undefined ||
      (this.#lists.get(item.nests)?.items ?? []).some((inner) => this.#plays(inner))
    );
  }
}

function editionOf(lists: readonly List[]): Edition {
  const made = lists.map(
    ({ id, items, rule, count }): EditionPlaylist => ({
      ...playlist(
        id,
        items.map((item, index) =>
          entry(item.id, {
            index,
            duration: item.seconds ?? 10,
            playRule: item.never ? 'never' : 'always',
            ...(item.nests === undefined
              ? { mediaFileId: `m-${item.id}` }
              : { nestedPlaylistId: item.nests }),
          }),
        ),
      ),
      ...(rule ? { visit: { rule, ...(count === undefined ? {} : { count }) } } : {}),
    }),
  );
  const files = lists.flatMap(({ items }) => items.map(({ id }) => mediaFile(`m-${id}`)));
  return {
    ...edition(made),
    screens: { 1: 'main' },
    mediaFiles: Object.fromEntries(files.map((file) => [file.id, file])),
  };
}

const items = (prefix: string, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index + 1}` }));

function played(screen: Screen, count: number): string[] {
  return Array.from({ length: count }, () => screen.next());
}

describe('a nested playlist that plays a count of items in order', () => {
  test('continues at each visit, and starts over at its end', () => {
    const lists = [
      { id: 'main', items: [{ id: 'x' }, { id: 'ads', nests: 'ads' }] },
      { id: 'ads', rule: 'continuous' as const, count: 2, items: items('a', 3) },
    ];
    expect(played(new Screen(editionOf(lists), noon), 9)).toEqual([
      ...['x', 'ads>a1', 'ads>a2'],
      ...['x', 'ads>a3', 'ads>a1'],
      ...['x', 'ads>a2', 'ads>a3'],
    ]);
  });

  test('continues across all places that nest it', () => {
    const lists = [
      { id: 'main', items: [{ id: 'one', nests: 'ads' }, { id: 'x' }, { id: 'two', nests: 'ads' }] },
      { id: 'ads', rule: 'continuous' as const, count: 1, items: items('a', 3) },
    ];
    expect(played(new Screen(editionOf(lists), noon), 6)).toEqual([
      'one>a1',
      'x',
      'two>a2',
      'one>a3',
      'x',
      'two>a1',
    ]);
  });

  test('skips an entry that does not play', () => {
    const ads = [{ id: 'a1' }, { id: 'a2', never: true }, { id: 'a3' }];
    const lists = [
      { id: 'main', items: [{ id: 'ads', nests: 'ads' }] },
      { id: 'ads', rule: 'continuous' as const, count: 1, items: ads },
    ];
    expect(played(new Screen(editionOf(lists), noon), 4)).toEqual(['ads>a1', 'ads>a3', 'ads>a1', 'ads>a3']);
  });

  test('continues after a restart and in a new edition', () => {
    const ads = { id: 'ads', rule: 'continuous' as const, count: 1 };
    const main = { id: 'main', items: [{ id: 'ads', nests: 'ads' }, { id: 'x' }] };
    const screen = new Screen(editionOf([main, { ...ads, items: items('a', 5) }]), noon);
    expect(played(screen, 3)).toEqual(['ads>a1', 'x', 'ads>a2']);
    screen.restart();
    expect(played(screen, 2)).toEqual(['ads>a3', 'x']);
    screen.change(editionOf([main, { ...ads, items: items('a', 5).filter(({ id }) => id !== 'a3') }]));
    expect(played(screen, 4)).toEqual(['ads>a4', 'x', 'ads>a5', 'x']);
  });

  test('finishes its visit after the stage is reloaded in the middle of it', () => {
    const lists = [
      { id: 'main', items: [{ id: 'x' }, { id: 'ads', nests: 'ads' }] },
      { id: 'ads', rule: 'continuous' as const, count: 3, items: items('a', 5) },
    ];
    const screen = new Screen(editionOf(lists), noon);
    expect(played(screen, 3)).toEqual(['x', 'ads>a1', 'ads>a2']);
    screen.reload();
    expect(played(screen, 3)).toEqual(['ads>a3', 'x', 'ads>a4']);
  });
});

test('each item has its place in the innermost visit around it, also when fewer items play and after a restart', () => {
  const named = (screen: Screen, count: number) =>
    Array.from({ length: count }, () => [screen.next(), screen.visit]);
  const main = {
    id: 'main',
    items: [{ id: 'x' }, { id: 'ads', nests: 'ads' }, { id: 'again', nests: 'ads' }],
  };
  const ads = { id: 'ads', rule: 'continuous' as const, count: 2 };
  const whole = { id: 'whole', items: items('w', 2) };
  const random = { id: 'random', rule: 'random' as const, count: 1, items: items('r', 1) };
  const inner = [{ id: 'a1' }, { id: 'a2', nests: 'whole' }, { id: 'a3', nests: 'random' }];
  const screen = new Screen(editionOf([main, { ...ads, items: inner }, whole, random]), noon);
  expect(named(screen, 6)).toEqual([
    ['x', null],
    ['ads>a1', '1 of 2'],
    ['ads>a2>w1', '2 of 2'],
    ['ads>a2>w2', '2 of 2'],
    ['again>a3>r1', '1 of 1'],
    ['again>a1', '2 of 2'],
  ]);
  expect(named(screen, 2)).toEqual([
    ['x', null],
    ['ads>a2>w1', '1 of 2'],
  ]);
  screen.restart();
  screen.change(editionOf([main, { ...ads, items: [{ id: 'a1' }] }]));
  expect(named(screen, 2)).toEqual([
    ['x', null],
    ['ads>a1', '1 of 1'],
  ]);
});

/** Lists to depth 3, each with a playing entry; `odd` entries come and go. */
const lists: fc.Arbitrary<readonly List[]> = fc
  .tuple(...[0, 1, 2, 3].map((depth) => level(depth)))
  .map((made) => made.map((list, depth) => ({ ...list, id: depth === 0 ? 'main' : `l${depth}` })));

function level(depth: number) {
  const item = (index: number) =>
    fc.record({
      id: fc.constant(`e${depth}${index}`),
      seconds: fc.integer({ min: 5, max: 40 }),
      never: index === 0 ? fc.constant(false) : fc.boolean().map((off) => off && index % 3 === 2),
      ...(depth < 3 && index > 0
        ? {
            nests: fc.option(
              fc.integer({ min: depth + 1, max: 3 }).map((inner) => `l${inner}`),
              { nil: undefined },
            ),
          }
        : {}),
    });
  return fc.record({
    rule: depth === 0 ? fc.constant('all' as const) : fc.constantFrom('all' as const, 'continuous' as const),
    count: fc.integer({ min: 1, max: 4 }),
    items: fc
      .integer({ min: 1, max: 5 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => item(index)))),
  });
}

const flipped = (given: readonly List[], seed: number): readonly List[] =>
  given.map((list) => ({
    ...list,
    items: list.items.map((item, index) =>
      index > 0 && (index + seed) % 2 === 0 ? { ...item, never: !item.never } : item,
    ),
  }));

const shrunk = (given: readonly List[], seed: number): readonly List[] =>
  given.map((list) => ({
    ...list,
    items: list.items.filter((_, index) => index === 0 || index !== seed % 5),
  }));

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('play' as const), count: fc.integer({ min: 1, max: 12 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), count: fc.constant(0) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('flip' as const), count: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('shrink' as const), count: fc.nat(9) }) },
  ),
  { minLength: 1, maxLength: 12 },
);

test('rotations agree with the oracle over restarts and new editions between visits', () => {
  fc.assert(
    fc.property(lists, steps, (given, todo) => {
      let now = given;
      const screen = new Screen(editionOf(given), noon);
      const oracle = new Oracle(given);
      for (const step of todo) {
        if (step.do === 'play')
          for (let left = step.count; left > 0; left--) expect(screen.next()).toBe(oracle.next());
        if (step.do === 'play') continue;
        if (step.do === 'flip') now = flipped(now, step.count);
        if (step.do === 'shrink') now = shrunk(now, step.count);
        // A new edition without the item in sight would start over; here each change comes with a restart.
        screen.change(editionOf(now));
        screen.restart();
        oracle.change(now);
        oracle.restart();
      }
    }),
    { numRuns: 400 },
  );
});

describe('a nested playlist that plays a count of random items', () => {
  const ads = { id: 'ads', rule: 'random' as const, count: 2, items: items('a', 5) };
  const main = { id: 'main', items: [{ id: 'ads', nests: 'ads' }, { id: 'x' }] };

  test('gives each item the same share, and plays none twice in a row or in one visit', () => {
    const screen = new Screen(editionOf([main, ads]), noon);
    const shown = played(screen, 30_000).filter((path) => path !== 'x');
    const counts = new Map<string, number>();
    for (const [index, path] of shown.entries()) {
      expect(path).not.toBe(shown[index - 1]);
      counts.set(path, (counts.get(path) ?? 0) + 1);
      if (index > 0 && index % 500 === 0) screen.restart();
    }
    expect(shown.length).toBe(20_000);
    for (const count of counts.values()) expect(Math.abs(count - 4_000)).toBeLessThanOrEqual(40);
    expect(counts.size).toBe(5);
  });

  test('plays each item once in a round, even over a restart', () => {
    const screen = new Screen(editionOf([main, { ...ads, count: 1 }]), noon);
    for (let round = 0; round < 200; round++) {
      const shown = new Set<string>();
      for (let visit = 0; visit < 5; visit++) {
        shown.add(screen.next());
        if ((round + visit) % 7 === 0) screen.restart();
        else expect(screen.next()).toBe('x');
      }
      expect(shown.size).toBe(5);
    }
  });

  test('has no predictable order', () => {
    const screen = new Screen(editionOf([main, { ...ads, count: 5 }]), noon);
    const visits = new Set(Array.from({ length: 50 }, () => played(screen, 6).slice(0, 5).join()));
    expect(visits.size).toBeGreaterThan(25);
  });

  test.each([1, 2])('with %i items alternates as far as possible', (count) => {
    const screen = new Screen(editionOf([main, { ...ads, count: 1, items: items('a', count) }]), noon);
    const shown = played(screen, 20).filter((path) => path !== 'x');
    expect(new Set(shown).size).toBe(count);
    if (count === 2) for (const [index, path] of shown.entries()) expect(path).not.toBe(shown[index - 1]);
  });
});

describe('in step', () => {
  test('rotations agree with the oracle at any instant from the anchor on', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: 40_000 }), (given, second) => {
        const programme = planned(editionOf(given), noon, true);
        const [segment] = programme.segments;
        if (!segment) throw new Error('no segment');
        expect(programme.endlessRotations).toBe(false);
        const seconds = new Map(
          given.flatMap((list) => list.items.map((item) => [item.id, item.seconds ?? 10])),
        );
        const oracle = new Oracle(given);
        let left = second;
        let path = oracle.next();
        for (let length = lengthOf(path); left >= length; length = lengthOf(path)) {
          left -= length;
          path = oracle.next();
        }
        const { anchor, sequence } = segment;
        const onAir = onAirAt(sequence, programme.cues, anchor, anchor + second * 1000);
        expect(programme.cues[onAir?.cue ?? -1]?.path.join('>')).toBe(path);
        expect(onAir?.elapsedMs).toBe(left * 1000);

        function lengthOf(shown: string): number {
          return seconds.get(shown.split('>').at(-1) ?? '') ?? 0;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a random rotation repeats after whole rounds, with equal shares', () => {
    const given = [
      { id: 'main', items: [{ id: 'x' }, { id: 'ads', nests: 'ads' }] },
      { id: 'ads', rule: 'random' as const, count: 2, items: items('a', 7) },
    ];
    const { segments, cues } = planned(editionOf(given), noon, true);
    const sequence = segments[0]?.sequence ?? { seed: null, members: [] };
    const { turns = [], lead = 0 } = periodOf(sequence, cues)?.cycles[0] ?? {};
    const counts = new Map<string, number>();
    for (let second = 0; ; second += 10) {
      const { pass = 0, cue = -1 } = onAirAt(sequence, cues, 0, second * 1000) ?? {};
      if (pass === turns.length) break;
      const path = cues[cue]?.path.join('>') ?? '';
      if (pass >= lead) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    counts.delete('x');
    expect(counts.size).toBe(7);
    expect(new Set(counts.values()).size).toBe(1);
  });

  const inTurn = (size: number, count = 1): List => ({
    id: `l${size}`,
    rule: 'continuous',
    count,
    items: items(`e${size}-`, size),
  });
  const nesting = (sizes: readonly number[]): Item[] =>
    sizes.map((size) => ({ id: `n${size}`, nests: `l${size}` }));

  test('rotations keep their places however late they repeat together', () => {
    const sizes = [31, 37, 41, 43, 47, 53, 59];
    const programme = planned(
      editionOf([{ id: 'main', items: nesting(sizes) }, ...sizes.map((size) => inTurn(size))]),
      noon,
      true,
    );
    expect(programme.endlessRotations).toBe(false);
    const { sequence, anchor } = programme.segments[0] ?? {
      sequence: { seed: null, members: [] },
      anchor: 0,
    };
    for (const pass of [0, 1, 30, 31, 5_000, 7_654_321]) {
      const shown = sizes.map((_, index) => {
        const at = anchor + (pass * sizes.length + index) * 10_000;
        return programme.cues[onAirAt(sequence, programme.cues, anchor, at)?.cue ?? -1]?.path.at(-1);
      });
      expect(shown).toEqual(sizes.map((size) => `e${size}-${(pass % size) + 1}`));
    }
  });

  test('each item begins as the one before it ends, also before the anchor and years after it', () => {
    fc.assert(
      fc.property(
        lists,
        fc.oneof(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -1e9, max: 1e9 })),
        (given, second) => {
          const { segments, cues } = planned(editionOf(given), noon, true);
          const { sequence, anchor } = segments[0] ?? { sequence: { seed: null, members: [] }, anchor: 0 };
          let at = anchor + second * 1000;
          for (let left = 20; left > 0; left--) {
            const onAir = onAirAt(sequence, cues, anchor, at);
            const duration = cues[onAir?.cue ?? -1]?.durationMs ?? 0;
            if (left < 20) expect(onAir?.elapsedMs).toBe(0);
            at += duration - (onAir?.elapsedMs ?? 0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    {
      what: 'a rotation of rotations that repeats too late',
      lists: [
        { id: 'main', items: [{ id: 'n', nests: 'outer' }] },
        { id: 'outer', rule: 'continuous' as const, count: 1, items: nesting([31, 37, 41, 43]) },
        ...[31, 37, 41, 43].map((size) => inTurn(size)),
      ],
      shuffled: false,
    },
    {
      what: 'a random rotation with different counts in a shuffled playlist, which never repeats',
      lists: [
        {
          id: 'main',
          items: [{ id: 'n', nests: 'ads' }, { id: 'x' }, { id: 'y' }, { id: 'm', nests: 'ads' }],
        },
        { id: 'ads', rule: 'random' as const, count: 1, items: items('a', 5) },
      ],
      shuffled: true,
    },
  ])('$what plays in full', ({ lists: given, shuffled }) => {
    const made = editionOf(given);
    const main = made.playlists.main;
    if (main === undefined) throw new Error('no main playlist');
    const entries = main.entries.map((each) =>
      each.id === 'm' ? { ...each, visit: { rule: 'random' as const, count: 3 } } : each,
    );
    const programme = planned(
      { ...made, playlists: { ...made.playlists, main: { ...main, shuffled, entries } } },
      noon,
      true,
    );
    expect(programme.endlessRotations).toBe(true);
    expect(JSON.stringify(programme.segments[0]?.sequence)).not.toContain('visit');
  });
});
