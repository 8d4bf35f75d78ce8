import { type Message, message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import type { Assignee } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import { playlistOf } from '../edition/edition.ts';
import { emptyHoldings, type Holdings } from '../edition/holdings.ts';
import type { ScreenSize } from '../edition/zones.ts';
import type { ErrorReport } from '../ground/errors.ts';
import { diskSentence } from '../health/reasons.ts';
import type { EngineStatus } from '../report/status.ts';
import { editionFaults } from '../schedule/edition-faults.ts';
import { unplayable } from '../schedule/unplayable.ts';
import type { StoreHealth } from '../store/health.ts';
import type { Store } from '../store/store.ts';
import type { SyncStatus } from '../sync/report.ts';
import { updateOff } from '../update/update-status.ts';

const noDownloads: SyncStatus['downloads'] = {
  active: 0,
  queued: 0,
  bytesPerSecond: 0,
  items: [],
  goal: null,
};
/** The status must stay readable and cheap with an edition of 100,000 files. */
const mostMissing = 100;

type Source = Omit<NonNullable<EngineStatus['source']>, 'playlists'>;

/** Null without a CMS or an assignment. */
export function configuredSource(
  { assignment, cms }: Pick<Config, 'assignment' | 'cms'>,
  assignee: Assignee | null,
): Source | null {
  if (assignment === null || cms.url === null) return null;
  return { kind: assignment.kind, name: assignee?.name ?? assignment.ref, cms: new URL(cms.url).host };
}

export function engineStatus(state: {
  readonly store: Store;
  readonly sync: SyncStatus | null;
  readonly update?: EngineStatus['update'];
  readonly unconfigured: ErrorReport | null;
  readonly source?: Source | null;
  readonly now: number;
  readonly clock: EngineStatus['clock'];
  readonly warnings: readonly Message[];
  readonly sizeOf?: (screenId: string) => ScreenSize | null;
}): EngineStatus {
  const { store, sync, unconfigured, now } = state;
  const active = store.show();
  const holdings = active === null ? emptyHoldings : store.holdings(active.edition);
  const at = new Date(now).toISOString();
  return {
    edition: active && {
      id: active.edition.id,
      activatedAt: active.activatedAt === null ? null : new Date(active.activatedAt).toISOString(),
      complete: active.complete,
      missing: active.complete ? [] : missing(active, holdings),
      unplayable: unplayable(active.edition, holdings),
    },
    previousEdition: store.previous(),
    source: state.source
      ? { ...state.source, playlists: active === null ? [] : playlistNames(active) }
      : null,
    sync: {
      state: sync?.state ?? 'stopped',
      lastSuccessAt: sync?.lastSuccessAt ?? null,
      lastError: sync?.lastError ?? (unconfigured && { ...unconfigured, at }),
      nextAt: sync?.nextAt ?? null,
    },
    downloads: sync?.downloads ?? noDownloads,
    staged: sync?.staged ?? null,
    storage: store.storage(),
    clock: state.clock,
    update: state.update ?? updateOff,
    warnings: [
      ...state.warnings,
      ...(active ? editionFaults(active.edition, state.sizeOf) : []),
      ...healthWarnings(store.health(), active !== null),
      ...(state.update?.lastError?.isLasting
        ? [message('update.stopped', { why: state.update.lastError.message })]
        : []),
    ],
  };
}

function playlistNames({ edition }: StoredEdition): readonly string[] {
  const names = Object.values(edition.screens).map((id) => playlistOf(edition, id)?.name ?? id);
  return [...new Set(names)].slice(0, mostMissing);
}

function missing({ edition }: StoredEdition, { objects, missing: tried }: Holdings) {
  return Object.values(edition.mediaFiles)
    .filter(({ id, download }) => download !== null && !objects.has(id))
    .slice(0, mostMissing)
    .map(({ id, name }) => {
      const { message: reason, failed } = tried.get(id) ?? notYet;
      return { mediaFileId: id, name, reason, failed };
    });
}

const notYet = { message: message('media-pending'), failed: false };

function healthWarnings({ state, recovered, proofLost }: StoreHealth, plays: boolean): readonly Message[] {
  const now = diskSentence(state, plays);
  return [
    ...(now === null ? [] : [now]),
    ...recovered.map(({ at, what }) => message('store.recovered', { at: new Date(at).toISOString(), what })),
    ...(proofLost > 0 ? [message('store.proof-lost', { count: proofLost })] : []),
  ];
}
