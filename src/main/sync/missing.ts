import { message } from '../../shared/languages/message.ts';
import { whyFailed } from '../download/failures.ts';
import type { Holdings } from '../edition/holdings.ts';
import { type Goal, isHeldBack, missingOf } from './goal.ts';
import type { Job } from './job.ts';
import type { SharedNeeds } from './needs.ts';
import type { DownloadQueue } from './queue.ts';
import type { MissingFile, StagedUpdate, SyncReport } from './report.ts';
import type { Wanted } from './wanted.ts';

interface MissingNeeds extends Pick<SharedNeeds, 'store' | 'clock' | 'limits'> {
  readonly queue: DownloadQueue;
}

/** Keeps the status readable for an update of 100,000 files. */
const mostListed = 48;

/** The reason for each missing media file. */
export function failures({ edition, missing }: Goal, { store, queue }: MissingNeeds): SyncReport['failed'] {
  return missing.map(({ file }) => {
    const marker = file.download?.marker ?? '';
    const postponed = { code: 'postponed', message: message('postponed') };
    const failure = failureOf(queue.jobOf(marker)) ?? store.attempt(edition.source, marker) ?? postponed;
    return { mediaFileId: file.id, code: failure.code, message: failure.message };
  });
}

/** The staged update and its missing files. */
export function stagedUpdate(
  goal: Goal | null,
  fallbackZone: string | null,
  { store, queue, clock, limits }: MissingNeeds,
): StagedUpdate | null {
  const edition = store.staged()?.edition ?? null;
  if (edition === null) return null;
  // Before the first answer of the CMS in this run there is no goal.
  const known = goal?.edition.id === edition.id ? goal : null;
  const missing = known?.missing ?? missingOf(store, edition, clock.now(), fallbackZone);
  return {
    edition: edition.id,
    isEmpty: isHeldBack(store, edition, clock.now(), fallbackZone, limits),
    missingCount: missing.length,
    failedCount: known?.failedCount ?? failedOf(missing, store.holdings(edition)),
    missing: missing.slice(0, mostListed).map(({ file }): MissingFile => {
      const marker = file.download?.marker ?? '';
      const job = queue.jobOf(marker);
      const record = store.attempt(edition.source, marker);
      const failure = failureOf(job) ?? record;
      const dueAt = job === null ? (record?.nextTryAt ?? null) : job.dueAt;
      return {
        mediaFileId: file.id,
        name: file.name,
        received: job?.received ?? 0,
        size: job?.total ?? file.download?.size ?? null,
        error: failure && { code: failure.code, message: failure.message },
        nextTryAt: dueAt === null ? null : new Date(dueAt).toISOString(),
        failed: record?.failed ?? false,
      };
    }),
  };
}

function failedOf(missing: readonly Wanted[], { missing: tried }: Holdings): number {
  return missing.filter(({ file }) => tried.get(file.id)?.failed === true).length;
}

function failureOf(job: Pick<Job, 'lastError'> | null): MissingFile['error'] {
  const error = job?.lastError ?? null;
  return error && { code: error.code, message: whyFailed(error) };
}
