import type { LinkFault } from './link-fault.ts';

/**
 * The link to the broker as a pure state machine: when to connect and how long to wait. Times come from the monotonic clock.
 * The benches of 2,000 and 100,000 screens use this file.
 */
export type LinkState =
  | {
      readonly is: 'resting';
      readonly since: number;
      readonly until: number;
      readonly fault: LinkFault | null;
    }
  | { readonly is: 'connecting'; readonly since: number; readonly fault: LinkFault | null }
  | { readonly is: 'connected'; readonly since: number };

export type LinkEvent =
  /** The wait is over. */
  | { readonly type: 'due' }
  | { readonly type: 'opened' }
  | { readonly type: 'ended'; readonly fault: LinkFault };

export interface LinkTime {
  readonly now: number;
  /** Period over which a fleet spreads its reconnects after an outage. */
  readonly spreadMs: number;
  random(): number;
}

const leastMs = 1_000;
/** The first wait is short: when a shop's power returns, dozens of players start, not thousands. */
const firstMs = 10_000;
/** A refused login stays refused until the operator corrects it. */
const loginMs = { least: 300_000, most: 900_000 };
/** The link reconnects no more often than this, whatever keeps ending it. */
const flapMs = 60_000;

export function begun(time: LinkTime): LinkState {
  const until = time.now + between(leastMs, Math.min(firstMs, time.spreadMs), time);
  return { is: 'resting', since: time.now, until, fault: null };
}

/** Ignores events that do not fit the state: they are late. `since`: when the link was gained or lost. */
export function stepped(state: LinkState, event: LinkEvent, time: LinkTime): LinkState {
  switch (event.type) {
    case 'due':
      return state.is === 'resting' ? { is: 'connecting', since: state.since, fault: state.fault } : state;
    case 'opened':
      return state.is === 'connecting' ? { is: 'connected', since: time.now } : state;
    case 'ended': {
      if (state.is === 'resting') return state;
      const { fault } = event;
      const wasBrief = state.is === 'connected' && time.now - state.since < flapMs;
      const since = state.is === 'connected' ? time.now : state.since;
      return { is: 'resting', since, until: time.now + restMs(fault, wasBrief, time), fault };
    }
  }
}

function restMs({ kind }: LinkFault, wasBrief: boolean, time: LinkTime): number {
  if (kind === 'login') return between(loginMs.least, loginMs.most, time);
  if (kind === 'taken' || wasBrief) return between(flapMs, Math.max(time.spreadMs, 2 * flapMs), time);
  return between(leastMs, time.spreadMs, time);
}

/** Uniform over the whole range, so that screens reconnect evenly and not all in the first second. */
function between(least: number, most: number, { random }: LinkTime): number {
  return Math.round(least + random() * (most - least));
}
