import { message } from '../../shared/languages/message.ts';
import type { ActionPort, Requester } from '../actions/table/port.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { ShopDisplays } from '../display/start.ts';
import type { Configured } from '../engine/configured.ts';
import type { EnginePort } from '../engine/protocol.ts';
import { VitrineError } from '../ground/errors.ts';
import { lastLines } from '../ground/log-file.ts';
import type { RunningBrowser } from '../host/host.ts';
import type { Interrupts } from '../interrupt/interrupts.ts';
import type { Source } from '../interrupt/kept.ts';
import type { Show } from '../show/show.ts';
import { leavingSafeMode, restarting } from '../supervise/requested-restart.ts';
import type { Supervision } from '../supervise/supervision.ts';
import { showInterrupt } from './show-interrupt.ts';

export interface ActionPortNeeds extends Pick<ActionPort, 'doctor' | 'setUpAgain'> {
  readonly dataDir: string;
  readonly configured: Pick<Configured, 'language' | 'change' | 'undo' | 'report'>;
  readonly alerts: Pick<Alerts, 'test'>;
  readonly planned: readonly string[];
  readonly engine: EnginePort<
    'syncNow' | 'pauseSync' | 'resumeSync' | 'rollback' | 'updateNow' | 'updateHold'
  >;
  readonly show: Pick<Show, 'overlay' | 'identify' | 'renew' | 'capture'>;
  readonly interrupts: Interrupts;
  readonly displays: Pick<ShopDisplays, 'report' | 'byHand'>;
  readonly supervision: Pick<Supervision, 'restart' | 'leaveSafeMode' | 'restartMachine'>;
  readonly browser: Pick<RunningBrowser, 'host'>;
}

/** The player, as actions work on it. */
export function actionPort(needs: ActionPortNeeds): ActionPort {
  const { dataDir, configured, planned, engine, show, displays, supervision, alerts, interrupts } = needs;
  return {
    syncNow: () => engine.call('syncNow'),
    pauseSync: () => engine.call('pauseSync'),
    resumeSync: () => engine.call('resumeSync'),
    rollback: () => engine.call('rollback'),
    updateNow: (folder) => engine.call('updateNow', folder),
    updateHold: (held) => engine.call('updateHold', held),
    overlay: (visible) => show.overlay(visible),
    identify: (kind, seconds) => ({ screens: show.identify(kind, configured.language, seconds * 1000) }),
    showInterrupt: (given, by) => showInterrupt(interrupts, given, sourceOf(by)),
    listInterrupts: () => interrupts.list(),
    cancelInterrupts: (id) => {
      if (id === null) return interrupts.cancelAll();
      interrupts.cancel(id);
      return 1;
    },
    acknowledgeInterrupt: (id) => interrupts.acknowledge(id),
    display: () => displays.report(),
    setDisplay: (wanted) => displays.byHand(wanted),
    renewBrowser: async () => {
      const { host } = needs.browser;
      if (host === null) throw new VitrineError('temporary', message('action.cannot.no-browser'));
      await show.renew(host);
    },
    restart: () => restarting(supervision.restart),
    leaveSafeMode: () => leavingSafeMode(supervision.restart, supervision),
    picture: async (chosen) => {
      const screenId = chosen ?? planned[0] ?? '1';
      return { screenId, ...(await show.capture(screenId, 'small')) };
    },
    logs: (lines) => lastLines(dataDir, lines),
    changeSetting: (name, value, by) => configured.change(name, value, by),
    undoSetting: (by) => configured.undo(by),
    settings: () => configured.report(),
    setUpAgain: (by) => needs.setUpAgain(by),
    restartMachine: (by) => supervision.restartMachine(by),
    doctor: () => needs.doctor(),
    testAlerts: () => alerts.test(),
  };
}

const sourceOf = (by: Requester): Source =>
  by.kind === 'page' ? { kind: by.kind, name: by.address } : { kind: by.kind };
