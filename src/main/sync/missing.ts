import { message } from '../../shared/languages/message.ts';
import { whyFailed } from '../download/failures.ts';
import { type Goal, missingOf } from './goal.ts';
import type { Job } from './job.ts';
import type { SharedNeeds } from './needs.ts';
import type { DownloadQueue } from './queue.ts';
import type { MissingFile, StagedUpdate, SyncReport } from './report.ts';

interface MissingNeeds extends Pick<SharedNeeds, 'store' | 'clock'> {
  readonly queue: DownloadQueue;
}

/** Status stays readable with an update of 100,000 files. */
const mostTold = 48;

/** Why each media file that is still missing is not here. */
export function failures({ edition, missing }: Goal, { store, queue }: MissingNeeds): SyncReport['failed'] {
  return missing.map(({ file }) => {
    const marker = file.download?.marker ?? '';
    const postponed = { code: 'postponed', message: message('postponed') };
    const failure = failureOf(queue.jobOf(marker)) ?? store.attempt(edition.source, marker) ?? postponed;
    return { mediaFileId: file.id, code: failure.code, message: failure.message };
  });
}

/** The update that is staged, and what of it is still missing. */
export function stagedUpdate(
  goal: Goal | null,
  fallbackZone: string | null,
  { store, queue, clock }: MissingNeeds,
): StagedUpdate | null {
  const edition = store.staged()?.edition ?? null;
  if (edition === null) return null;
  // Before the CMS has answered in this run there is no goal yet.
  const known = goal?.edition.id === edition.id ? goal.missing : null;
  const missing = known ?? missingOf(store, edition, clock.now(), fallbackZone);
  return {
    edition: edition.id,
    missingCount: missing.length,
    missing: missing.slice(0, mostTold).map(({ file }): MissingFile => {
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

function failureOf(job: Pick<Job, 'lastError'> | null): MissingFile['error'] {
  const error = job?.lastError ?? null;
  return error && { code: error.code, message: whyFailed(error) };
}
