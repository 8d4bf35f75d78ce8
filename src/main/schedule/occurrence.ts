import { isSameMessage, type Message } from '../../shared/languages/message.ts';
import type { Cue, Transition } from '../../shared/programme.ts';
import type { HeldObject } from '../edition/holdings.ts';
import type { MediaFileRecord } from '../edition/records.ts';
import type { CompiledEntry, CompiledList } from './compiled.ts';
import { makeCue, type Supply } from './cue.ts';
import type { Reason } from './reason.ts';

export interface Exclusion {
  readonly entryId: string;
  /** Entry ids from the outermost to the innermost, which is the excluded one. */
  readonly path: readonly string[];
  readonly reason: Reason;
  /** More about the reason, if known. */
  readonly detail?: Message;
}

/**
 * An entry at its place in a screen's pass: the entries of a playlist nested twice have two occurrences. It keeps its last
 * cue and exclusion, so that evaluating again allocates nothing without a change.
 */
export class Occurrence {
  readonly entry: CompiledEntry;
  readonly path: readonly string[];
  #inner: readonly Occurrence[] | null = null;
  #cue: (Supply & { readonly cue: Cue; readonly transition: Transition }) | null = null;
  #exclusion: Exclusion | null = null;

  constructor(entry: CompiledEntry, outer: readonly string[]) {
    this.entry = entry;
    this.path = [...outer, entry.record.id];
  }

  inner(list: CompiledList): readonly Occurrence[] {
    this.#inner ??= occurrencesOf(list, this.path);
    return this.#inner;
  }

  cue(media: MediaFileRecord, held: HeldObject | null, usable: boolean, transition: Transition): Cue {
    const last = this.#cue;
    if (last?.transition === transition && last.usable === usable && sameObject(last.held, held))
      return last.cue;
    const cue = makeCue(this.entry, media, this.path, { held, usable }, transition);
    this.#cue = { cue, held, usable, transition };
    return cue;
  }

  exclusion(reason: Reason, detail: Message | null): Exclusion {
    if (this.#exclusion?.reason !== reason || !isSameMessage(this.#exclusion.detail ?? null, detail)) {
      const details = detail === null ? {} : { detail };
      this.#exclusion = { entryId: this.entry.record.id, path: this.path, reason, ...details };
    }
    return this.#exclusion;
  }
}

export function occurrencesOf(list: CompiledList, outer: readonly string[]): readonly Occurrence[] {
  return list.entries.map((entry) => new Occurrence(entry, outer));
}

/** Compared by content, as the store creates new objects for each answer. */
function sameObject(a: HeldObject | null, b: HeldObject | null): boolean {
  return (
    a === b ||
    (a?.sha256 === b?.sha256 &&
      a?.durationMs === b?.durationMs &&
      a?.extension === b?.extension &&
      a?.mimeType === b?.mimeType)
  );
}
