import type { SetupNow } from '../../shared/setup.ts';
import type { Actions } from '../actions/table/actions.ts';
import type { Finding } from '../ground/finding.ts';
import type { Health } from '../health/health.ts';
import type { Picture, PictureSize } from '../host/host.ts';
import type { DayReport } from '../report/day-report.ts';
import type { FilesReport } from '../report/files-report.ts';
import type { ShownReport } from '../report/shown-report.ts';
import type { Status } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { HealthRow } from '../store/health-log.ts';
import type { NumberedRow, ProofCursor } from '../store/proof/proof-rows.ts';

/** What the local web page and the control socket may ask of the running player. */
export interface AdminPort {
  status(): Promise<Status>;
  health(): Health;
  /** How it was; the newest of the changes first. */
  healthLog(limit: number): Promise<readonly HealthRow[]>;
  /** `limit`: so many cues and exclusions at most. */
  schedule(at: string | null, screenId: string | null, limit: number | null): Promise<ScheduleReport>;
  /** Null: today, and the first screen. */
  day(day: string | null, screenId: string | null): Promise<DayReport>;
  files(): Promise<FilesReport>;
  /** Of the last so many days. */
  shown(days: number): Promise<ShownReport>;
  /** Proof of play in pieces; an empty one is the end. */
  proofPage(after: ProofCursor): Promise<readonly NumberedRow[]>;
  /** An object of the store, by its name there; or a range of it. */
  media(request: Request): Promise<Response>;
  doctor(): Promise<readonly Finding[]>;
  /** As it is used, secrets and all: nobody but the support bundle asks, which takes them out. */
  configuration(): unknown;
  /** What opens something, to be looked for in whatever leaves this machine. */
  secrets(): readonly string[];
  picture(screenId: string, size: PictureSize): Promise<Picture>;
  /** How it is set up from here, with the PIN; null where it is set up already. Only for who may act on this machine. */
  invitation(): SetupNow | null;
  readonly actions: Pick<Actions, 'table' | 'offers' | 'run'>;
}
