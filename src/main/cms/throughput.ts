import type { Clock } from '../clock.ts';

export interface ThroughputFloor {
  readonly floorWindowMs: number;
  readonly floorBytes: number;
}

/**
 * A trickle of single bytes keeps every timer of silence content; in each window a least number of bytes must move.
 * Answers the function that ends the watch.
 */
export function watchThroughput(
  clock: Clock,
  floor: ThroughputFloor,
  moved: () => number,
  onSlow: () => void,
): () => void {
  let cancel = (): void => undefined;
  const watch = (before: number): void => {
    cancel = clock.after(floor.floorWindowMs, () => {
      const now = moved();
      if (now - before < floor.floorBytes) onSlow();
      else watch(now);
    });
  };
  watch(moved());
  return () => cancel();
}

export class TooSlow extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The bytes move too slowly.';
}
