import type { Sentence } from '../../shared/languages/message.ts';
import type { DisplayPower } from '../host/host.ts';

/** What became of a display that was asked to be on or off. */
export interface PowerResult extends DisplayPower {
  /** The way to switch it did not work, which is more than a display that does not tell its state. */
  readonly hasFailed?: true;
}

/** One way to wake a display and to put it to sleep. */
export interface PowerSwitch {
  readonly name: string;
  set(wanted: 'on' | 'off'): Promise<PowerResult>;
}

export const unknownPower = (why: Sentence): PowerResult => ({ state: 'unknown', why });

export const failedPower = (why: Sentence): PowerResult => ({ ...unknownPower(why), hasFailed: true });
