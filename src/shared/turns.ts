import type { Mark } from './messages.ts';
import type { Cue, Programme, Sequence } from './programme.ts';
import { keyOf, keysOf, placeOfVisit } from './sequence.ts';
import { advance, type Rotation, type Turn, type Turns } from './visit.ts';

/** The place of an item in one visit of a nested playlist. */
export interface VisitPart {
  /** From 1: the first item begins a visit. */
  readonly item: number;
  /** Items of this visit. */
  readonly of: number;
}

/** Tracks the rotations of one screen: an item that was shown has had its turn. */
export class TurnsTaken {
  #programme: Programme | null = null;
  #turns: Turns = new Map();
  /** The cue that started last; null: unknown. */
  #previous: Cue | null = null;
  #visit: VisitPart | null = null;

  get value(): Turns {
    return this.#turns;
  }

  /** Of the cue that started last, in the innermost of its visits; null: it belongs to none. */
  get visit(): VisitPart | null {
    return this.#visit;
  }

  /** Adopts a turn of the programme where none is known, or where it is the same turn with an updated place. */
  programme(programme: Programme): void {
    this.#programme = programme;
    const turns = new Map(this.#turns);
    for (const [list, turn] of programme.turns ?? []) {
      const own = turns.get(list);
      if (own === undefined) turns.set(list, turn);
      else if (own.last === turn.last) turns.set(list, { ...own, at: turn.at });
    }
    this.#turns = turns;
  }

  /** Another stage showed that cue last. */
  follow(cueId: string): void {
    this.#previous = this.#programme?.cues.find(({ id }) => id === cueId) ?? null;
  }

  /**
   * Returns whether a rotation advanced. The first item of a first pass begins the show anew, and every visit with it,
   * also one that the item before was cut in.
   */
  started(cue: Cue, epochMs: number, { pass, index }: Pick<Mark, 'pass' | 'index'>): boolean {
    const { segments, cues } = this.#programme ?? { segments: [], cues: [] };
    const previous = this.#previous;
    this.#previous = cue;
    this.#visit = null;
    const beginsAnew = pass === 0 && index === 0;
    const current = segments.findLast(({ from }) => from <= epochMs);
    for (const { sequence } of current ? [current, ...segments] : segments) {
      const steps = stepsTo(cue, sequence, cues);
      if (steps === null) continue;
      if (steps.length > 0)
        this.#turns = new Map([
          ...this.#turns,
          ...steps.map((step) => this.#taken(step, beginsAnew, previous)),
        ]);
      this.#visit = this.#partOf(steps.at(-1));
      return steps.length > 0;
    }
    return false;
  }

  #partOf(step: Step | undefined): VisitPart | null {
    if (step === undefined) return null;
    const { visit, keys } = step.rotation;
    const item = this.#turns.get(visit.list)?.visit?.taken ?? 1;
    // Fewer may play by now than when the visit began.
    return { item, of: Math.max(item, Math.min(visit.count, keys.length)) };
  }

  #taken({ rotation, index, place, depth }: Step, beginsAnew: boolean, previous: Cue | null): [string, Turn] {
    const { visit, keys } = rotation;
    const before = this.#turns.get(visit.list);
    // A visit that ended early, as fewer items played then, must not be taken for this one.
    const isSamePlace =
      !beginsAnew &&
      before?.visit?.place === place &&
      (previous === null || placeOfVisit(previous, depth) === place);
    const taken = before?.visit?.taken ?? 0;
    const key = keys[index] ?? '';
    // An item that is a playlist has several showings in one turn.
    if (before !== undefined && isSamePlace && before.last === key) return [visit.list, before];
    const goesOn = isSamePlace && taken < Math.min(visit.count, keys.length);
    const had = visit.random ? { had: [...(goesOn ? (before?.visit?.had ?? []) : []), key] } : {};
    return [
      visit.list,
      { ...advance(rotation, before, index), visit: { place, taken: goesOn ? taken + 1 : 1, ...had } },
    ];
  }
}

interface Step {
  readonly rotation: Rotation;
  readonly index: number;
  readonly place: string;
  readonly depth: number;
}

/** The rotations that a cue belongs to, outermost first; null: the sequence does not contain it. */
function stepsTo(cue: Cue, sequence: Sequence, cues: readonly Cue[]): readonly Step[] | null {
  const steps: Step[] = [];
  let list = sequence;
  for (let depth = 0; ; depth++) {
    const key = cue.path[depth];
    const index = list.members.findIndex((each) => keyOf(each, cues, depth) === key);
    const member = list.members[index];
    if (member === undefined) return null;
    if (list.visit !== undefined)
      steps.push({
        rotation: {
          visit: list.visit,
          keys: keysOf(list, cues, depth),
          rounds: Number.POSITIVE_INFINITY,
        },
        index,
        place: placeOfVisit(cue, depth),
        depth,
      });
    if (typeof member === 'number') return steps;
    list = member;
  }
}
