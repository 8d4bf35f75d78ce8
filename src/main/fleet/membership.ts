import type { Config } from '../config/config.ts';
import type { EnginePort } from '../engine/protocol.ts';
import { RetriedReports } from '../engine/retried-reports.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import type { LinkFacts } from '../health/facts.ts';
import type { FleetEvent } from '../store/fleet-rows.ts';
import type { EnrolNeeds } from './enrol.ts';
import type { Fleet } from './fleet.ts';
import { Joining } from './joining.ts';
import type { FleetPort, FleetStore } from './port.ts';

interface MembershipNeeds {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  /** Ends an enrolment that waits. */
  readonly signal: AbortSignal;
  readonly engine: FleetEngine & EnginePort<'updateWant'>;
  readonly player: Omit<FleetPort, 'store' | 'want'>;
}

type OnFault = NonNullable<EnrolNeeds['onFault']>;

/** The player's membership of a fleet. The show needs none of it. */
export class Membership {
  readonly #needs: MembershipNeeds;
  readonly #events: RetriedReports<FleetEvent>;
  #joining: Joining | null = null;

  constructor(needs: MembershipNeeds) {
    this.#needs = needs;
    const { clock, log, engine } = needs;
    this.#events = new RetriedReports({
      clock,
      log,
      send: async (event) => {
        await engine.call('fleetEvent', event);
        this.#joining?.wakeEvents();
      },
    });
  }

  /** Without a fleet in these settings, and once joining has begun, it does nothing. */
  join(settings: Config['fleet']): void {
    if (this.#joining !== null || (settings.url === null && settings.enrolmentFile === null)) return;
    const { clock, log } = this.#needs;
    this.#joining = new Joining({ clock, log, join: (onFault) => this.#start(settings, onFault) });
  }

  /** Null: it belongs to no fleet. */
  facts(): LinkFacts | null {
    return this.#joining?.facts() ?? null;
  }

  /** For the fleet's operator; kept while the broker or the engine is away. Without a fleet it does nothing. */
  event(event: FleetEvent): void {
    if (this.#joining !== null) this.#events.add(event);
  }

  /** Passes on the commands of an entry that begins or ends. */
  entry(commands: Parameters<Fleet['entry']>[0]): void {
    this.#joining?.entry(commands);
  }

  async stop(): Promise<void> {
    this.#events.stop();
    await this.#joining?.stop();
  }

  /** Loaded where there is one. */
  async #start(settings: Config['fleet'], onFault: OnFault): Promise<Fleet> {
    const { clock, log, env, engine, player } = this.#needs;
    const { startFleet } = await import('./fleet.ts');
    const fleet = await this.#enrolled(settings, onFault);
    return startFleet({
      config: { fleet },
      clock,
      log,
      env,
      player: { ...player, store: fleetStore(engine), want: (wanted) => engine.call('updateWant', wanted) },
    });
  }

  /** Its settings, once this screen has credentials of its own. */
  async #enrolled(fleet: Config['fleet'], onFault: OnFault): Promise<Config['fleet']> {
    if (fleet.enrolmentFile === null) return fleet;
    const { dataDir, clock, log, env, signal } = this.#needs;
    const { enrolled } = await import('./enrol.ts');
    return enrolled({ fleet, dataDir, fs: mainFileSystem, clock, log, env, signal, onFault });
  }
}

type FleetEngine = EnginePort<
  | 'fleetEvent'
  | 'fleetEvents'
  | 'fleetEventsDelivered'
  | 'fleetTake'
  | 'fleetBegin'
  | 'fleetFinish'
  | 'fleetUnfinished'
  | 'fleetResults'
  | 'fleetResultDelivered'
>;

function fleetStore(engine: FleetEngine): FleetStore {
  return {
    addEvent: (event) => engine.call('fleetEvent', event),
    events: (limit) => engine.call('fleetEvents', limit),
    eventsDelivered: (upTo) => engine.call('fleetEventsDelivered', upTo),
    take: (row, now) => engine.call('fleetTake', { row, now }),
    begin: (id) => engine.call('fleetBegin', id),
    finish: (id, result) => engine.call('fleetFinish', { id, result }),
    unfinished: () => engine.call('fleetUnfinished'),
    results: (limit) => engine.call('fleetResults', limit),
    resultDelivered: (row) => engine.call('fleetResultDelivered', row),
  };
}
