import type { FinishedPart, SyncStore } from './ports.ts';

/** So many finished parts may wait for the disk before downloads wait too. */
const mostWaiting = 48;
/** A group is not larger than this: the flush of a large file must not hold up many small ones for long. */
const groupParts = 64;
const groupBytes = 64 * 1024 * 1024;

interface Waiting {
  readonly part: FinishedPart;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Hands finished parts to the store in groups: while one group is flushed, the next one gathers. */
export class Committer {
  readonly #store: Pick<SyncStore, 'put'>;
  readonly #waiting: Waiting[] = [];
  #running = false;
  #roomWanted: (() => void)[] = [];

  constructor(store: Pick<SyncStore, 'put'>) {
    this.#store = store;
  }

  /** Resolves when the part is an object: durable, in place, with its row. */
  put(part: FinishedPart): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ part, done, failed });
      if (!this.#running) void this.#run();
    });
  }

  /** Resolves when another part may be handed in without piling up. */
  async room(): Promise<void> {
    if (this.#waiting.length < mostWaiting) return;
    await new Promise<void>((resolve) => this.#roomWanted.push(resolve));
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const group = this.#nextGroup();
      try {
        await this.#store.put(group.map(({ part }) => part));
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
      for (const resolve of this.#roomWanted.splice(0)) resolve();
    }
    this.#running = false;
  }

  #nextGroup(): Waiting[] {
    let bytes = 0;
    const tooMany = this.#waiting.findIndex(({ part }, index) => {
      bytes += part.bytes;
      return index > 0 && (index === groupParts || bytes > groupBytes);
    });
    return this.#waiting.splice(0, tooMany < 0 ? this.#waiting.length : tooMany);
  }
}
