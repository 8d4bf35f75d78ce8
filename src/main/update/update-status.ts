import { type Message, message, type Sentence } from '../../shared/languages/message.ts';
import type { Blocked } from './state.ts';
import type { Check } from './trial.ts';

/** A release that the rollout of a fleet asks for by name, whatever its publisher's share. */
export interface WantedRelease {
  readonly version: string;
  /** Between two items, whatever the window says. */
  readonly atOnce: boolean;
}

/** `GET /api/status` has it as `update`: other programs rely on the shape. Additions only. */
export interface UpdateStatus {
  /**
   * `off`: nothing is configured, or the player was not started by the launcher. `ready`: the next release is here and
   * waits for its time. `trying`: this is a release on trial. `doubting`: the one before it looks whether it has the CMS.
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
  /** In one sentence. */
  readonly sentence: Sentence;
  readonly running: string | null;
  readonly next: { readonly version: string; readonly bytes: number; readonly received: number } | null;
  /** When it is switched, unless a person asks for it before. */
  readonly switchAt: string | null;
  readonly trial: {
    readonly version: string;
    readonly since: string;
    readonly left: readonly Check[];
    readonly of: number;
  } | null;
  readonly wanted: WantedRelease | null;
  /** Which release does not start any more, as one sentence, until another one is kept. */
  readonly lost: Message | null;
  /** Which release waits for more than a day after its time, as one sentence. */
  readonly overdue: Message | null;
  readonly blocked: readonly (Omit<Blocked, 'why' | 'said'> & { readonly why: Sentence })[];
  readonly lastLookAt: string | null;
  readonly lastError: {
    readonly code: string;
    readonly message: Sentence;
    readonly at: string;
    /** Somebody has to do something about it: it does not go by. */
    readonly isLasting: boolean;
  } | null;
}

export const updateOff: UpdateStatus = {
  ...{
    state: 'off',
    sentence: message('update-off'),
    running: null,
    next: null,
    switchAt: null,
    trial: null,
  },
  ...{ wanted: null, lost: null, overdue: null, blocked: [], lastLookAt: null, lastError: null },
};
