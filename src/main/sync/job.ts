import type { VitrineError } from '../errors.ts';
import type { Target } from './download.ts';
import type { Meter } from './meter.ts';
import { partName } from './part.ts';
import type { DownloadProgress } from './report.ts';

/** One object to be fetched: all media files of the edition that have the same bytes. */
export interface Item {
  readonly target: Omit<Target, 'mayResume'>;
  readonly name: string;
  /** 0 is needed first. */
  readonly place: number;
}

/** One item on its way. Only the queue changes it. */
export class Job {
  item: Item;
  /** `resting`: it failed and is tried again later. */
  state: 'queued' | 'active' | 'committing' | 'resting' = 'queued';
  received = 0;
  total: number | null;
  /** While it rests: when it is tried again, in epoch milliseconds. */
  dueAt: number | null = null;
  /** Attempts left in which it does not rest between them. */
  eagerAttempts = 0;
  lastError: VitrineError | null = null;
  /** An earlier attempt may have left something to go on from. */
  hasTried: boolean;
  /** Of its part. */
  readonly name: string;
  meter: Meter | null = null;
  /** Of the attempt under way. Thousands of jobs in line need none. */
  cut: AbortController | null = null;
  cancelTimer: () => void = () => undefined;

  constructor(item: Item, hasTried: boolean) {
    this.item = item;
    this.hasTried = hasTried;
    this.name = partName({ source: item.target.source, marker: item.target.download.marker });
    this.total = item.target.download.size;
  }

  /** Resolves when a cancelled attempt has put away its part. */
  gone: Promise<void> = Promise.resolve();
  left: () => void = () => undefined;

  /** An attempt begins. Answers what ends it. */
  attempt(): AbortController {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    this.left = resolve;
    this.cut = new AbortController();
    return this.cut;
  }

  get key(): string {
    return this.item.target.download.marker;
  }

  /** Higher is sooner. */
  get priority(): number {
    return -this.item.place;
  }

  progress(now: number): DownloadProgress {
    const bytesPerSecond = this.meter?.rate(now) ?? 0;
    const left = this.total === null ? null : Math.max(0, this.total - this.received);
    return {
      mediaFileId: this.item.target.mediaFileIds[0] ?? '',
      name: this.item.name,
      received: this.received,
      size: this.total,
      bytesPerSecond: Math.round(bytesPerSecond),
      secondsLeft: left === null || bytesPerSecond < 1 ? null : Math.ceil(left / bytesPerSecond),
    };
  }
}
