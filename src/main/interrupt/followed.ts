import type { Message } from '../../shared/languages/message.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import { contentHash, type InterruptGiven } from './interrupt.ts';
import type { Kept, Source } from './kept.ts';

/** How a source fares that is followed, such as the folder. */
export interface SourceReport {
  readonly kind: Source['kind'];
  readonly name: string;
  /** Why it cannot be read. */
  readonly why: Message | null;
  readonly refused: readonly { readonly name: string; readonly why: Message }[];
}

/** Twice as many as a feed of alerts states at a time. */
const mostRemembered = 200;

/** By id. Null: it is stated, but cannot be read, so the content before holds. */
export type Stated = ReadonlyMap<string, InterruptGiven | null>;

/**
 * What followed sources state. Each content is shown once: one that was cancelled or is over stays away, though it is still
 * stated. One that was refused is tried again.
 */
export class Followed {
  /** The hash of each content, by source and id. */
  #taken: Kept['taken'];
  readonly #reports = new Map<string, SourceReport>();

  constructor(taken: Kept['taken']) {
    this.#taken = taken;
  }

  get taken(): Kept['taken'] {
    return this.#taken;
  }

  get reports(): readonly SourceReport[] {
    return [...this.#reports.values()];
  }

  /** `show` throws when it refuses one. Returns the refusals, and whether `taken` differs. */
  take(
    source: Source,
    stated: Stated,
    show: (given: InterruptGiven) => void,
  ): { readonly refusals: ReadonlyMap<string, VitrineError>; readonly isChanged: boolean } {
    const key = keyOf(source);
    const refusals = new Map<string, VitrineError>();
    const before = new Map(Object.entries(this.#taken[key] ?? {}));
    // An alert has its id for good: one that its feed has not listed for a while, or could not read, is not shown again.
    const after = new Map(source.kind === 'cap' ? before : []);
    for (const [id, given] of stated) {
      let content = before.get(id);
      try {
        if (given !== null && contentHash(given) !== content) {
          show({ ...given, id });
          content = contentHash(given);
        }
      } catch (error) {
        refusals.set(id, asVitrineError(error));
      }
      if (content !== undefined) after.set(id, content);
    }
    for (const id of after.keys()) if (after.size > mostRemembered && !stated.has(id)) after.delete(id);
    const { [key]: _, ...others } = this.#taken;
    this.#taken = after.size === 0 ? others : { ...others, [key]: Object.fromEntries(after) };
    return { refusals, isChanged: JSON.stringify([...before]) !== JSON.stringify([...after]) };
  }

  /** Null: it is followed no more. */
  report(source: Source, report: Omit<SourceReport, 'kind'> | null): void {
    const key = keyOf(source);
    this.#reports.delete(key);
    if (report !== null) this.#reports.set(key, { kind: source.kind, ...report });
    else this.#taken = Object.fromEntries(Object.entries(this.#taken).filter(([one]) => one !== key));
  }
}

const keyOf = ({ kind, name }: Source): string => (name === undefined ? kind : `${kind} ${name}`);
