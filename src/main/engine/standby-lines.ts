import type { Assignment } from '../edition/assignment.ts';
import { humanSize } from '../size.ts';
import type { StoreHealth } from '../store/health.ts';
import type { SyncStatus } from '../sync/report.ts';

/** By whose clock instants are told; null while the clock cannot be trusted. */
export type ToldZone = string | null;

/** Where the player is to be found, for whoever comes to mend it. */
export function whereabouts(assignment: Assignment | null, cmsUrl: string | null): readonly string[] {
  const kinds = { playlist: 'Playlist', device: 'Device', deviceGroup: 'Device group' };
  return [
    ...(assignment === null ? [] : [`${kinds[assignment.kind]}: ${assignment.ref}`]),
    ...(cmsUrl === null ? [] : [`CMS: ${new URL(cmsUrl).host}`]),
    'To find out more, on this machine: vitrine doctor',
  ];
}

/** When the CMS is asked again; nothing where nobody knows. */
export function nextTry(sync: SyncStatus, zone: ToldZone): readonly string[] {
  if (sync.state === 'fetching') return ['Trying now.'];
  if (sync.nextAt === null) return [];
  if (zone === null) return ['The player keeps trying.'];
  const time = new Date(sync.nextAt).toLocaleTimeString('en-GB', { timeZone: zone });
  return [`Trying again at ${time}.`];
}

/** How far a download is. */
export function progressLines(sync: SyncStatus | null): readonly string[] {
  const goal = sync?.downloads.goal ?? null;
  if (goal === null || sync === null || sync.downloads.active + sync.downloads.queued === 0) return [];
  const files = `${goal.filesHere} of ${goal.files} ${goal.files === 1 ? 'file' : 'files'}`;
  if (goal.bytes === null || goal.bytes === 0) return [`${files}, ${humanSize(goal.bytesHere)}`];
  // Only what is all here is told as such.
  const percent = Math.min(99, Math.floor((goal.bytesHere / goal.bytes) * 100));
  return [`${files}, ${humanSize(goal.bytesHere)} of ${humanSize(goal.bytes)}, ${percent} %`];
}

/** What a disk in trouble means for who stands before the screen. */
export const diskWords: Record<
  StoreHealth['state'],
  { readonly title: string; readonly lines: readonly string[] } | null
> = {
  good: null,
  full: {
    title: 'The disk of this player is full',
    lines: ['Nothing new can be fetched. Free space on the disk of the data folder.'],
  },
  'read-only': {
    title: 'The disk of this player cannot be written to',
    lines: ['It can only be read. Check the disk, and mount it writable again.'],
  },
  failing: {
    title: 'The disk of this player fails',
    lines: ['What is written to it is not kept: replace it.'],
  },
};
