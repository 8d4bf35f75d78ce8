import { isDiskError } from '../disk-errors.ts';
import type { VitrineError } from '../errors.ts';
import { goneCode } from './failures.ts';
import type { Limits } from './limits.ts';
import type { AttemptRecord } from './ports.ts';

export interface Failure {
  readonly source: string;
  readonly marker: string;
  readonly mediaFileId: string;
  readonly error: VitrineError;
  readonly now: number;
  /** More of its bytes are here than before this attempt. */
  readonly progressed: boolean;
  /** The CMS itself answers: only then does standing still count against an item and not against the network. */
  readonly cmsAnswers: boolean;
  /** 0 to 1. */
  readonly random: number;
}

/** What a failed attempt leaves behind: when to try again, and whether the item has finally failed. */
export function nextAttempt(before: AttemptRecord | null, failure: Failure, limits: Limits): AttemptRecord {
  const { error, now, source, marker, mediaFileId } = failure;
  const attempts = (failure.progressed ? 0 : (before?.attempts ?? 0)) + 1;
  const refusals = (before?.refusals ?? 0) + (error.kind === 'permanent' ? 1 : 0);
  const firstAt = Math.min(before?.firstAt ?? now, now);
  const lastProgressAt = failure.progressed ? now : Math.min(before?.lastProgressAt ?? firstAt, now);
  const stalled =
    failure.cmsAnswers &&
    attempts >= 3 &&
    now - lastProgressAt >= limits.stalledUntilFailedMs &&
    !isDiskError(error);
  const failed =
    error.code === goneCode || refusals >= limits.refusalsUntilFailed || stalled || (before?.failed ?? false);
  return {
    source,
    marker,
    mediaFileId,
    attempts,
    refusals,
    firstAt,
    lastProgressAt,
    nextTryAt: now + delay(failure, attempts, failed, limits),
    failed,
    code: error.code,
    message: error.message,
  };
}

function delay({ error, random }: Failure, attempts: number, failed: boolean, limits: Limits): number {
  const patience = Math.min(error.retryAfterMs ?? 0, limits.longestPatienceMs);
  const backoff = failed
    ? limits.retryFailedMs
    : Math.min(limits.longestRetryMs, limits.firstRetryMs * 2 ** Math.min(attempts - 1, 30));
  // Many players that failed together must not come back together.
  return Math.round(Math.max(patience, backoff * (0.5 + random / 2)));
}
