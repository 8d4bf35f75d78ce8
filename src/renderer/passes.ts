import type { Cue, Programme } from '../shared/programme.ts';
import { expandPass } from '../shared/sequence.ts';

/** The passes through a programme. Only the last one is kept, as no other is ever asked for twice. */
export class Passes {
  readonly #programme: Programme;
  #last: { readonly segment: number; readonly pass: number; readonly cues: readonly Cue[] } | null = null;
  #ids: { readonly segment: number; readonly ids: ReadonlySet<string> } | null = null;

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

  /** The ids of the cues in a pass of the segment: each pass has the same ones. */
  cuesIn(segment: number): ReadonlySet<string> {
    if (this.#ids?.segment !== segment)
      this.#ids = { segment, ids: new Set(this.of(segment, 0).map(({ id }) => id)) };
    return this.#ids.ids;
  }
}
