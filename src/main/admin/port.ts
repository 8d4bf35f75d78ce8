import type { Language } from '../../shared/languages/language.ts';
import type { SetupNow } from '../../shared/setup.ts';
import type { Actions } from '../actions/table/actions.ts';
import type { SettingsReport } from '../actions/table/port.ts';
import type { Finding } from '../ground/finding.ts';
import type { Health } from '../health/health.ts';
import type { Picture, PictureSize } from '../host/host.ts';
import type { Interrupts } from '../interrupt/interrupts.ts';
import type { DayReport } from '../report/day-report.ts';
import type { FilesReport } from '../report/files-report.ts';
import type { NamedRow } from '../report/named-rows.ts';
import type { ProofDay } from '../report/proof-day.ts';
import type { ShownReport } from '../report/shown-report.ts';
import type { Status } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { HealthRow } from '../store/health-log.ts';
import type { NumberedRow, ProofCursor } from '../store/proof/proof-rows.ts';

/** The running player, as the web page and the control socket use it. */
export interface AdminPort {
  status(): Promise<Status>;
  health(): Health;
  /** Changes of health, the newest first. */
  healthLog(limit: number): Promise<readonly HealthRow[]>;
  /** `limit` bounds cues and exclusions. */
  schedule(at: string | null, screenId: string | null, limit: number | null): Promise<ScheduleReport>;
  /** Null: today, and the first screen. */
  day(day: string | null, screenId: string | null): Promise<DayReport>;
  files(): Promise<FilesReport>;
  /** Covers the last `days` days. */
  shown(days: number): Promise<ShownReport>;
  /** Proof of play, page by page; an empty page is the end. */
  proofPage(after: ProofCursor): Promise<readonly NamedRow<NumberedRow>[]>;
  /** The day of the first showing since then; null: there is none. */
  proofDay(since: number): Promise<ProofDay | null>;
  /** An object of the store, or a range of it. */
  media(request: Request): Promise<Response>;
  doctor(): Promise<readonly Finding[]>;
  /** The effective configuration with its secrets. Only for the support bundle, which removes them. */
  configuration(): unknown;
  /** Secrets that must be removed from everything that leaves this machine. */
  secrets(): readonly string[];
  picture(screenId: string, size: PictureSize): Promise<Picture>;
  /** The name of this player, which its page shows before a login. */
  name(): string;
  /** Of the page when the browser requests none of ours. */
  language(): Language;
  settings(): SettingsReport;
  /** Setup with its PIN; null when the player is configured. Only for the control socket. */
  invitation(): SetupNow | null;
  readonly interrupts: Pick<Interrupts, 'show' | 'settled' | 'isKept' | 'list' | 'cancel' | 'cancelAll'>;
  readonly actions: Pick<Actions, 'table' | 'offers' | 'run'>;
}
