import type { Cue, Programme, Sequence } from '../shared/programme.ts';

/** The cues of one pass in order, by their position in the programme. */
function orderOf(sequence: Sequence, pass: number): readonly number[] {
  return sequence.items.flatMap((item) => (typeof item === 'number' ? [item] : orderOf(item, pass)));
}

/** The passes through a programme. Keeps the order of the last one, which is all that is ever asked for twice. */
export class Passes {
  readonly #programme: Programme;
  #last: { readonly part: number; readonly pass: number; readonly cues: readonly Cue[] } | null = null;

  constructor(programme: Programme) {
    this.#programme = programme;
  }

  of(part: number, pass: number): readonly Cue[] {
    if (this.#last?.part === part && this.#last.pass === pass) return this.#last.cues;
    const sequence = this.#programme.parts[part]?.sequence;
    const order = sequence === undefined ? [] : orderOf(sequence, pass);
    const cues = order.flatMap((index) => this.#programme.cues[index] ?? []);
    this.#last = { part, pass, cues };
    return cues;
  }
}
