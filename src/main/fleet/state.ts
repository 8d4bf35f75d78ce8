import { inEnglish, type Message } from '../../shared/languages/message.ts';
import type { ButtonStates } from '../actions/table/actions.ts';
import type { Health } from '../health/health.ts';
import type { Status } from '../report/status.ts';
import type { RolloutReport } from './rollout.ts';

/** Brokers take 128 KB and more. The limit is lower because ten thousand screens may share a slow line. */
export const largestState = 4096;

/** How many files that cannot be shown are named. */
const mostNamed = 5;

/** The state as it is sent; long fields are cut. */
export function stateOf(
  health: Health,
  status: Status,
  now: number,
  rollout: RolloutReport | null,
  buttons: ButtonStates,
) {
  const { edition, update, sync, storage } = status;
  return {
    at: new Date(now).toISOString(),
    name: cut(status.name, 60),
    verdict: health.verdict,
    sentence: cut(inEnglish(health.sentence), 200),
    ...translatable(health.sentence),
    since: health.since,
    reasons: health.reasons.map(({ code, screenId }) => ({ code, screenId })),
    screens: health.screens.map(({ id, wanted, seen, since }) => ({ id, wanted, seen, since })),
    playing: status.screens.flatMap(({ id, nowPlaying }) =>
      nowPlaying === null
        ? []
        : [
            {
              screenId: id,
              kind: nowPlaying.kind,
              mediaFileId: cut(nowPlaying.mediaFileId, 60),
              name: cut(nowPlaying.name, 80),
              startedAt: nowPlaying.startedAt,
            },
          ],
    ),
    edition: edition && {
      id: edition.id,
      activatedAt: edition.activatedAt,
      complete: edition.complete,
      missing: edition.missing.length,
      unplayable: edition.unplayable.length,
      /** By name, for a tile; `why` of each is beside it. */
      failing: edition.unplayable.slice(0, mostNamed).map(({ name }) => cut(name, 80)),
      ...whyFailing(edition.unplayable.slice(0, mostNamed).map(({ detail }) => detail)),
    },
    staged: status.staged && {
      edition: status.staged.edition,
      missing: status.staged.missingCount,
      failed: status.staged.failedCount,
    },
    sync: {
      state: sync.state,
      lastSuccessAt: sync.lastSuccessAt,
      error: sync.lastError?.code ?? null,
      /** Files are on their way, and not only finally failed. */
      coming: status.downloads.goal !== null,
    },
    update: {
      state: update.state,
      sentence: cut(inEnglish(update.sentence), 200),
      ...translatable(update.sentence),
      running: update.running,
      next: update.next?.version ?? null,
      blocked: update.blocked.length,
    },
    rollout,
    version: status.version,
    mode: health.mode,
    browser: health.browser,
    storage: { freeBytes: storage.freeBytes, state: health.storage?.state ?? null },
    clock: health.clock,
    ...buttons,
  };
}

/** For pages in other languages; a long one is left out, and its English text stays. */
function translatable(sentence: Message) {
  const isShort = typeof sentence === 'object' && JSON.stringify(sentence).length <= 300;
  return isShort ? { i18n: { sentence } } : {};
}

function whyFailing(details: readonly Message[]): { why: readonly string[]; i18n?: object } {
  const why = details.map((detail) => cut(inEnglish(detail), 200));
  return JSON.stringify(details).length <= 1_000 ? { why, i18n: { why: details } } : { why };
}

export type State = ReturnType<typeof stateOf>;

/** Two states with the same key are the same to the fleet. `playing` is left out because it changes all the time. */
export function keyOf({
  name,
  verdict,
  reasons,
  screens,
  edition,
  staged,
  update,
  rollout,
  version,
  mode,
  sync,
  cannot,
  already,
}: State): string {
  return JSON.stringify([
    name,
    verdict,
    reasons,
    screens.map(({ id, wanted, seen }) => [id, wanted, seen]),
    ...[
      edition?.id,
      edition?.complete,
      edition?.failing,
      staged?.edition,
      staged?.failed,
      update.state,
      update.next,
      update.blocked,
      version,
      mode,
    ],
    rollout,
    sync.error,
    sync.coming,
    cannot,
    already,
  ]);
}

/** JSON of at most `largestState` bytes. The reasons of files and healthy screens are dropped first; `left` counts the screens. */
export function stateText(state: State): string {
  for (const most of [64, 16, 8, 4, 1, 0]) {
    const screens = [...state.screens].sort((one, other) => Number(isWell(one)) - Number(isWell(other)));
    const text = JSON.stringify({
      ...state,
      ...(most === 64 || state.edition === null ? {} : { edition: { ...state.edition, why: [], i18n: {} } }),
      reasons: state.reasons.slice(0, most),
      screens: screens.slice(0, most),
      playing: state.playing.slice(0, most),
      ...(state.screens.length > most ? { left: state.screens.length - most } : {}),
    });
    if (Buffer.byteLength(text) <= largestState) return text;
  }
  // A running rollout waits for this report: send it even when nothing else fits.
  const { at, verdict, since, version, rollout } = state;
  return JSON.stringify({ at, verdict, since, version, rollout, left: state.screens.length });
}

function isWell({ wanted, seen }: State['screens'][number]): boolean {
  return wanted === 'off' || seen === 'painting' || seen === 'standing-by' || seen === 'black';
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
