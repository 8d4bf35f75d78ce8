import type { Health } from '../health/health.ts';
import type { Picture } from '../host/host.ts';
import type { Status } from '../report/status.ts';
import type { FleetEvent, FleetEventRow, FleetResultRow } from '../store/fleet-rows.ts';
import type { WantedRelease } from '../update/update-status.ts';
import type { Asked } from './command-list.ts';
import type { CommandStore, Done } from './commands.ts';

/** What outlives the player. It is the engine's, and may be away for a while. */
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
  /** The screens that are planned. */
  readonly screens: readonly string[];
  readonly startedAt: string;
  readonly store: FleetStore;
  /** `id`: of the command. */
  act(asked: Exclude<Asked, { readonly name: 'picture' }>, id: string): Promise<Done>;
  /** A release that the rollout of its fleet asks for; null: none any more. */
  want(wanted: WantedRelease | null): Promise<unknown>;
  /** A small one. */
  picture(screenId: string): Promise<Picture>;
}
