import { type FeedState, InterruptFeeds } from './feeds.ts';
import { InterruptFolder, type InterruptFolderNeeds } from './folder.ts';

/** Interrupts that others keep and the player follows: files of a folder, and feeds of alerts. */
export class InterruptSources {
  readonly #folder: InterruptFolder;
  readonly #feeds: InterruptFeeds;

  constructor(
    needs: InterruptFolderNeeds & { readonly interrupts: ConstructorParameters<typeof InterruptFeeds>[0] },
  ) {
    this.#folder = new InterruptFolder(needs);
    this.#feeds = new InterruptFeeds(needs.interrupts);
  }

  feeds(feeds: readonly FeedState[]): void {
    this.#feeds.take(feeds);
  }

  start(): void {
    this.#folder.start();
  }

  stop(): void {
    this.#folder.stop();
  }

  /** Call every few seconds: the configuration may have changed, and what was refused is tried again. */
  look(): void {
    this.#folder.look();
    this.#feeds.look();
  }
}
