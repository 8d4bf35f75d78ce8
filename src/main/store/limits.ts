export interface StoreLimits {
  /** Free space that downloads never go below. */
  readonly floorBytes: number;
  /** What all objects together may take. */
  readonly quotaBytes: number;
  /** The reserve with which the database goes on writing on a full disk. */
  readonly ballastBytes: number;
  /** How many showings are kept. The oldest go first. */
  readonly keepProofRows: number;
  /** How many showings wait in memory while the disk takes nothing. */
  readonly waitingProofRows: number;
  /** An object is hashed again after this long. */
  readonly scrubAfterMs: number;
  /** How long opening waits for a database that somebody else has locked. */
  readonly busyMs: number;
}

const MiB = 1024 * 1024;

export const defaultLimits: StoreLimits = {
  floorBytes: 200 * MiB,
  quotaBytes: Number.POSITIVE_INFINITY,
  ballastBytes: 16 * MiB,
  keepProofRows: 500_000,
  waitingProofRows: 10_000,
  scrubAfterMs: 14 * 24 * 3_600_000,
  busyMs: 5_000,
};
