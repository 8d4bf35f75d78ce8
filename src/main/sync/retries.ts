import type { DownloadTask } from '../download/download-task.ts';
import { goneCode, loginCode } from '../download/failures.ts';
import type { AttemptRecord } from '../download/ports.ts';
import { isDiskError } from '../ground/disk-errors.ts';
import type { VitrineError } from '../ground/errors.ts';
import { doubledMs, retryAfterLeftMs } from '../ground/retry.ts';
import type { Job } from './job.ts';
import type { SharedNeeds } from './needs.ts';
import { nextAttempt } from './next-attempt.ts';

export interface RetriesNeeds extends Pick<SharedNeeds, 'store' | 'clock' | 'log' | 'limits' | 'random'> {
  cmsAnswers(): boolean;
}

/** Milliseconds until the server's `Retry-After` and the saved failures of the download allow another attempt. */
export function waitFor({ task, eagerAttempts, lastError, diskFailures }: Job, needs: RetriesNeeds): number {
  const { store, clock, limits } = needs;
  const now = clock.now();
  const ofServer = retryAfterLeftMs(store.retryAfter(new URL(task.download.url).origin), now);
  if (eagerAttempts > 0) return ofServer;
  if (lastError !== null && isDiskError(lastError)) {
    // Each attempt requests the file before it finds no space: a thousand files must not do that every half minute.
    const backoff = { firstMs: limits.diskFullRetryMs, mostMs: limits.longestRetryMs };
    return Math.max(ofServer, doubledMs(Math.max(0, diskFailures - 1), backoff));
  }
  const own = (store.attempt(task.source, task.download.marker)?.nextTryAt ?? now) - now;
  // A clock that leapt back must not turn a short wait into a long one.
  return Math.max(ofServer, Math.min(own, Math.max(limits.retryFailedMs, limits.longestRetryMs)), 0);
}

export interface Failure {
  readonly error: VitrineError;
  /** The attempt received further bytes. */
  readonly progressed: boolean;
  /** The previous attempt failed otherwise or not at all. */
  readonly isNews: boolean;
}

/** Saves a failure so that it survives restarts. Null: the disk failed, which says nothing about the file. */
export function remember(
  { source, download, mediaFileIds: [mediaFileId = ''], name }: DownloadTask,
  { error, progressed, isNews }: Failure,
  needs: RetriesNeeds,
): AttemptRecord | null {
  const { store, clock, limits, log, random } = needs;
  const { marker } = download;
  const now = clock.now();
  if (error.retryAfterMs !== null) {
    store.setRetryAfter(new URL(download.url).origin, now + error.retryAfterMs);
  }
  let record: AttemptRecord | null = null;
  let failedForGood = false;
  if (!isDiskError(error)) {
    const before = store.attempt(source, marker);
    const cmsAnswers = needs.cmsAnswers();
    const failed = { source, marker, mediaFileId, error, now, progressed, cmsAnswers, random };
    record = nextAttempt(before, failed, limits);
    store.saveAttempt(record);
    failedForGood = record.failed && before?.failed !== true;
  }
  const fields = { mediaFileId, name, error, failedForGood };
  if (failedForGood) log.warn('A download failed for good', fields);
  else if (isNews) log.info('A download failed and will be retried', fields);
  return record;
}

/** An immediate retry cannot bring back a deleted file, enlarge a disk or log in. */
export function mayHelpAtOnce(error: VitrineError): boolean {
  return !isDiskError(error) && error.code !== goneCode && error.code !== loginCode;
}
