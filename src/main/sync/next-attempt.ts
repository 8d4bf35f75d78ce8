import { goneCode, whyFailed } from '../download/failures.ts';
import type { Limits } from '../download/limits.ts';
import type { AttemptRecord } from '../download/ports.ts';
import { isDiskError } from '../ground/disk-errors.ts';
import type { VitrineError } from '../ground/errors.ts';
import { type Backoff, backoffMs } from '../ground/retry.ts';

export interface Failure {
  readonly source: string;
  readonly marker: string;
  readonly mediaFileId: string;
  readonly error: VitrineError;
  readonly now: number;
  /** This attempt received further bytes. */
  readonly progressed: boolean;
  /** Whether the CMS answers: only then is the file at fault and not the network. */
  readonly cmsAnswers: boolean;
  /** 0 to 1. */
  readonly random: () => number;
}

/** The record after a failed attempt: when to retry, and whether the download has finally failed. */
export function nextAttempt(before: AttemptRecord | null, failure: Failure, limits: Limits): AttemptRecord {
  const { error, now, source, marker, mediaFileId } = failure;
  const attempts = (failure.progressed ? 0 : (before?.attempts ?? 0)) + 1;
  const refusals = (before?.refusals ?? 0) + (error.kind === 'permanent' ? 1 : 0);
  const firstAt = Math.min(before?.firstAt ?? now, now);
  const lastProgressAt = failure.progressed ? now : Math.min(progressBefore(before, failure, limits), now);
  const stalled =
    failure.cmsAnswers &&
    attempts >= 3 &&
    now - lastProgressAt >= limits.stalledUntilFailedMs &&
    !isDiskError(error);
  const failed =
    error.code === goneCode || refusals >= limits.refusalsUntilFailed || stalled || (before?.failed ?? false);
  const backoff: Backoff = failed
    ? { firstMs: limits.retryFailedMs, mostMs: limits.retryFailedMs }
    : { firstMs: limits.firstRetryMs, mostMs: limits.longestRetryMs };
  return {
    source,
    marker,
    mediaFileId,
    attempts,
    refusals,
    firstAt,
    lastProgressAt,
    nextTryAt: now + Math.max(error.retryAfterMs ?? 0, backoffMs(attempts - 1, backoff, failure.random)),
    failed,
    code: error.code,
    message: whyFailed(error),
  };
}

/**
 * When the download progressed last. A retry that is long overdue means that the machine was off or its clock was set:
 * that time does not count as time without progress.
 */
function progressBefore(before: AttemptRecord | null, { now }: Failure, limits: Limits): number {
  if (before === null) return now;
  const idleMs = now - before.nextTryAt;
  return idleMs > limits.stalledUntilFailedMs ? before.lastProgressAt + idleMs : before.lastProgressAt;
}
