import type { DisplayPower } from '../host/host.ts';

/** What became of a display that was asked to be on or off. */
export type PowerResult = DisplayPower;

/** One way to wake a display and to put it to sleep. */
export interface PowerSwitch {
  readonly name: string;
  set(wanted: 'on' | 'off'): Promise<PowerResult>;
}

export const unknownPower = (why: string): PowerResult => ({ state: 'unknown', why });
