import type { Cue } from '../shared/programme.ts';

/** A cue on the stage: prepared hidden, shown at its turn, released once its successor is up. */
export interface Item {
  /** How long before its turn `show` must be called so that the first picture is up in time. */
  readonly leadMs: number;
  /** On a stage that is not in sight yet: raises the item without starting it. Resolves when it is painted. */
  stand(): Promise<void>;
  /**
   * Starts the item under the current one and raises it at that instant. `joins`: in step and late, it starts at the
   * position that the other screens have reached.
   */
  show(atMono: number, joins: boolean): void;
  /** Time left of a video that plays to its own end; null when unknown. */
  remainingMs(): number | null;
  /** In step: the position it should have now. Small differences are corrected by speed, large ones by a jump. */
  follow(elapsedMs: number): void;
  release(): void;
}

/** Events of an item, in this order. `failed` may come at any time and is the last. */
export interface ItemEvents {
  ready(): void;
  /** The item was raised: its first picture is in the next frame. */
  shown(mono: number): void;
  /** The previous item is gone: the next one may be prepared. */
  settled(): void;
  /** A video that plays to its own end is over. */
  ended(): void;
  failed(reason: string): void;
}

export interface ItemStage {
  /** `elapsedMs`: position in the cue at which it starts; zero unless in step. */
  prepare(cue: Cue, elapsedMs: number, events: ItemEvents): Item;
  /** Removes the shown item and reveals the standby screen below. */
  clear(): void;
}
