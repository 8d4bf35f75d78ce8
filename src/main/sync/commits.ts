import type { Downloaded } from '../download/download.ts';
import type { SyncStore } from '../download/ports.ts';
import type { Clock } from '../ground/clock.ts';

/** A group is stored when it reaches this count, this size or this age. */
const groupCount = 512;
const groupBytes = 64 * 1024 * 1024;
const longestMs = 500;
/** Groups shrink towards the end, so that the last flush is short: activation waits for it. */
const timesWhatIsLeft = 3;
/** New downloads wait while more than this many finished ones are being stored. */
const mostUnderWay = 1024;

/**
 * Puts finished downloads into the store. Small ones wait for each other and share their flushes: every flush of the
 * journal blocks the creation of new files.
 */
export class CommitGroups {
  readonly #store: Pick<SyncStore, 'put'>;
  readonly #clock: Clock;
  #group: (() => void)[] = [];
  #bytes = 0;
  #cancel: () => void = () => undefined;
  #underWay = 0;
  #waiting: (() => void)[] = [];
  /** Set while nothing plays: no download waits for others until the first one is stored. */
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

  /** Resolves when the group is due. */
  #joinGroup(bytes: number): Promise<void> {
    if (this.#group.length === 0) this.#cancel = this.#clock.after(longestMs, () => this.release());
    this.#bytes += bytes;
    const released = new Promise<void>((resolve) => this.#group.push(resolve));
    if (this.#group.length >= groupCount || this.#bytes >= groupBytes) this.release();
    return released;
  }

  /** Reports how many downloads remain. */
  left(downloads: number): void {
    if (this.isHurried || this.#group.length >= downloads * timesWhatIsLeft) this.release();
  }

  /** Stores the waiting downloads now. */
  release(): void {
    this.#cancel();
    this.#bytes = 0;
    for (const resolve of this.#group.splice(0)) resolve();
  }

  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Resolves when the disk has caught up and another download may begin. */
  async keptUp(): Promise<void> {
    if (this.#underWay > mostUnderWay) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
