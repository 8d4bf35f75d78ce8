import type { Sentence } from '../../shared/languages/message.ts';
import type { Actions } from '../actions/table/actions.ts';
import { type Config, playerName } from '../config/config.ts';
import { secretsOf } from '../config/secrets.ts';
import type { ShopDisplays } from '../display/start.ts';
import { LastStatus } from '../engine/last-status.ts';
import type { EnginePort } from '../engine/protocol.ts';
import type { Clock } from '../ground/clock.ts';
import type { Finding } from '../ground/finding.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import { version } from '../ground/version.ts';
import type { HealthWatch } from '../health/health-watch.ts';
import { composeStatus } from '../report/status.ts';
import type { PlacementKeeper } from '../show/keep-placement.ts';
import { createMedia } from '../show/media.ts';
import type { Show } from '../show/show.ts';
import type { AdminPort } from './port.ts';

interface PlayerPortNeeds extends Pick<AdminPort, 'invitation' | 'settings'> {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly startedAt: string;
  readonly engine: EnginePort<
    'status' | 'healthLog' | 'schedule' | 'day' | 'files' | 'shown' | 'proofDay' | 'proofPage'
  >;
  readonly show: Pick<Show, 'status' | 'capture'>;
  readonly placement: Pick<PlacementKeeper, 'absent'>;
  readonly displays: Pick<ShopDisplays, 'report'>;
  readonly watch: Pick<HealthWatch, 'health'>;
  /** What is not as it should be beside the show. */
  warnings(): readonly Sentence[];
  readonly actions: Actions;
  doctor(): Promise<readonly Finding[]>;
  config(): Config;
  /** The browser's version. */
  browser(): string;
}

/** The player's answers to the status page and the control socket. */
export function playerPort(needs: PlayerPortNeeds): AdminPort {
  const { startedAt, engine, show, placement, displays, watch, warnings, actions } = needs;
  const engineStatus = new LastStatus(needs.clock, () => engine.call('status'));
  return {
    status: async () =>
      composeStatus(
        { version, name: playerName(needs.config()), startedAt, health: watch.health() },
        await engineStatus.read(),
        {
          host: needs.browser(),
          screens: show.status(),
          display: displays.report(),
          warnings: [...placement.absent.map(({ why }) => why), ...warnings()],
        },
      ),
    health: () => watch.health(),
    healthLog: (limit) => engine.call('healthLog', limit),
    schedule: (at, screenId, limit) => engine.call('schedule', { at, screenId, limit }),
    day: (day, screenId) => engine.call('day', { day, screenId }),
    files: () => engine.call('files'),
    shown: (days) => engine.call('shown', { days }),
    proofPage: (after) => engine.call('proofPage', after),
    proofDay: (since) => engine.call('proofDay', { since }),
    media: createMedia(needs.dataDir),
    doctor: () => needs.doctor(),
    configuration: () => needs.config(),
    secrets: () => secretsOf(needs.config()),
    name: () => playerName(needs.config()),
    language: () => shopLanguage(needs.config().language),
    settings: () => needs.settings(),
    invitation: () => needs.invitation(),
    picture: (screenId, size) => show.capture(screenId, size),
    actions,
  };
}
