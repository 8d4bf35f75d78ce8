import type { StageInterrupt } from '../../shared/interrupts.ts';
import type { Language } from '../../shared/languages/language.ts';
import type { Clock } from '../ground/clock.ts';
import type { KeptFileNeeds } from '../ground/kept-file.ts';
import type { Log } from '../ground/log.ts';
import type { Ended } from './kept.ts';
import type { InterruptMedia } from './media.ts';

export interface InterruptsNeeds {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fs: KeptFileNeeds['fs'];
  language(): Language;
  /** Every screen there is or should be. */
  screens(): readonly string[];
  /** Null: not known yet. */
  isClockTrusted(): boolean | null;
  readonly media: InterruptMedia;
  /** Replaces what is shown above the show of a screen, from bottom to top. */
  send(screenId: string, shown: readonly StageInterrupt[]): void;
  onEvent(event: InterruptEvent): void;
}

/** What became of one at a place, for whoever sent it and for proof of play. */
export interface InterruptEvent {
  readonly id: string;
  readonly place: string;
  readonly state: 'painted' | 'covered' | 'failed' | Ended['end'];
  readonly at: number;
  readonly why: string | null;
}
