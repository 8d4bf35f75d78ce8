import type { Downloaded } from '../download/download.ts';
import type { SyncStore } from '../download/ports.ts';
import type { Clock } from '../ground/clock.ts';

/** A group of this size is worth a flush, and no download waits longer for one. */
const groupCount = 512;
const groupBytes = 64 * 1024 * 1024;
const longestMs = 500;
/** Towards the end groups get smaller, so that the last flush of all, which everybody waits for, is a short one. */
const timesWhatIsLeft = 3;
/** So many finished downloads may wait for the disk before further ones wait too. */
const mostUnderWay = 1024;

/**
 * Puts finished downloads into the store. Small ones wait for each other, so that they share their flushes: every flush
 * of the journal holds up whoever makes new files meanwhile.
 */
export class CommitGroups {
  readonly #store: Pick<SyncStore, 'put'>;
  readonly #clock: Clock;
  #group: (() => void)[] = [];
  #bytes = 0;
  #cancel: () => void = () => undefined;
  #underWay = 0;
  #waiting: (() => void)[] = [];
  /** Nothing plays: until the first download is in the store none waits for others. */
  isHurried = false;

  constructor(store: Pick<SyncStore, 'put'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async add({ finished, forgetSidecar }: Downloaded, mediaFileIds: readonly string[]): Promise<void> {
    this.#underWay++;
    try {
      await this.#joinGroup(finished.bytes);
      await this.#store.put([{ ...finished, mediaFileIds }]);
      await forgetSidecar();
      this.isHurried = false;
    } finally {
      this.#underWay--;
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves when the group is to be put into the store. */
  #joinGroup(bytes: number): Promise<void> {
    if (this.#group.length === 0) this.#cancel = this.#clock.after(longestMs, () => this.release());
    this.#bytes += bytes;
    const released = new Promise<void>((resolve) => this.#group.push(resolve));
    if (this.#group.length >= groupCount || this.#bytes >= groupBytes) this.release();
    return released;
  }

  /** So many downloads are still to come. */
  left(downloads: number): void {
    if (this.isHurried || this.#group.length >= downloads * timesWhatIsLeft) this.release();
  }

  /** None waits for others any longer. */
  release(): void {
    this.#cancel();
    this.#bytes = 0;
    for (const resolve of this.#group.splice(0)) resolve();
  }

  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Resolves when the disk has kept up so far that a further download may begin. */
  async keptUp(): Promise<void> {
    if (this.#underWay > mostUnderWay) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
