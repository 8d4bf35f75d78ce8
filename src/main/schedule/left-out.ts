import { message } from '../../shared/languages/message.ts';
import type { CompiledEntry } from './compiled.ts';
import type { Judgement } from './judgement.ts';
import type { Exclusion, Place } from './place.ts';
import type { Reason } from './reason.ts';

/** `conditions`: not due, for a reason that is found when it is asked for. `gap`: in an empty list an entry lacks its file. */
export type Cause = Reason | 'conditions' | 'gap';

/** The entries that a pass leaves out. A programme does not need their reasons, so these are found on demand. */
export class LeftOut {
  readonly #judgement: Judgement;
  readonly #places: Place[] = [];
  readonly #entries: CompiledEntry[] = [];
  readonly #causes: Cause[] = [];

  constructor(judgement: Judgement) {
    this.#judgement = judgement;
  }

  get count(): number {
    return this.#causes.length;
  }

  add(place: Place, entry: CompiledEntry, cause: Cause): void {
    this.#places.push(place);
    this.#entries.push(entry);
    this.#causes.push(cause);
  }

  /** Removes all but the first `count`, and returns their causes. */
  cutTo(count: number): readonly Cause[] {
    this.#places.length = count;
    this.#entries.length = count;
    return this.#causes.splice(count);
  }

  exclusions(): readonly Exclusion[] {
    return this.#entries.flatMap((entry, number) => {
      const [place, cause] = [this.#places[number], this.#causes[number]];
      return place && cause ? [this.#exclusion(place, entry, cause)] : [];
    });
  }

  #exclusion(place: Place, entry: CompiledEntry, cause: Cause): Exclusion {
    if (cause === 'gap') return place.exclusion(entry, 'nested-empty', message('reason.nested-empty.gap'));
    const reason = cause === 'conditions' ? this.#judgement.conditions(entry) : cause;
    if (reason === null) throw new RangeError(`Entry ${entry.record.id} was left out without a reason`);
    return place.exclusion(entry, reason, this.#judgement.detail(reason, entry));
  }
}
