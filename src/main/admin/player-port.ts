import type { Message } from '../../shared/languages/message.ts';
import type { Actions } from '../actions/table/actions.ts';
import { secretsOf } from '../config/secrets.ts';
import type { ShopDisplays } from '../display/start.ts';
import type { Configured } from '../engine/configured.ts';
import { LastStatus } from '../engine/last-status.ts';
import type { EnginePort } from '../engine/protocol.ts';
import type { Clock } from '../ground/clock.ts';
import type { Finding } from '../ground/finding.ts';
import { version } from '../ground/version.ts';
import type { RunningBrowser } from '../host/host.ts';
import { composeStatus } from '../report/status.ts';
import type { PlacementKeeper } from '../show/keep-placement.ts';
import { createMedia } from '../show/media.ts';
import type { Show } from '../show/show.ts';
import type { AdminPort } from './port.ts';

export interface PlayerPortNeeds extends Pick<AdminPort, 'interrupts' | 'invitation' | 'health'> {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly startedAt: string;
  readonly engine: EnginePort<
    'status' | 'healthLog' | 'schedule' | 'day' | 'files' | 'shown' | 'proofDay' | 'proofPage'
  >;
  readonly show: Pick<Show, 'status' | 'capture'>;
  readonly placement: Pick<PlacementKeeper, 'absent'>;
  readonly displays: Pick<ShopDisplays, 'report'>;
  /** What is not as it should be beside the show. */
  warnings(): readonly Message[];
  readonly actions: Actions;
  doctor(): Promise<readonly Finding[]>;
  readonly configured: Pick<Configured, 'config' | 'name' | 'language' | 'report'>;
  readonly browser: Pick<RunningBrowser, 'version'>;
}

/** The player's answers to the status page and the control socket. */
export function playerPort(needs: PlayerPortNeeds): AdminPort {
  const { startedAt, configured, engine, show, placement, displays, warnings, actions } = needs;
  const engineStatus = new LastStatus(needs.clock, () => engine.call('status'));
  return {
    status: async () =>
      composeStatus(
        { version, name: configured.name, startedAt, health: needs.health() },
        await engineStatus.read(),
        {
          host: needs.browser.version,
          screens: show.status(),
          display: displays.report(),
          warnings: [...placement.absent.map(({ why }) => why), ...warnings()],
        },
      ),
    health: () => needs.health(),
    healthLog: (limit) => engine.call('healthLog', limit),
    schedule: (at, screenId, limit) => engine.call('schedule', { at, screenId, limit }),
    day: (day, screenId) => engine.call('day', { day, screenId }),
    files: () => engine.call('files'),
    shown: (days) => engine.call('shown', { days }),
    proofPage: (after) => engine.call('proofPage', after),
    proofDay: (since) => engine.call('proofDay', { since }),
    media: createMedia(needs.dataDir),
    doctor: () => needs.doctor(),
    configuration: () => configured.config,
    secrets: () => secretsOf(configured.config),
    name: () => configured.name,
    language: () => configured.language,
    settings: () => configured.report(),
    invitation: () => needs.invitation(),
    picture: (screenId, size) => show.capture(screenId, size),
    interrupts: needs.interrupts,
    actions,
  };
}
