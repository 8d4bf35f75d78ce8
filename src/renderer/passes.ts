import type { Cue, Programme } from '../shared/programme.ts';
import { expandPass } from '../shared/sequence.ts';

/** The passes through a programme. Keeps the order of the last one, which is all that is ever asked for twice. */
export class Passes {
  readonly #programme: Programme;
  readonly #counts = new Map<number, number>();
  #last: { readonly part: number; readonly pass: number; readonly cues: readonly Cue[] } | null = null;

  constructor(programme: Programme) {
    this.#programme = programme;
  }

  of(part: number, pass: number): readonly Cue[] {
    if (this.#last?.part === part && this.#last.pass === pass) return this.#last.cues;
    const { cues: all, parts } = this.#programme;
    const sequence = parts[part]?.sequence;
    const order = sequence === undefined ? [] : expandPass(sequence, all, pass);
    const cues = order.flatMap((index) => all[index] ?? []);
    this.#last = { part, pass, cues };
    return cues;
  }

  /** Different cues in a pass: the same in each. */
  cuesIn(part: number): number {
    const known = this.#counts.get(part);
    if (known !== undefined) return known;
    const { size } = new Set(this.of(part, 0));
    this.#counts.set(part, size);
    return size;
  }
}
