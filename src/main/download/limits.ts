import type { PaceLimits } from '../net/pace.ts';

/** Every bound that sync keeps. */
export interface Limits extends PaceLimits {
  /** A part is made durable and noted in its sidecar when this much has come and this long has passed since. */
  readonly checkpointBytes: number;
  readonly checkpointMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** What has finally failed is tried again after this long. */
  readonly retryFailedMs: number;
  readonly refusalsUntilFailed: number;
  readonly stalledUntilFailedMs: number;
  /** `once` tries each object this often. */
  readonly eagerAttempts: number;
  /** The longest that `once` waits because a server said `Retry-After`. */
  readonly eagerWaitMs: number;
  /** A list that lost most of what it had is read again after this long. */
  readonly secondReadingMs: number;
  readonly diskFullRetryMs: number;
  /** A media file that may be shown within this time holds an update back until it is here. */
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
