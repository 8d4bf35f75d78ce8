import type { PaceLimits } from '../net/pace.ts';

/** Limits and intervals of sync. */
export interface Limits extends PaceLimits {
  /** A part is flushed and noted in its sidecar once this many bytes and this much time have passed since the last note. */
  readonly checkpointBytes: number;
  readonly checkpointMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Retry interval of downloads that failed for good. */
  readonly retryFailedMs: number;
  readonly refusalsUntilFailed: number;
  readonly stalledUntilFailedMs: number;
  /** Attempts of `once` for each object. */
  readonly eagerAttempts: number;
  /** The longest `Retry-After` that `once` waits for. */
  readonly eagerWaitMs: number;
  /** Delay before a list that lost most of its entries is read again. */
  readonly secondReadingMs: number;
  readonly diskFullRetryMs: number;
  /** An update waits for media files that may be shown within this time. */
  readonly aheadMs: number;
  readonly statusEveryMs: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export const defaultLimits: Limits = {
  answerMs: 45 * second,
  silenceMs: 30 * second,
  floorBytesPerSecond: 1024,
  floorWindowMs: minute,
  checkpointBytes: 4 * 1024 * 1024,
  checkpointMs: 10 * second,
  firstRetryMs: 2 * second,
  longestRetryMs: 5 * minute,
  retryFailedMs: 15 * minute,
  refusalsUntilFailed: 3,
  stalledUntilFailedMs: 30 * minute,
  eagerAttempts: 3,
  eagerWaitMs: 30 * second,
  secondReadingMs: 5 * second,
  diskFullRetryMs: 30 * second,
  aheadMs: 24 * hour,
  statusEveryMs: second,
};
