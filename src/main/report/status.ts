import type { Message } from '../../shared/languages/message.ts';
import type { DisplayReport } from '../display/display-keeper.ts';
import type { Assignment } from '../edition/assignment.ts';
import type { HealthLine, LinkLine } from '../edition/verdict.ts';
import type { Unplayable } from '../schedule/unplayable.ts';
import type { NowPlaying, ScreenStatus } from '../show/screen-status.ts';
import type { SyncStatus } from '../sync/report.ts';
import type { UpdateStatus } from '../update/update-status.ts';

/** `GET /api/status` and `vitrine status --json`: other programs rely on the shape. Additions only. */
export interface Status {
  readonly version: string;
  /** The name of this player. */
  readonly name: string;
  readonly host: string;
  readonly startedAt: string;
  /** In one line; `/api/health` has the details. */
  readonly health: HealthLine;
  /** Null where no fleet is configured. */
  readonly link: LinkLine | null;
  readonly edition: {
    readonly id: string;
    readonly activatedAt: string | null;
    readonly complete: boolean;
    /** What an incomplete edition still waits for, and why. */
    readonly missing: readonly {
      readonly mediaFileId: string;
      readonly name: string;
      readonly reason: Message;
      /** Given up: the edition no longer waits for it. */
      readonly failed: boolean;
    }[];
    /** What never plays, at any time of day, and what to do. */
    readonly unplayable: readonly Unplayable[];
  } | null;
  /** The id of the edition that `edition rollback` goes back to. */
  readonly previousEdition: string | null;
  readonly nowPlaying: NowPlaying | null;
  /** Null: not configured. */
  readonly source: {
    readonly kind: Assignment['kind'];
    /** The name in the CMS; until it is known, the configured one. */
    readonly name: string;
    readonly cms: string;
    /** Names of the playlists on the screens. */
    readonly playlists: readonly string[];
  } | null;
  readonly sync: {
    readonly state: SyncStatus['state'];
    readonly lastSuccessAt: string | null;
    readonly lastError: SyncStatus['lastError'];
    readonly nextAt: string | null;
  };
  readonly downloads: SyncStatus['downloads'];
  readonly staged: SyncStatus['staged'];
  readonly storage: { readonly bytes: number; readonly objects: number; readonly freeBytes: number };
  readonly screens: readonly ScreenStatus[];
  readonly update: UpdateStatus;
  readonly display: DisplayReport;
  readonly clock: { readonly trusted: boolean; readonly zone: string };
  /** Empty when all is well. */
  readonly warnings: readonly Message[];
}

/** The engine thread knows this half; the main thread knows the show's. */
export type EngineStatus = Pick<
  Status,
  | 'edition'
  | 'previousEdition'
  | 'source'
  | 'update'
  | 'sync'
  | 'downloads'
  | 'staged'
  | 'storage'
  | 'clock'
  | 'warnings'
>;

export interface ShowStatus {
  readonly host: string;
  readonly screens: readonly ScreenStatus[];
  readonly display: DisplayReport;
  readonly warnings: readonly Message[];
}

export function composeStatus(
  player: Pick<Status, 'version' | 'name' | 'startedAt'> & {
    readonly health: HealthLine & Pick<Status, 'link'>;
  },
  engine: EngineStatus,
  show: ShowStatus,
): Status {
  const { verdict, sentence, since, link } = player.health;
  return {
    version: player.version,
    name: player.name,
    host: show.host,
    startedAt: player.startedAt,
    health: { verdict, sentence, since },
    link,
    edition: engine.edition,
    previousEdition: engine.previousEdition,
    nowPlaying: show.screens[0]?.nowPlaying ?? null,
    source: engine.source,
    sync: engine.sync,
    downloads: engine.downloads,
    staged: engine.staged,
    storage: engine.storage,
    screens: show.screens,
    update: engine.update,
    display: show.display,
    clock: engine.clock,
    warnings: [...engine.warnings, ...show.warnings],
  };
}
