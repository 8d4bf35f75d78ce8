export interface StoreLimits {
  /** Downloads never leave less free space. */
  readonly floorBytes: number;
  /** Maximum size of all objects together. */
  readonly quotaBytes: number;
  /** The reserve that keeps the database writable on a full disk. */
  readonly ballastBytes: number;
  /** How many showings are kept; the oldest are dropped first. */
  readonly keepProofRows: number;
  /** How many showings wait in memory while the disk rejects writes. */
  readonly waitingProofRows: number;
  /** An object is hashed again after this long. */
  readonly scrubAfterMs: number;
  /** How long opening waits for a database that another process has locked. */
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
