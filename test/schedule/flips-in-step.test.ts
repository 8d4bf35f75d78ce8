import { expect, test } from 'vitest';
import { onAirAt } from '../../src/shared/in-step.ts';
import fc from '../support/properties.ts';
import { editionOf, type List, noon, timedLists } from './timed-lists.ts';
import { VisitOracle } from './visit-oracle.ts';
import { planned } from './visits.ts';

const daySeconds = 86_400;
/** Items of a segment that are walked through, from its anchor on. */
const mostWalked = 60;

/** What plays at a second after noon, as the paths of its items. The hours are those of every day. */
function showAt(lists: readonly List[], second: number): readonly string[] {
  const ofDay = ((second % daySeconds) + daySeconds) % daySeconds;
  const paths = (id: string): readonly string[] =>
    (lists.find((list) => list.id === id)?.items ?? [])
      .filter(({ hours }) => !hours || (ofDay >= hours[0] && ofDay < hours[1]))
      .flatMap(({ id: item, nests }) =>
        nests === undefined ? [item] : paths(nests).map((path) => `${item}>${path}`),
      );
  return paths('main');
}

const sameShow = (lists: readonly List[], one: number, other: number): boolean =>
  showAt(lists, one).join() === showAt(lists, other).join();

/** The seconds of three days at which hours begin or end, the latest first. */
function edges(lists: readonly List[], until: number): readonly number[] {
  const hours = lists.flatMap(({ items }) => items.flatMap((item) => item.hours ?? []));
  return hours
    .flatMap((second) => [second + daySeconds, second, second - daySeconds])
    .filter((second) => second <= until)
    .sort((a, b) => b - a);
}

/** The lists as they are at one second, for ever. */
function standing(lists: readonly List[], second: number): readonly List[] {
  const ofDay = ((second % daySeconds) + daySeconds) % daySeconds;
  return lists.map((list) => ({
    ...list,
    items: list.items
      .filter(({ hours }) => !hours || (ofDay >= hours[0] && ofDay < hours[1]))
      .map(({ hours: _, ...item }) => item),
  }));
}

function onAir({ segments, cues }: ReturnType<typeof planned>, second: number) {
  const at = noon + second * 1000;
  const segment = segments.findLast(({ from }) => from <= at);
  const found = segment && onAirAt(segment.sequence, cues, segment.anchor, at);
  return { path: cues[found?.cue ?? -1]?.path.join('>') ?? '', elapsedMs: found?.elapsedMs ?? 0 };
}

test('in step, hours that begin and end within a visit or a shuffled pass agree with the oracle', () => {
  let compared = 0;
  fc.assert(
    fc.property(timedLists, fc.integer({ min: 0, max: 1_000 }), (given, from) => {
      const programme = planned(editionOf(given), noon + from * 1000, true);
      if (programme.endlessRotations) return;
      for (const [index, segment] of programme.segments.entries()) {
        const anchor = (segment.anchor - noon) / 1000;
        const begins = Math.max((segment.from - noon) / 1000, from);
        const boundary = edges(given, begins).find((second) => !sameShow(given, second, second - 1));
        expect(segment.anchor).toBe(boundary === undefined ? 0 : noon + boundary * 1000);
        // Hours come again each day: that long before the first boundary there is none.
        if (boundary === undefined) continue;

        const oracle = new VisitOracle(standing(given, begins), anchor);
        const ends = ((programme.segments[index + 1]?.from ?? Number.POSITIVE_INFINITY) - noon) / 1000;
        let at = anchor;
        for (let left = mostWalked; left > 0 && at < ends; left--, compared++) {
          const found = onAirAt(segment.sequence, programme.cues, segment.anchor, noon + at * 1000);
          const cue = programme.cues[found?.cue ?? -1];
          expect(found?.elapsedMs).toBe(0);
          oracle.shown(cue?.path.join('>') ?? '', at);
          at += (cue?.durationMs ?? 0) / 1000;
        }
      }
    }),
    { numRuns: Number(process.env.SCHEDULE_RUNS ?? '1') * 150 },
  );
  console.log(`schedule: ${compared} items in step compared`);
});

test('in step, screens that were started at different times show the same over boundaries within visits', () => {
  fc.assert(
    fc.property(
      timedLists,
      fc.integer({ min: 0, max: 1_000 }),
      fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 5, maxLength: 20 }),
      (given, later, offsets) => {
        const made = editionOf(given);
        const screens = [0, later].map((from) => planned(made, noon + from * 1000, true));
        for (const offset of offsets) {
          const [one, other] = screens.map((screen) => onAir(screen, later + offset / 1000));
          expect(other).toEqual(one);
        }
      },
    ),
    { numRuns: Number(process.env.SCHEDULE_RUNS ?? '1') * 100 },
  );
});
