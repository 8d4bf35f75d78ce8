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
 * A list at its place in a screen's pass: a playlist nested twice has two. Its entries there are occurrences. It keeps their
 * last cues and exclusions, so that evaluating again allocates nothing without a change.
 */
export class Place {
  readonly list: CompiledList;
  /** The ids of the entries around it. */
  readonly #path: readonly string[];
  #inner: Place[] | null = null;
  #cues: KeptCue[] | null = null;
  #exclusions: Exclusion[] | null = null;

  constructor(list: CompiledList, path: readonly string[]) {
    this.list = list;
    this.#path = path;
  }

  inner(entry: CompiledEntry, list: CompiledList): Place {
    this.#inner ??= new Array<Place>(this.list.entries.length);
    const kept = this.#inner[entry.position];
    if (kept !== undefined) return kept;
    const made = new Place(list, this.#pathOf(entry));
    this.#inner[entry.position] = made;
    return made;
  }

  cue(
    entry: CompiledEntry,
    media: MediaFileRecord,
    held: HeldObject | null,
    usable: boolean,
    transition: Transition,
  ): Cue {
    this.#cues ??= new Array<KeptCue>(this.list.entries.length);
    const last = this.#cues[entry.position];
    if (last?.transition === transition && last.usable === usable && sameObject(last.held, held))
      return last.cue;
    const cue = makeCue(entry, media, this.#pathOf(entry), { held, usable }, transition);
    this.#cues[entry.position] = { cue, held, usable, transition };
    return cue;
  }

  exclusion(entry: CompiledEntry, reason: Reason, detail: Message | null): Exclusion {
    this.#exclusions ??= new Array<Exclusion>(this.list.entries.length);
    const last = this.#exclusions[entry.position];
    if (last?.reason === reason && isSameMessage(last.detail ?? null, detail)) return last;
    const details = detail === null ? {} : { detail };
    const made = { entryId: entry.record.id, path: this.#pathOf(entry), reason, ...details };
    this.#exclusions[entry.position] = made;
    return made;
  }

  #pathOf({ record }: CompiledEntry): readonly string[] {
    return [...this.#path, record.id];
  }
}

type KeptCue = Supply & { readonly cue: Cue; readonly transition: Transition };

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
