import type { AdminPort } from '../../src/main/admin/port.ts';
import { updateOff } from '../../src/main/update/update-status.ts';
import { calmHealth } from './health.ts';

const notAsked = () => Promise.reject(new Error('not asked for'));

/** What the page asks of a player that has nothing to tell; what a test is about it gives itself. */
export function calmPlayer(changes: Partial<AdminPort> = {}): AdminPort {
  return {
    status: notAsked,
    health: () => calmHealth,
    healthLog: async () => [],
    schedule: notAsked,
    day: notAsked,
    files: async () => ({ files: [], more: 0, bytes: 0 }),
    shown: async () => ({ zone: 'UTC', days: [], items: [], gaps: [] }),
    proofPage: async () => [],
    media: async () => new Response(null, { status: 404 }),
    doctor: async () => [],
    configuration: () => ({}),
    secrets: () => [],
    picture: notAsked,
    syncNow: notAsked,
    pauseSync: notAsked,
    resumeSync: notAsked,
    rollback: notAsked,
    updateNow: async () => updateOff,
    updateHold: async () => updateOff,
    overlay: () => undefined,
    identify: () => ({ screens: 1 }),
    invitation: () => null,
    display: () => ({ screens: [], byHand: null, switches: [] }),
    setDisplay: () => undefined,
    leaveSafeMode: () => () => undefined,
    restart: null,
    ...changes,
  };
}
