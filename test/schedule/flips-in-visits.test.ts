import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Edition, EditionPlaylist } from '../../src/main/edition/edition.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { Screen } from './visits.ts';

const noon = Date.parse('2026-06-01T12:00:00Z');

interface List {
  readonly id: string;
  readonly rule: 'all' | 'continuous' | 'random';
  readonly count: number;
  readonly items: readonly Item[];
}

interface Item {
  readonly id: string;
  readonly seconds: number;
  readonly nests?: string | undefined;
  /** Seconds after noon between which it plays; left out: always. */
  readonly hours?: readonly [from: number, until: number] | undefined;
}

/** Where a screen is in one list: the item, and those that the visit has had, with it. */
interface Step {
  readonly list: string;
  readonly item: string;
  readonly had: readonly string[];
}

/** Second by second: what may follow the item on screen, by the editor's words alone. Random lists leave a choice. */
class Oracle {
  #lists: ReadonlyMap<string, List>;
  readonly #last = new Map<string, { readonly id: string; readonly place: number }>();
  #now: readonly Step[] | null = null;
  #second = 0;

  constructor(lists: readonly List[]) {
    this.#lists = new Map(lists.map((list) => [list.id, list]));
  }

  /** The item has been shown from that second on: may it be? And for how long, before its hours end? */
  shown(path: string, second: number): void {
    const possible = this.#possible(second);
    const taken = possible.find((steps) => nameOf(steps) === path);
    expect(possible.map(nameOf), `second ${second}`).toContain(path);
    if (taken === undefined) return;
    expect(second, `start of ${path}`).toBe(this.#second);
    this.#now = taken;
    for (const { list, item } of taken)
      this.#last.set(list, { id: item, place: this.#items(list).findIndex(({ id }) => id === item) });
    const length = this.#item(taken)?.seconds ?? 0;
    // An item whose hours end is cut there, and the show begins anew.
    for (this.#second = second + 1; this.#second <= second + length; this.#second++)
      if (!this.#stands(taken, this.#second)) {
        this.#now = null;
        return;
      }
    this.#second = second + length;
  }

  get isCut(): boolean {
    return this.#now === null;
  }

  restart(): void {
    this.#now = null;
  }

  change(lists: readonly List[]): void {
    const before = this.#lists;
    this.#lists = new Map(lists.map((list) => [list.id, list]));
    for (const [id, { id: last, place }] of this.#last) {
      const now = this.#items(id).findIndex((item) => item.id === last);
      const was = before.get(id)?.items.findIndex((item) => item.id === last) ?? -1;
      this.#last.set(id, { id: last, place: now >= 0 ? now : was >= 0 ? was - 0.5 : place });
    }
    if (this.#now && !this.#stands(this.#now, this.#second)) this.#now = null;
  }

  #possible(second: number): readonly (readonly Step[])[] {
    const now = this.#now ?? [];
    for (let depth = now.length - 1; depth >= 0; depth--) {
      const step = now[depth];
      const next = step ? this.#next(step.list, step, second) : [];
      if (next.length > 0) return this.#down(now.slice(0, depth), next, second);
    }
    return this.#down([], this.#next('main', null, second), second);
  }

  #down(outer: readonly Step[], steps: readonly Step[], second: number): readonly (readonly Step[])[] {
    return steps.flatMap((step) => {
      const nested = this.#items(step.list).find(({ id }) => id === step.item)?.nests;
      const path = [...outer, step];
      return nested === undefined ? [path] : this.#down(path, this.#next(nested, null, second), second);
    });
  }

  /** The items that may come after that one in a visit; null: the visit begins. */
  #next(id: string, step: Step | null, second: number): readonly Step[] {
    const list = this.#lists.get(id);
    if (!list) return [];
    const playing = list.items.filter((item) => this.#plays(item, second));
    const had = step?.had ?? [];
    const made = (items: readonly Item[]): readonly Step[] =>
      items.map((item) => ({ list: id, item: item.id, had: [...had, item.id] }));
    const placeOf = (item: Item): number => list.items.indexOf(item);
    if (list.rule === 'all') {
      const place = step ? list.items.findIndex((item) => item.id === step.item) : -1;
      return made(playing.filter((item) => placeOf(item) > place).slice(0, 1));
    }
    if (had.length >= Math.min(list.count, playing.length)) return [];
    if (list.rule === 'random') return made(playing.filter((item) => !had.includes(item.id)));
    const place = this.#last.get(id)?.place ?? -1;
    return made([...playing.filter((item) => placeOf(item) > place), ...playing].slice(0, 1));
  }

  #plays({ hours, nests }: Item, second: number): boolean {
    if (hours && (second < hours[0] || second >= hours[1])) return false;
    return nests === undefined || this.#items(nests).some((item) => this.#plays(item, second));
  }

  #stands(steps: readonly Step[], second: number): boolean {
    return steps.every(({ list, item }) => {
      const found = this.#items(list).find(({ id }) => id === item);
      return found !== undefined && this.#plays(found, second);
    });
  }

  #item(steps: readonly Step[]): Item | undefined {
    const last = steps.at(-1);
    return last && this.#items(last.list).find(({ id }) => id === last.item);
  }

  #items(list: string): readonly Item[] {
    return this.#lists.get(list)?.items ?? [];
  }
}

const nameOf = (steps: readonly Step[]): string => steps.map(({ item }) => item).join('>');

const timeOf = (second: number): string => new Date(noon + second * 1000).toISOString().slice(11, 19);

function editionOf(lists: readonly List[]): Edition {
  return edition(
    lists.map(
      ({ id, items, rule, count }): EditionPlaylist => ({
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
    items: fc
      .integer({ min: 1, max: 5 })
      .chain((count) => fc.tuple(...[0, 1, 2, 3, 4].slice(0, count).map(item))),
  });
}

const lists = fc.tuple(...[0, 1, 2, 3].map(level));

const without = (given: readonly List[], seed: number): readonly List[] =>
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
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), count: fc.constant(0) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), count: fc.nat(9) }) },
  ),
  { minLength: 1, maxLength: 12 },
);

test('hours that begin and end within a visit agree with the oracle, over restarts and new editions', () => {
  let cases = 0;
  let played = 0;
  fc.assert(
    fc.property(lists, steps, (given, todo) => {
      cases++;
      const screen = new Screen(editionOf(given), noon);
      const oracle = new Oracle(given);
      let now: readonly List[] = given;
      for (const step of todo) {
        if (step.do === 'play')
          for (let left = step.count; left > 0; left--, played++) {
            const path = screen.next();
            oracle.shown(path, (screen.startedAt - noon) / 1000);
          }
        // The next item is due already, before the end of the one on screen.
        else if (oracle.isCut) continue;
        else if (step.do === 'restart') {
          screen.restart();
          oracle.restart();
        } else if (step.do === 'reload') screen.reload();
        else {
          now = without(now, step.count);
          screen.change(editionOf(now));
          oracle.change(now);
        }
      }
    }),
    { numRuns: Number(process.env.SCHEDULE_RUNS ?? '1') * 400 },
  );
  console.log(`schedule: ${cases} shows with hours within visits, ${played} items compared`);
});
