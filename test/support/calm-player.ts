import { Actions } from '../../src/main/actions/table/actions.ts';
import type { ActionPort, MainFacts, SettingsReport } from '../../src/main/actions/table/port.ts';
import type { AdminPort } from '../../src/main/admin/port.ts';
import { updateOff } from '../../src/main/update/update-status.ts';
import { calmHealth } from './health.ts';

const notAsked = () => Promise.reject(new Error('not asked for'));

/** Both ports have `picture` and `doctor`: actions have their own. */
type Changes = Partial<AdminPort & Omit<ActionPort, 'picture' | 'doctor'> & { readonly facts: MainFacts }>;

/** A player with nothing to report, for the page; a test overrides what it is about. */
export function calmPlayer(changes: Changes = {}): AdminPort {
  return {
    status: notAsked,
    health: () => calmHealth,
    healthLog: async () => [],
    schedule: notAsked,
    day: notAsked,
    files: async () => ({ files: [], more: 0, bytes: 0 }),
    shown: async () => ({ zone: 'UTC', days: [], items: [], gaps: [] }),
    proofPage: async () => [],
    proofDay: async () => null,
    media: async () => new Response(null, { status: 404 }),
    doctor: async () => [],
    configuration: () => ({}),
    secrets: () => [],
    picture: notAsked,
    name: () => 'Window 1',
    language: () => 'en',
    settings: () => calmSettings,
    invitation: () => null,
    interrupts: noInterrupts,
    actions: calmActions(changes),
    ...changes,
  };
}

const noInterrupts: AdminPort['interrupts'] = {
  show: () => ({ id: 'a', state: 'new' }),
  settled: async () => undefined,
  isKept: async () => true,
  list: () => ({ live: [], ended: [], sources: [], media: [] }),
  cancel: () => undefined,
  cancelAll: () => 0,
};

const calmSettings: SettingsReport = { settings: [], changed: null, cannot: null };

export const calmFacts: MainFacts = {
  isInSafeMode: false,
  hasBrowser: true,
  showsOverlay: false,
  hasAlerts: false,
  canRestart: true,
  canRestartMachine: true,
  setupFixedBy: null,
  hasInterrupts: false,
};

export function calmActions({ facts = calmFacts, ...changes }: Changes = {}): Actions {
  const player: ActionPort = {
    syncNow: notAsked,
    pauseSync: notAsked,
    resumeSync: notAsked,
    rollback: notAsked,
    updateNow: async () => updateOff,
    updateHold: async () => updateOff,
    overlay: () => undefined,
    identify: () => ({ screens: 1 }),
    showInterrupt: notAsked,
    listInterrupts: () => ({ live: [], ended: [], sources: [], media: [] }),
    cancelInterrupts: () => 0,
    acknowledgeInterrupt: () => undefined,
    display: () => ({ screens: [], byHand: null, switches: [] }),
    setDisplay: () => undefined,
    renewBrowser: notAsked,
    restart: () => () => undefined,
    leaveSafeMode: () => () => undefined,
    changeSetting: async () => calmSettings,
    undoSetting: async () => calmSettings,
    settings: () => calmSettings,
    setUpAgain: async () => ({ address: null }),
    restartMachine: async () => undefined,
    logs: async () => [],
    ...changes,
    picture: notAsked,
    doctor: async () => [],
    testAlerts: notAsked,
  };
  return new Actions({ player, facts: () => facts });
}
