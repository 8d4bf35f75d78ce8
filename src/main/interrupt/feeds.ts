import type { Message } from '../../shared/languages/message.ts';
import type { InterruptGiven } from './interrupt.ts';
import type { Interrupts } from './interrupts.ts';
import type { Source } from './kept.ts';

/** What a feed of alerts states, as plain data of another thread. */
export interface FeedState {
  readonly name: string;
  /** Why it cannot be read. */
  readonly why: Message | null;
  readonly refused: readonly { readonly name: string; readonly why: Message }[];
  /** Null: nothing was read since. */
  readonly warnings: {
    readonly shown: readonly (readonly [id: string, given: InterruptGiven])[];
    /** Those that an update or a cancellation takes back. */
    readonly over: readonly string[];
  } | null;
}

/** Shows the alerts of feeds, and ends those of feeds that are no longer configured. */
export class InterruptFeeds {
  readonly #interrupts: Pick<Interrupts, 'follow' | 'report' | 'isReady' | 'list'>;
  #feeds: readonly FeedState[] | null = null;
  #isTaken = true;

  constructor(interrupts: Pick<Interrupts, 'follow' | 'report' | 'isReady' | 'list'>) {
    this.#interrupts = interrupts;
  }

  /** What could not be shown yet waits, also when its feed cannot be read any more. */
  take(feeds: readonly FeedState[]): void {
    const waiting = this.#isTaken ? [] : (this.#feeds ?? []);
    const before = (name: string) => waiting.find((feed) => feed.name === name)?.warnings ?? null;
    this.#feeds = feeds.map((feed) => ({ ...feed, warnings: feed.warnings ?? before(feed.name) }));
    this.#isTaken = false;
    this.look();
  }

  /** Call every few seconds: what was refused is tried again. */
  look(): void {
    if (this.#isTaken || this.#feeds === null || !this.#interrupts.isReady) return;
    const names = this.#feeds.map(({ name }) => name);
    const { live, sources } = this.#interrupts.list();
    const known = [...live.map(({ source }) => source), ...sources].filter(({ kind }) => kind === 'cap');
    for (const { kind, name = '' } of known)
      if (!names.includes(name)) {
        this.#interrupts.follow({ kind, name }, new Map());
        this.#interrupts.report({ kind, name }, null);
      }
    this.#isTaken = this.#feeds.map((feed) => this.#follow(feed)).every((isWhole) => isWhole);
  }

  /** Returns whether nothing was refused that could be taken later. */
  #follow({ name, why, refused, warnings }: FeedState): boolean {
    const source: Source = { kind: 'cap', name };
    const refusals =
      warnings === null ? new Map() : this.#interrupts.follow(source, this.#stated(source, warnings));
    const here = [...refusals].map(([id, error]) => ({ name: id, why: error.sentence }));
    this.#interrupts.report(source, { name, why, refused: [...refused, ...here] });
    return ![...refusals.values()].some(({ retryable }) => retryable);
  }

  /** An alert that the feed lists no more stays until its time is over: only a message of its sender takes it back. */
  #stated({ name }: Source, { shown, over }: NonNullable<FeedState['warnings']>) {
    const isOver = new Set(over);
    const known = this.#interrupts
      .list()
      .live.filter(
        ({ source, interrupt }) => source.kind === 'cap' && source.name === name && !isOver.has(interrupt.id),
      )
      .map(({ interrupt }) => [interrupt.id, null] as const);
    return new Map<string, InterruptGiven | null>([...known, ...shown]);
  }
}
