import type { LinkFault } from './link-fault.ts';

/**
 * The link to the broker as a pure machine: when it is tried, when it rests and for how long. Times are of the steady clock.
 * Two thousand screens in a bench and a hundred thousand in a simulation go by this very file.
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
  /** The rest is over. */
  | { readonly type: 'due' }
  | { readonly type: 'opened' }
  | { readonly type: 'ended'; readonly fault: LinkFault };

export interface LinkTime {
  readonly now: number;
  /** Over how long the players of a fleet spread themselves when they all come back at once. */
  readonly spreadMs: number;
  random(): number;
}

const leastMs = 1_000;
/** After a start: a shop whose power is back has some dozen players, not thousands. */
const firstMs = 10_000;
/** A login that was refused will be refused again until somebody has mended it. */
const loginMs = { least: 300_000, most: 900_000 };
/** Nothing that goes wrong again and again makes the link come and go more often than this. */
const flapMs = 60_000;

export function begun(time: LinkTime): LinkState {
  const until = time.now + between(leastMs, Math.min(firstMs, time.spreadMs), time);
  return { is: 'resting', since: time.now, until, fault: null };
}

/** What does not fit the state is late and changes nothing. `since`: connected, or not connected, for so long. */
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

/** The whole range alike: when a broker comes back its screens do so evenly, and not all in the first second. */
function between(least: number, most: number, { random }: LinkTime): number {
  return Math.round(least + random() * (most - least));
}
