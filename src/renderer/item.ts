import type { Cue } from '../shared/programme.ts';

/** A cue on the stage. Made ready hidden, shown at its turn, released after the one that follows it is up. */
export interface Item {
  /** How long before its turn `show` must be called for its first picture to be up in time. */
  readonly leadMs: number;
  /**
   * On a stage that nobody sees yet: raises it now without starting it. Resolves when it is painted, so that all it needs
   * is somebody who looks.
   */
  stand(): Promise<void>;
  /**
   * Starts it under what is shown now, and raises it at that instant. `joins`: in step with others, it starts where they
   * are by now, should that instant be over.
   */
  show(atMono: number, joins: boolean): void;
  /** Time until a video that plays to its own end is over; null when it cannot tell. */
  remainingMs(): number | null;
  /** In step: where it should be now. Small differences are made up by speed, large ones by a jump. */
  follow(elapsedMs: number): void;
  release(): void;
}

/** What an item tells the player, in this order. `failed` may come at any time, and is the last word. */
export interface ItemEvents {
  ready(): void;
  /** It was raised: its first picture is in the next frame. */
  shown(mono: number): void;
  /** The one before it is gone: there is room to prepare another. */
  settled(): void;
  /** A video that plays to its own end is over. */
  ended(): void;
  failed(reason: string): void;
}

export interface ItemStage {
  /** `elapsedMs`: how much of the cue's time is over when it starts, which is none unless in step. */
  prepare(cue: Cue, elapsedMs: number, events: ItemEvents): Item;
  /** Takes down whatever is shown: the standby screen below it is seen. */
  clear(): void;
}
