import { expect, it } from 'vitest';
import { analyse, outside, type ShownItem, type TransitionSeen } from '../../lab/bench/stage/analysis.ts';
import type { Sight } from '../../lab/bench/stage/recording.ts';
import { isAsWanted, type Recorded } from '../../lab/bench/stage/report.ts';

// Clips of 30 frames that follow each other, one a second, recorded 60 times a second.

const items = new Map<number, ShownItem>(
  [0, 1, 2, 3].map((id) => [
    id,
    { id, kind: 'video', transition: 'cut', transitionMs: 0, durationMs: 1_000, frames: 30 },
  ]),
);
const sight = (at: number, code: Sight['code'], brightness = 150): Sight => ({
  at,
  code,
  brightness,
  blackShare: 0,
});

/** What is shown at each instant; `held`: from then until then the display stands still. */
function recorded(held: readonly (readonly [from: number, until: number])[] = []): readonly Sight[] {
  return Array.from({ length: 240 }, (_, index) => {
    const at = index * (1000 / 60) + 4;
    const hold = held.find(([from, until]) => at >= from && at < until);
    const due = hold ? hold[0] - 1 : at;
    return sight(at, { id: Math.floor(due / 1_000), frame: Math.floor(((due % 1_000) * 30) / 1_000) });
  });
}

const seen = (pauses: readonly { readonly from: number; readonly until: number }[]) => ({
  unseen: null,
  pauses,
});
const holds = ({ transitions }: ReturnType<typeof analyse>): number[] =>
  transitions.map(({ holdLast }) => Math.abs(Math.round(holdLast ?? 99)));

const flawless = {
  at: 0,
  since: 0,
  until: 0,
  id: 0,
  holdLast: 0,
  holdFirst: 0,
  lostAtEnd: 0,
  lostAtStart: 0,
  drift: 0,
};

/** So many flawless transitions of every pairing and kind. */
function ofEach(count: number): Recorded {
  const contents = ['video', 'image', 'page'];
  const transitions = contents.flatMap((outgoing) =>
    contents.flatMap((incoming) =>
      (['cut', 'fade', 'slide'] as const).flatMap((kind) =>
        Array.from(
          { length: count },
          (): TransitionSeen => ({ ...flawless, pairing: `${outgoing}→${incoming}`, kind }),
        ),
      ),
    ),
  );
  return { ...analyse([], items), transitions, machine: seen([]) };
}

it('measures how long the last frame stood too long, and sets it apart where the machine stood still', () => {
  const verdict = analyse(recorded([[2_000, 2_200]]), items);
  expect(holds(verdict)).toEqual([0, 6, 0]);
  expect(holds(outside(verdict, seen([{ from: 2_005, until: 2_150 }])))).toEqual([0, 0]);
  expect(holds(outside(verdict, seen([{ from: 1_500, until: 1_650 }])))).toEqual([0, 6, 0]);
});

it('sets black and strange pictures apart only near a pause', () => {
  const sights = recorded().map((one) => {
    if (one.at > 1_500 && one.at < 1_530) return sight(one.at, null, 0);
    return one.at > 2_500 && one.at < 2_530 ? sight(one.at, { id: 31, frame: 0 }) : one;
  });
  const verdict = analyse(sights, items);
  expect([verdict.black.length, verdict.foreign.length]).toEqual([2, 4]);
  const near = outside(verdict, seen([{ from: 1_400, until: 1_450 }]));
  expect([near.black.length, near.foreign.length]).toEqual([0, 2]);
});

it('judges what cannot be read between two items as one: a pause in its midst made all of it', () => {
  const sights = recorded().map((one) => (one.at > 1_900 && one.at < 2_100 ? sight(one.at, null) : one));
  const verdict = analyse(sights, items);
  expect(verdict.foreign).toHaveLength(12);
  expect(outside(verdict, seen([{ from: 2_050, until: 2_090 }])).foreign).toEqual([]);
  expect(outside(verdict, seen([{ from: 1_600, until: 1_700 }])).foreign).toHaveLength(12);
});

it('tells frames that were not shown from frames that were not recorded', () => {
  const dropped = analyse(recorded([[1_400, 1_500]]), items);
  expect(dropped.lostWithin.map(({ frames, unrecorded }) => [frames, unrecorded])).toEqual([[3, false]]);
  const missed = recorded().filter(({ at }) => at < 1_400 || at > 1_500);
  const { lostWithin } = analyse(missed, items);
  expect(lostWithin.map(({ frames, unrecorded }) => [frames, unrecorded])).toEqual([[3, true]]);
});

it('is as wanted by what is left outside the machine’s pauses, and only while the control shows black', () => {
  const black = analyse([...recorded(), sight(4_010, null, 0)], items);
  const held = analyse(recorded([[2_000, 2_200]]), items);
  const excused = { ...held, machine: seen([{ from: 2_005, until: 2_150 }]) };
  expect(isAsWanted([excused, ofEach(60)], black)).toBe(true);
  expect(isAsWanted([{ ...held, machine: seen([]) }, ofEach(60)], black)).toBe(false);
  expect(isAsWanted([{ ...held, machine: { unseen: 'not here.', pauses: [] } }, ofEach(60)], black)).toBe(
    false,
  );
  expect(isAsWanted([excused, ofEach(60)], held)).toBe(false);
});

it('makes no verdict of too few transitions of a pairing and kind, nor of one that was never seen', () => {
  const black = analyse([...recorded(), sight(4_010, null, 0)], items);
  const full = ofEach(60);
  const without = (count: number): Recorded => {
    const isOne = ({ pairing, kind }: TransitionSeen): boolean =>
      pairing === 'page→image' && kind === 'slide';
    const of = full.transitions.filter(isOne).slice(0, count);
    return { ...full, transitions: [...full.transitions.filter((one) => !isOne(one)), ...of] };
  };
  expect(isAsWanted([full], black)).toBe(true);
  expect(isAsWanted([ofEach(30), ofEach(30)], black)).toBe(true);
  expect(isAsWanted([ofEach(2)], black)).toBe(false);
  expect(isAsWanted([without(59)], black)).toBe(false);
  expect(isAsWanted([without(0)], black)).toBe(false);
});
