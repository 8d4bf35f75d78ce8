import { type Message, message } from '../../shared/languages/message.ts';
import type { Blocked } from './state.ts';
import type { Check } from './trial.ts';

/** A release that a fleet's rollout requests, whatever the publisher's share. */
export interface WantedRelease {
  readonly version: string;
  /** Between two items, whatever the window says. */
  readonly atOnce: boolean;
}

/** `GET /api/status` has it as `update`: other programs rely on the shape. Additions only. */
export interface UpdateStatus {
  /**
   * `off`: nothing is configured, or the launcher did not start the player. `ready`: the next release is downloaded and waits
   * for its time. `trying`: a release on trial runs. `doubting`: the previous one checks whether it does better.
   */
  readonly state:
    | 'off'
    | 'waiting'
    | 'looking'
    | 'fetching'
    | 'unpacking'
    | 'ready'
    | 'ending'
    | 'trying'
    | 'doubting'
    | 'held';
  readonly sentence: Message;
  readonly running: string | null;
  readonly next: { readonly version: string; readonly bytes: number; readonly received: number } | null;
  /** When the player switches to it, unless a person requests it earlier. */
  readonly switchAt: string | null;
  readonly trial: {
    readonly version: string;
    readonly since: string;
    readonly left: readonly Check[];
    readonly of: number;
  } | null;
  readonly wanted: WantedRelease | null;
  /** Which release no longer starts, until another one is kept. */
  readonly lost: Message | null;
  /** Which release has waited for more than a day after its time. */
  readonly overdue: Message | null;
  readonly blocked: readonly (Omit<Blocked, 'why' | 'sentence'> & { readonly why: Message })[];
  readonly lastLookAt: string | null;
  readonly lastError: {
    readonly code: string;
    readonly message: Message;
    readonly at: string;
    /** A person has to act: it does not pass by itself. */
    readonly isLasting: boolean;
  } | null;
}

export const updateOff: UpdateStatus = {
  state: 'off',
  sentence: message('update-off'),
  running: null,
  next: null,
  switchAt: null,
  trial: null,
  wanted: null,
  lost: null,
  overdue: null,
  blocked: [],
  lastLookAt: null,
  lastError: null,
};
