import type { Standby } from '../../src/shared/messages.ts';

/** A standby message with only the given fields. */
export function standbyOf(reported: Partial<Standby>): Standby {
  return {
    kind: 'idle',
    language: 'en',
    name: 'Lobby',
    title: 'Idle',
    resting: 'Nothing to show',
    lines: [],
    since: null,
    small: [],
    ...reported,
  };
}
