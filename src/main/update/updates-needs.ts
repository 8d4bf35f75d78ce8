import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Release } from '../release/release.ts';
import type { ThisPlayer } from './choice.ts';
import type { Shelf } from './shelf.ts';
import type { ReleaseSource } from './source.ts';
import type { UpdateRoot } from './update-root.ts';
import type { WantedRelease } from './update-status.ts';
import type { Window } from './window.ts';

export interface UpdatesNeeds {
  readonly root: UpdateRoot;
  readonly shelf: Shelf;
  /** Version of the package below the releases; null: only a person changes it. */
  readonly over: string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly player: Omit<ThisPlayer, 'browser'>;
  /** Identifies this start of the player. Updates open again within it when their thread dies. */
  readonly start: string;
  readonly window: Window;
  /** Where releases are published; null: they come by USB stick only. */
  readonly server: ReleaseSource | null;
  folder(path: string): ReleaseSource;
  zone(): string | null;
  isClockTrusted(): boolean;
  /** When the CMS was last reached, in epoch milliseconds; null: not since the player started. */
  cmsReachedAt(): number | null;
  /** Whether automatic downloads are allowed now. */
  mayFetch(): boolean;
  /** Free bytes below which the disk is full. */
  readonly floorBytes: number;
}

/** The release that comes next. */
export interface Next {
  readonly release: Release;
  readonly received: number;
  readonly isHere: boolean;
  /** By a person. */
  readonly isRequested: boolean;
  /** By the fleet. */
  readonly wanted: WantedRelease | null;
}

export type Step = 'waiting' | 'looking' | 'fetching' | 'unpacking' | 'ending';

export function isoOf(epoch: number): string {
  return new Date(epoch).toISOString();
}
