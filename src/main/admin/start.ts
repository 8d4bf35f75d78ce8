import { Actions } from '../actions/table/actions.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Config } from '../config/config.ts';
import type { Configured } from '../engine/configured.ts';
import type { Log } from '../ground/log.ts';
import type { Show } from '../show/show.ts';
import type { Supervision } from '../supervise/supervision.ts';
import { type ActionPortNeeds, actionPort } from './action-port.ts';
import { LateAdmin } from './late-admin.ts';
import { type PlayerPortNeeds, playerPort } from './player-port.ts';
import type { AdminPort } from './port.ts';

interface PrepareNeeds
  extends Omit<
      ActionPortNeeds,
      'dataDir' | 'doctor' | 'setUpAgain' | 'configured' | 'engine' | 'displays' | 'browser' | 'show'
    >,
    Omit<
      PlayerPortNeeds,
      | 'dataDir'
      | 'actions'
      | 'invitation'
      | 'configured'
      | 'engine'
      | 'displays'
      | 'browser'
      | 'show'
      | 'interrupts'
    > {
  readonly config: Pick<Config, 'dataDir' | 'adminPort' | 'player'>;
  readonly log: Log;
  readonly configured: ActionPortNeeds['configured'] &
    PlayerPortNeeds['configured'] &
    Pick<Configured, 'sourceFixedBy'>;
  setup(): {
    readonly shown: ReturnType<AdminPort['invitation']>;
    again(isAtScreen: boolean): ReturnType<ActionPortNeeds['setUpAgain']>;
  };
  readonly engine: ActionPortNeeds['engine'] & PlayerPortNeeds['engine'];
  readonly displays: ActionPortNeeds['displays'] & PlayerPortNeeds['displays'];
  readonly browser: ActionPortNeeds['browser'] & PlayerPortNeeds['browser'];
  readonly show: ActionPortNeeds['show'] & PlayerPortNeeds['show'] & Pick<Show, 'showsOverlay'>;
  readonly alerts: Pick<Alerts, 'test' | 'warnings' | 'isConfigured'>;
  readonly supervision: ActionPortNeeds['supervision'] & Pick<Supervision, 'isSafe'>;
}

export interface PlayerAdmin {
  /** The player as people and its fleet see it. */
  readonly port: AdminPort;
  readonly actions: Actions;
  readonly server: LateAdmin;
}

/** The player's actions and answers, and the server for them, which is not started yet. */
export function prepareAdmin(needs: PrepareNeeds): PlayerAdmin {
  const { config, log, show, configured, supervision, alerts, browser, interrupts, setup } = needs;
  const { dataDir } = config;
  const actions = new Actions({
    player: actionPort({
      ...needs,
      dataDir,
      setUpAgain(by) {
        log.info('Setup begins again', { by });
        return setup().again(false);
      },
    }),
    facts: () => ({
      isInSafeMode: supervision.isSafe,
      hasBrowser: browser.host !== null,
      showsOverlay: show.showsOverlay(),
      hasAlerts: alerts.isConfigured,
      hasInterrupts: interrupts.list().live.length > 0,
      canRestart: supervision.restart !== null,
      setupFixedBy: configured.sourceFixedBy,
      canRestartMachine: config.player.restartMachine !== null,
    }),
  });
  const warnings = () => [...needs.warnings(), ...alerts.warnings()];
  const port = playerPort({ ...needs, dataDir, warnings, actions, invitation: () => setup().shown });
  return { port, actions, server: new LateAdmin({ player: port, dataDir, port: config.adminPort, log }) };
}
