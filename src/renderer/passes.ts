import type { Cue, Programme } from '../shared/programme.ts';
import { expandPass } from '../shared/sequence.ts';

/** The passes through a programme. Only the last one is kept, as no other is ever asked for twice. */
export class Passes {
  readonly #programme: Programme;
  readonly #counts = new Map<number, number>();
  #last: { readonly segment: number; readonly pass: number; readonly cues: readonly Cue[] } | null = null;

  constructor(programme: Programme) {
    this.#programme = programme;
  }

  of(segment: number, pass: number): readonly Cue[] {
    if (this.#last?.segment === segment && this.#last.pass === pass) return this.#last.cues;
    const { cues: all, segments } = this.#programme;
    const sequence = segments[segment]?.sequence;
    const order = sequence === undefined ? [] : expandPass(sequence, all, pass);
    const cues = order.flatMap((index) => all[index] ?? []);
    this.#last = { segment, pass, cues };
    return cues;
  }

  /** How many different cues a pass of the segment has: each has the same ones. */
  cuesIn(segment: number): number {
    const known = this.#counts.get(segment);
    if (known !== undefined) return known;
    const { size } = new Set(this.of(segment, 0));
    this.#counts.set(segment, size);
    return size;
  }
}
