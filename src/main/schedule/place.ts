import type { Cue, Transition } from '../../shared/programme.ts';
import type { EditionMediaFile } from '../sync/edition.ts';
import type { CompiledEntry, CompiledList } from './compile.ts';
import { makeCue, type Supply } from './cue.ts';
import type { Reason } from './reason.ts';

export interface Exclusion {
  readonly entryId: string;
  /** Entry ids from the outermost to the innermost, which is the excluded one. */
  readonly path: readonly string[];
  readonly reason: Reason;
}

/**
 * One entry where it stands in one screen's pass: a playlist that is nested twice gives its entries two places.
 * A place keeps what was last made of it, so that evaluating again costs no new objects where nothing changed.
 */
export class Place {
  readonly entry: CompiledEntry;
  readonly path: readonly string[];
  #inner: readonly Place[] | null = null;
  #cue: { cue: Cue; supply: Supply; transition: Transition } | null = null;
  #exclusion: Exclusion | null = null;

  constructor(entry: CompiledEntry, outer: readonly string[]) {
    this.entry = entry;
    this.path = [...outer, entry.record.id];
  }

  inner(list: CompiledList): readonly Place[] {
    this.#inner ??= placesOf(list, this.path);
    return this.#inner;
  }

  cue(media: EditionMediaFile, supply: Supply, transition: Transition): Cue {
    const last = this.#cue;
    if (last !== null && last.transition === transition && sameSupply(last.supply, supply)) return last.cue;
    const cue = makeCue(this.entry, media, this.path, supply, transition);
    this.#cue = { cue, supply, transition };
    return cue;
  }

  exclusion(reason: Reason): Exclusion {
    if (this.#exclusion?.reason !== reason)
      this.#exclusion = { entryId: this.entry.record.id, path: this.path, reason };
    return this.#exclusion;
  }
}

export function placesOf(list: CompiledList, outer: readonly string[]): readonly Place[] {
  return list.entries.map((entry) => new Place(entry, outer));
}

/** By content: the store makes its answers anew each time it is asked. */
function sameSupply(a: Supply, b: Supply): boolean {
  return (
    a.usable === b.usable &&
    (a.held === b.held ||
      (a.held?.sha256 === b.held?.sha256 &&
        a.held?.durationMs === b.held?.durationMs &&
        a.held?.extension === b.held?.extension &&
        a.held?.mimeType === b.held?.mimeType))
  );
}
