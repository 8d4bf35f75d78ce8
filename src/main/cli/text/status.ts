import { inEnglish } from '../../../shared/languages/message.ts';
import { humanSize } from '../../ground/size.ts';
import type { Status } from '../../report/status.ts';
import type { DownloadProgress, MissingFile, StagedUpdate } from '../../sync/report.ts';
import { table } from './table.ts';
import { unplayableText } from './unplayable.ts';

/** Lists at most so many files; `--json` has all. */
const mostListed = 10;

/** The status for people. */
export function statusText(status: Status, columns = Number.POSITIVE_INFINITY): string {
  const { nowPlaying: playing, edition, sync, downloads, storage, staged } = status;
  const rows: readonly (readonly [string, string])[] = [
    ['health', `${status.health.verdict} since ${status.health.since}: ${inEnglish(status.health.sentence)}`],
    ['version', `${status.version}, on ${status.host}, since ${status.startedAt}`],
    [
      'playing',
      playing
        ? `${playing.kind} ${namedItem(playing)} since ${playing.startedAt}${decodedBy(playing.decoder)}`
        : 'nothing',
    ],
    ...(status.source === null ? [] : [['content', sourceText(status.source)] as const]),
    [
      'content version',
      edition ? `${edition.id.slice(0, 12)}, active since ${edition.activatedAt ?? '–'}` : 'none yet',
    ],
    [
      'sync',
      `${sync.state}${resuming(sync.state)}, last success ${sync.lastSuccessAt ?? 'none since the start'}`,
    ],
    ['next visit', sync.nextAt ?? '–'],
    ['downloads', `${downloads.active} active, ${downloads.queued} waiting${rate(downloads.bytesPerSecond)}`],
    [
      'storage',
      `${storage.objects} objects, ${humanSize(storage.bytes)} used, ${humanSize(storage.freeBytes)} free`,
    ],
    ...status.screens.map(
      (screen) =>
        [
          `screen ${screen.id}`,
          `${screen.alive ? 'painting' : 'NOT painting'}, last frame ${screen.lastFrameAt ?? 'never'}, ${screen.restarts} restarts${memoryOf(screen)}`,
        ] as const,
    ),
    ...(status.update.state === 'off' ? [] : [['update', inEnglish(status.update.sentence)] as const]),
    ...(status.link === null ? [] : [['fleet', linkText(status.link)] as const]),
    ...displayRows(status.display),
    ...(sync.lastError ? [['error', inEnglish(sync.lastError.message)] as const] : []),
    ...(sync.lastError?.remedy ? [['remedy', inEnglish(sync.lastError.remedy)] as const] : []),
    ...status.warnings.map((warning) => ['warning', inEnglish(warning)] as const),
  ];
  return [
    rows.map(([name, value]) => `${name.padEnd(15)}  ${value}\n`).join(''),
    downloadsText(downloads.items, columns),
    edition === null ? '' : missingText(edition, columns),
    unplayableText(edition?.unplayable ?? [], columns),
    staged === null ? '' : stagedText(staged, columns),
  ].join('');
}

function decodedBy(decoder: NonNullable<Status['nowPlaying']>['decoder']): string {
  if (!decoder) return '';
  return `, decoded by ${decoder.isHardware ? 'hardware' : 'the processor'} (${decoder.name})`;
}

/** By name; only what has none is called by its ids. */
function namedItem({ name, mediaFileId, entryId }: NonNullable<Status['nowPlaying']>): string {
  return name ? `“${name}”` : `${mediaFileId} (entry ${entryId})`;
}

function sourceText({ kind, name, cms, playlists }: NonNullable<Status['source']>): string {
  const of =
    kind === 'playlist' ? '' : `, for the ${kind === 'device' ? 'device' : 'device group'} “${name}”`;
  const what = playlists.length > 0 ? playlists.map((one) => `“${one}”`).join(', ') : 'no playlist yet';
  return `${what}${of}, from ${cms}`;
}

function linkText({ state, since, why }: NonNullable<Status['link']>): string {
  const link = state === 'connected' ? `connected since ${since}` : `no link since ${since}`;
  if (why === null) return link;
  return `${link}: ${inEnglish(why.message)}${why.remedy === null ? '' : ` ${inEnglish(why.remedy)}`}`;
}

/** Only displays that are not simply on. */
function displayRows({
  screens,
  byHand,
  switches,
}: Status['display']): readonly (readonly [string, string])[] {
  const off = screens.filter(({ wanted }) => wanted === 'off').map(({ id }) => id);
  const until = byHand?.until ? ` until ${byHand.until}` : '';
  return [
    ...(off.length > 0
      ? [['display', `off: screen ${off.join(', ')}${byHand ? `, by hand${until}` : ', by plan'}`] as const]
      : []),
    ...switches.flatMap(({ name, why }) =>
      why === null ? [] : [['display', `${name}: ${inEnglish(why)}`] as const],
    ),
  ];
}

function memoryOf({ recycles, memoryBytes }: Status['screens'][number]): string {
  const held = memoryBytes === null ? '' : `, holds ${humanSize(memoryBytes)}`;
  return `${held}${recycles > 0 ? `, replaced ${recycles} times for its memory` : ''}`;
}

function resuming(state: Status['sync']['state']): string {
  return state === 'paused' ? ' (to go on: vitrine sync resume)' : '';
}

function downloadsText(items: readonly DownloadProgress[], columns: number): string {
  if (items.length === 0) return '';
  const rows = items
    .slice(0, mostListed)
    .map((file) => [
      file.mediaFileId,
      file.name,
      here(file),
      `${humanSize(file.bytesPerSecond)}/s`,
      timeLeft(file.secondsLeft),
    ]);
  return `\nOn its way:\n${table(['id', 'file', 'here', 'rate', 'time left'], rows, { columns })}${more(items.length)}`;
}

function timeLeft(seconds: number | null): string {
  if (seconds === null) return '–';
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes === 0) return `${seconds} s`;
  return hours === 0 ? `${minutes} min ${seconds % 60} s` : `${hours} h ${minutes % 60} min`;
}

/** Files missing from an edition that plays although it is incomplete. */
function missingText({ complete, missing: all }: NonNullable<Status['edition']>, columns: number): string {
  const missing = all.filter(({ failed }) => !failed);
  if (complete || missing.length === 0) return '';
  const rows = missing
    .slice(0, mostListed)
    .map(({ mediaFileId, name, reason }) => [mediaFileId, name, inEnglish(reason)]);
  return `\nThe content that plays lacks ${files(missing.length)}:\n${table(['id', 'file', 'why'], rows, { columns, longestCell })}${more(missing.length)}`;
}

function stagedText(staged: StagedUpdate, columns: number): string {
  const { edition, missingCount, failedCount, missing } = staged;
  const coming = missingCount - failedCount;
  const cannot = failedCount > 0 ? 'cannot play: its files have failed' : 'is complete and about to play';
  const waits = coming > 0 ? `waits for ${files(coming)}` : cannot;
  if (staged.isEmpty)
    return `\nThe update ${edition.slice(0, 12)} has nothing to show: the previous content keeps playing.\n`;
  const head = `\nThe update ${edition.slice(0, 12)} ${waits}`;
  if (missing.length === 0) return `${head}.\n`;
  const rows = missing
    .slice(0, mostListed)
    .map((file) => [file.mediaFileId, file.name, here(file), outlook(file)]);
  return `${head}:\n${table(['id', 'file', 'here', 'what is going on'], rows, { columns, longestCell })}${more(missingCount)}`;
}

const longestCell = 110;

function here({ received, size }: Pick<MissingFile, 'received' | 'size'>): string {
  return size === null ? humanSize(received) : `${humanSize(received)} of ${humanSize(size)}`;
}

function outlook({ received, error, nextTryAt, failed }: MissingFile): string {
  const tried = error === null ? '' : `${inEnglish(error.message)} `;
  if (failed) return `${tried}Given up: the update does not wait for it.`;
  if (nextTryAt !== null) return `${tried}Tried again at ${nextTryAt.replace(/\.\d+Z$/, 'Z')}.`;
  return `${tried}${received > 0 ? 'It is under way.' : 'It starts by itself.'}`;
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

function more(count: number): string {
  return count > mostListed ? `and ${count - mostListed} more\n` : '';
}

function rate(bytesPerSecond: number): string {
  return bytesPerSecond > 0 ? `, ${humanSize(Math.round(bytesPerSecond))}/s` : '';
}
