import type { Message } from '../../shared/languages/message.ts';
import type { DisplayPower } from '../host/host.ts';

/** The result of switching a display. */
export interface PowerResult extends DisplayPower {
  /** The switch failed, unlike a display that only does not report its state. */
  readonly hasFailed?: true;
}

/** One way to wake a display and to put it to sleep. */
export interface PowerSwitch {
  readonly name: string;
  set(wanted: 'on' | 'off'): Promise<PowerResult>;
}

export const unknownPower = (why: Message): PowerResult => ({ state: 'unknown', why });

export const failedPower = (why: Message): PowerResult => ({ ...unknownPower(why), hasFailed: true });
