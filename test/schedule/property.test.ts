import { afterAll, expect, test, vi } from 'vitest';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';
import fc from '../support/properties.ts';
import { oracle } from './oracle.ts';
import { cases } from './random.ts';

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;
/** More runs: `SCHEDULE_RUNS=50 npx vitest run test/schedule/property.test.ts`. */
const times = Number(process.env.SCHEDULE_RUNS ?? '1');
let tried = 0;

vi.setConfig({ testTimeout: 300_000 * times });

afterAll(() => console.log(`schedule: ${tried} instants judged by brute force and compared`));

function ours(input: ScheduleInput, at: number) {
  const { cues, excluded } = evaluate({ ...input, at });
  return {
    cues: cues.map(({ path }) => path.join('>')),
    excluded: excluded.map(({ path, reason }) => `${path.join('>')} ${reason}`).sort(),
  };
}

function brute(input: ScheduleInput, at: number) {
  tried++;
  const { cues, excluded } = oracle(input, at);
  return { cues, excluded: [...excluded].sort() };
}

/** Checks every `step` of the half-open period: nothing may differ from the evaluation at `at`. */
function expectConstant(input: ScheduleInput, at: number, until: number, step: number): void {
  const now = JSON.stringify(brute(input, at));
  // Steps are whole multiples since the epoch, on which the clock changes of every zone fall too.
  for (let instant = Math.ceil((at + 1) / step) * step; instant < until; instant += step)
    if (JSON.stringify(brute(input, instant)) !== now)
      expect.fail(`differs at ${new Date(instant).toISOString()} already`);
}

function expectEdge(input: ScheduleInput, at: number, next: number): void {
  const now = brute(input, at);
  expect(brute(input, next - 1)).toEqual(now);
  expect(brute(input, next)).not.toEqual(now);
}

test('evaluation agrees with the oracle, second by second around a boundary', () => {
  fc.assert(
    fc.property(cases(1), ({ input, at }) => {
      expect(ours(input, at)).toEqual(brute(input, at));
      const { nextChangeAt } = evaluate({ ...input, at });
      if (nextChangeAt === null) return;
      expect(nextChangeAt).toBeGreaterThan(at);
      expectEdge(input, at, nextChangeAt);
      expectConstant(input, Math.max(at, nextChangeAt - 90 * second), nextChangeAt, second);
      for (let instant = nextChangeAt - 5 * second; instant < nextChangeAt + 5 * second; instant += second)
        expect(ours(input, instant)).toEqual(brute(input, instant));
    }),
    { numRuns: 600 * times },
  );
});

test('nothing changes before nextChangeAt, or ever if that is null', () => {
  fc.assert(
    fc.property(cases(900), ({ input, at }) => {
      const { nextChangeAt } = evaluate({ ...input, at });
      expectConstant(
        input,
        at,
        Math.min(nextChangeAt ?? Number.POSITIVE_INFINITY, at + 12 * day),
        900 * second,
      );
      if (nextChangeAt !== null) return expectEdge(input, at, nextChangeAt);
      // Long after: the dates of the edition and two years of clock changes.
      expectConstant(input, at, at + 800 * day, 7 * hour + 900 * second);
    }),
    { numRuns: 300 * times },
  );
});

test('evaluation is the same in any order, and with or without caches', () => {
  fc.assert(
    fc.property(
      cases(60),
      fc.array(fc.integer({ min: -200, max: 200 }), { maxLength: 6 }),
      ({ input, at }, hours) => {
        const instants = [at, ...hours.map((count) => at + count * hour)];
        const once = instants.map((instant) => evaluate({ ...input, at: instant }));
        const again = instants.toReversed().map((instant) => evaluate({ ...input, at: instant }));
        expect(again.toReversed()).toEqual(once);
        const uncached = instants.map((instant) =>
          evaluate({ ...input, edition: structuredClone(input.edition), at: instant }),
        );
        expect(uncached).toEqual(once);
        const turned = {
          ...input.edition,
          playlists: Object.fromEntries(
            Object.values(input.edition.playlists)
              .map((list) => [list.id, { ...list, entries: list.entries.toReversed() }] as const)
              .toReversed(),
          ),
        };
        expect(evaluate({ ...input, edition: turned, at })).toEqual(once[0]);
      },
    ),
    { numRuns: 150 * times },
  );
});
