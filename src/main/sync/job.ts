import type { DownloadTask } from '../download/download-task.ts';
import { Meter } from '../download/meter.ts';
import { partName } from '../download/part.ts';
import type { VitrineError } from '../ground/errors.ts';
import type { DownloadProgress } from './report.ts';

/** One running attempt. */
interface Attempt {
  /** Aborts it. */
  readonly cut: AbortController;
  readonly meter: Meter;
  /** Resolves when the attempt was cancelled and its part is closed. */
  readonly left: PromiseWithResolvers<void>;
}

/** One task over all its attempts. Only the queue and its runner change it. */
export class Job {
  task: DownloadTask;
  /** `resting`: it failed and waits for its next attempt. */
  state: 'queued' | 'active' | 'committing' | 'resting' = 'queued';
  received = 0;
  /** The most received bytes. An attempt that begins anew makes no progress until it comes further than any before. */
  furthest = 0;
  total: number | null;
  /** While resting: time of the next attempt, in epoch milliseconds. */
  dueAt: number | null = null;
  /** Attempts left that follow a failure at once. */
  eagerAttempts = 0;
  lastError: VitrineError | null = null;
  /** In a row. They are not saved, since they say nothing about the file. */
  diskFailures = 0;
  /** An earlier attempt may have left a part to resume. */
  mayResume = false;
  /** The latest attempt. Created late because thousands of queued jobs need none. */
  attempt: Attempt | null = null;
  cancelTimer: () => void = () => undefined;
  readonly partName: string;

  constructor(task: DownloadTask) {
    this.task = task;
    this.partName = partName({ source: task.source, marker: this.marker });
    this.total = task.download.size;
  }

  get marker(): string {
    return this.task.download.marker;
  }

  begin(now: number): Attempt {
    this.state = 'active';
    const left = Promise.withResolvers<void>();
    this.attempt = { cut: new AbortController(), meter: new Meter(now), left };
    return this.attempt;
  }

  progress(now: number): DownloadProgress {
    const bytesPerSecond = this.attempt?.meter.rate(now) ?? 0;
    const left = this.total === null ? null : Math.max(0, this.total - this.received);
    return {
      mediaFileId: this.task.mediaFileIds[0] ?? '',
      name: this.task.name,
      received: this.received,
      size: this.total,
      bytesPerSecond: Math.round(bytesPerSecond),
      secondsLeft: left === null || bytesPerSecond < 1 ? null : Math.ceil(left / bytesPerSecond),
    };
  }
}
