import type { Cue, Programme, Sequence } from '../shared/programme.ts';
import { type Ended, expand } from '../shared/sequence.ts';
import type { Turns } from '../shared/visit.ts';

interface Pass {
  readonly segment: number;
  readonly pass: number;
  readonly cues: readonly Cue[];
  /** Rotations after this pass. */
  readonly turns: Turns;
}

const nowhere: { readonly sequence: Sequence } = { sequence: { seed: null, members: [] } };
/** The running pass, the next one, and the same two of another segment. */
const mostKept = 4;

export class Passes {
  readonly #programme: Programme;
  readonly #turns: () => Turns;
  /** Newest first. */
  #kept: readonly Pass[] = [];
  #ids: { readonly segment: number; readonly ids: ReadonlySet<string> } | null = null;

  /** `turns`: the rotations up to the item on screen. */
  constructor(programme: Programme, turns: () => Turns) {
    this.#programme = programme;
    this.#turns = turns;
  }

  /** `held`: the cue on screen; the pass contains it if possible. */
  of(segment: number, pass: number, held: Cue | null = null): readonly Cue[] {
    const kept = this.#kept.find((each) => each.segment === segment && each.pass === pass);
    if (kept && (held === null || kept.cues.some(({ id }) => id === held.id))) return kept.cues;
    const { cues: all, segments } = this.#programme;
    const sequence = segments[segment]?.sequence;
    if (sequence === undefined) return [];
    const before = this.#kept.find((each) => each.segment === segment && each.pass === pass - 1);
    const turns = held === null && before ? before.turns : this.#turns();
    const expanded = expand(sequence, all, { pass, turns, held });
    const cues = expanded.order.flatMap((index) => all[index] ?? []);
    // Without the cue on screen the show begins anew: this pass would come later, after other turns.
    if (held !== null && !cues.some(({ id }) => id === held.id)) return cues;
    this.#keep({ segment, pass, cues, turns: expanded.turns });
    return cues;
  }

  /** The index at which the pass goes on after a cue that another segment had. */
  after(segment: number, pass: number, ended: Ended): number {
    const { cues: all, segments } = this.#programme;
    const { sequence } = segments[segment] ?? nowhere;
    const { order, turns, goesOnAt } = expand(sequence, all, { pass, turns: this.#turns(), ended });
    this.#keep({ segment, pass, cues: order.flatMap((index) => all[index] ?? []), turns });
    return goesOnAt;
  }

  #keep(made: Pass): void {
    const others = this.#kept.filter(({ segment, pass }) => segment !== made.segment || pass !== made.pass);
    this.#kept = [made, ...others.slice(0, mostKept - 1)];
  }

  /** Ids of all cues in passes of the segment. */
  cuesIn(segment: number): ReadonlySet<string> {
    if (this.#ids?.segment !== segment) {
      const { cues, segments } = this.#programme;
      const ids = new Set<string>();
      const add = ({ members }: Sequence): void => {
        for (const member of members) {
          if (typeof member === 'object') add(member);
          else if (cues[member]) ids.add(cues[member].id);
        }
      };
      const sequence = segments[segment]?.sequence;
      if (sequence) add(sequence);
      this.#ids = { segment, ids };
    }
    return this.#ids.ids;
  }
}
