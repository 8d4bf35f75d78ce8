import { test } from 'vitest';
import fc from '../support/properties.ts';
import { editionOf, type Item, type List, noon, timedLists } from './timed-lists.ts';
import { VisitOracle } from './visit-oracle.ts';
import { Screen } from './visits.ts';

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

/** Found once: an item is cut in a visit with which the show then begins anew. */
const list = (id: string, items: readonly Item[], more: Partial<List> = {}): List => ({
  id,
  rule: 'all',
  count: 1,
  isShuffled: true,
  items,
  ...more,
});
const item = (id: string, more: Partial<Item> = {}): Item => ({ id, seconds: 5, ...more });
/** Long past when it happens; they only choose the order. */
const over = { hours: [1, 2] } as const;
const cutInVisit: readonly List[] = [
  list('main', [
    item('e00'),
    item('e01'),
    item('e02', { nests: 'l2' }),
    item('e03', over),
    item('e04', { ...over, nests: 'l2' }),
  ]),
  list('l1', [item('e10')]),
  list('l2', [
    item('e20'),
    item('e21', { nests: 'l3' }),
    item('e22', over),
    item('e23', { ...over, nests: 'l3' }),
    item('e24', { ...over, nests: 'l3' }),
  ]),
  list(
    'l3',
    [
      item('e30'),
      item('e31', { hours: [31, 126] }),
      item('e32', { hours: [71, 131] }),
      item('e33', over),
      item('e34', { hours: [124, 132] }),
    ],
    { rule: 'random', count: 2 },
  ),
];

test('hours that begin and end within a visit or a shuffled pass agree with the oracle, over restarts and new editions', () => {
  let cases = 0;
  let played = 0;
  fc.assert(
    fc.property(timedLists, steps, (given, todo) => {
      cases++;
      const screen = new Screen(editionOf(given), noon);
      const oracle = new VisitOracle(given);
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
        } else if (step.do === 'reload') {
          screen.reload();
          oracle.reload();
        } else {
          now = without(now, step.count);
          screen.change(editionOf(now));
          oracle.change(now);
        }
      }
    }),
    {
      numRuns: Number(process.env.SCHEDULE_RUNS ?? '1') * 400,
      examples: [[cutInVisit, [{ do: 'play', count: 28 }]]],
    },
  );
  console.log(`schedule: ${cases} shows with hours within visits, ${played} items compared`);
});
