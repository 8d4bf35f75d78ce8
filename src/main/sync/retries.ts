import type { DownloadTask } from '../download/download-task.ts';
import { goneCode, loginCode } from '../download/failures.ts';
import type { AttemptRecord } from '../download/ports.ts';
import { isDiskError } from '../ground/disk-errors.ts';
import type { VitrineError } from '../ground/errors.ts';
import { retryAfterLeftMs } from '../ground/retry.ts';
import type { Job } from './job.ts';
import type { SharedNeeds } from './needs.ts';
import { nextAttempt } from './next-attempt.ts';

export interface RetriesNeeds extends Pick<SharedNeeds, 'store' | 'clock' | 'log' | 'limits' | 'random'> {
  cmsAnswers(): boolean;
}

/** Milliseconds until its server and its own failures, over restarts too, allow another attempt. */
export function waitFor({ task, eagerAttempts, lastError }: Job, needs: RetriesNeeds): number {
  const { store, clock, limits } = needs;
  const now = clock.now();
  const asked = retryAfterLeftMs(store.retryAfter(new URL(task.download.url).origin), now);
  if (eagerAttempts > 0) return asked;
  if (lastError !== null && isDiskError(lastError)) return Math.max(asked, limits.diskFullRetryMs);
  const own = (store.attempt(task.source, task.download.marker)?.nextTryAt ?? now) - now;
  // A clock that has leapt back must not make a long rest of a short one.
  return Math.max(asked, Math.min(own, Math.max(limits.retryFailedMs, limits.longestRetryMs)), 0);
}

export interface Failure {
  readonly error: VitrineError;
  /** More bytes are here than before the attempt. */
  readonly progressed: boolean;
  /** The attempt before it did not fail like this. */
  readonly isNews: boolean;
}

/** Remembers a failure over restarts. Null: it says nothing about what was to be downloaded. */
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
  if (failedForGood) log.warn('A download has finally failed', fields);
  else if (isNews) log.info('A download failed; it is tried again', fields);
  return record;
}

/** Whether another attempt at once may help: no file appears by it, and no disk gets larger. */
export function mayHelpAtOnce(error: VitrineError): boolean {
  return !isDiskError(error) && error.code !== goneCode && error.code !== loginCode;
}
