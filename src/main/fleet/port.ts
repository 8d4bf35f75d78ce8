import type { Actions } from '../actions/table/actions.ts';
import type { Health } from '../health/health.ts';
import type { Status } from '../report/status.ts';
import type { FleetEvent, FleetEventRow, FleetResultRow } from '../store/fleet-rows.ts';
import type { WantedRelease } from '../update/update-status.ts';
import type { CommandStore } from './commands.ts';

/** Persistent state. The engine owns it, so calls fail while the engine restarts. */
export interface FleetStore extends CommandStore {
  addEvent(event: FleetEvent): Promise<void>;
  events(limit: number): Promise<readonly FleetEventRow[]>;
  eventsDelivered(upTo: number): Promise<void>;
  results(limit: number): Promise<readonly FleetResultRow[]>;
  resultDelivered(row: Omit<FleetResultRow, 'result'>): Promise<void>;
}

/** The player, as its fleet sees it. */
export interface FleetPort {
  health(): Health;
  status(): Promise<Status>;
  /** Configured screens. */
  readonly screens: readonly string[];
  readonly startedAt: string;
  readonly store: FleetStore;
  readonly actions: Pick<Actions, 'table' | 'states' | 'run'>;
  /** Requests the release of the fleet's rollout; null withdraws the request. */
  want(wanted: WantedRelease | null): Promise<unknown>;
}
