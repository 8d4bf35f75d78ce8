import { message } from '../../shared/languages/message.ts';
import { knownDiskError } from '../ground/disk-errors.ts';
import { VitrineError } from '../ground/errors.ts';
import { networkFailure } from '../net/failure.ts';
import { PaceGuard } from '../net/pace.ts';
import { accept } from './accept.ts';
import type { DownloadTask } from './download-task.ts';
import { interrupted, noSpace, tooSlow } from './failures.ts';
import type { SharedNeeds } from './needs.ts';
import { Part } from './part.ts';
import type { FinishedPart, SyncStore } from './ports.ts';
import { receive } from './receive.ts';
import type { Attended, Opened, RequestNeeds } from './request.ts';
import { requestMissing } from './request-missing.ts';
import { announcedLength, contentRange, encodingOf, endsWithConnection, validatorOf } from './response.ts';

export type DownloadNeeds = RequestNeeds &
  Pick<SharedNeeds, 'fs' | 'bandwidth' | 'blocks' | 'space'> & {
    readonly store: Pick<SyncStore, 'partsFolder'>;
  };

interface Watching {
  /** False: certainly no earlier attempt left a part. */
  readonly mayResume: boolean;
  /** Aborts this attempt, when it is cancelled or when its guard times out. */
  readonly cut: AbortController;
  /** Bytes received in all, and the total that the server announced. */
  onProgress(received: number, total: number | null): void;
}

export interface Downloaded<Finished = FinishedPart> {
  readonly finished: Finished;
  /** Bytes transferred in this attempt. */
  readonly transferred: number;
  /** Call after the part has become an object. */
  forgetSidecar(): Promise<void>;
  /** Call when the part could not become an object. A disk error here is not a further failure. */
  discard(): Promise<void>;
}

/** Assumed length of a file of unknown length. */
export const assumedBytes = 1024 * 1024;

/** One attempt at one file. Rejects with a VitrineError or with the reason of the abort; received bytes are kept. */
export function download(needs: DownloadNeeds, task: DownloadTask, watching: Watching): Promise<Downloaded>;
export function download<Finished>(
  needs: DownloadNeeds,
  task: DownloadTask,
  watching: Watching & { accept(part: Part): Promise<Finished> },
): Promise<Downloaded<Finished>>;
export async function download(
  needs: DownloadNeeds,
  task: DownloadTask,
  watching: Watching & { accept?(part: Part): Promise<unknown> },
): Promise<Downloaded<unknown>> {
  const part = new Part(needs, task);
  const { cut } = watching;
  const guard = new PaceGuard(needs.clock, needs.limits, (fault) => cut.abort(tooSlow(fault, needs.limits)));
  try {
    cut.signal.throwIfAborted();
    if (watching.mayResume) await part.resume();
    const transferred = await fetchInto(part, needs, task, { ...watching, guard });
    const finished = await (watching.accept?.(part) ?? accept(part, task));
    part.release();
    return {
      finished,
      transferred,
      forgetSidecar: () => part.forgetSidecar(),
      discard: () => ignoringDiskErrors(() => part.discard()),
    };
  } catch (thrown) {
    const error = asFailure(thrown, task, needs);
    await putAway(part, error);
    throw error;
  } finally {
    guard.end();
  }
}

/** Discards refused bytes, and keeps those of an interrupted attempt. */
function putAway(part: Part, error: VitrineError): Promise<void> {
  return ignoringDiskErrors(() => (error.kind === 'permanent' ? part.discard() : part.keep()));
}

async function ignoringDiskErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (disk) {
    // The attempt already failed with its own error. The next attempt reports the disk, if this one did not.
    if (knownDiskError(disk, 'store-downloads') === null) throw disk;
  }
}

function asFailure(thrown: unknown, task: DownloadTask, needs: DownloadNeeds): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  return knownDiskError(thrown, 'download') ?? networkFailure(thrown, task.download.url, needs.clock.now());
}

async function fetchInto(
  part: Part,
  needs: DownloadNeeds,
  task: DownloadTask,
  watching: Watching & Attended,
): Promise<number> {
  if (part.noted !== null && part.noted.total === part.received) return 0;
  const answer = await requestMissing(part, needs, task, watching);
  try {
    return await receiveAnswer(part, answer, needs, task, watching);
  } finally {
    // An answer that is not read to its end would keep its connection for ever.
    answer.body.destroy();
  }
}

async function receiveAnswer(
  part: Part,
  answer: Opened,
  needs: DownloadNeeds,
  task: DownloadTask,
  watching: Watching & Attended,
): Promise<number> {
  const { head } = answer;
  // The server ignored the range and starts from the beginning.
  if (head.status === 200 && part.received > 0) await part.discard();
  const continues = part.received > 0;
  const encoding = encodingOf(head);
  const announced = announcedLength(head);
  const rangeTotal = contentRange(head)?.total ?? null;
  const total = encoding !== null ? null : continues ? rangeTotal : announced;
  const expected = total ?? task.download.size ?? assumedBytes;
  if (!(await needs.space.take(Math.max(0, expected - part.received)))) throw noSpace();
  // An encoded answer cannot be resumed: its positions are not those of the file.
  await part.begin({ validator: encoding === null ? validatorOf(head) : null, total });

  const transferred = await receive(part, answer, needs, { ...watching, kind: task.kind, expected });
  if (announced !== null && transferred !== announced) {
    throw cutShort(transferred, announced);
  }
  if (total !== null && part.received !== total) {
    throw cutShort(part.received, total);
  }
  const { hashes, size } = task.download;
  if (endsWithConnection(head) && hashes.length === 0 && size !== null && part.received !== size) {
    throw cutShort(part.received, size);
  }
  return transferred;
}

function cutShort(received: number, total: number): VitrineError {
  return interrupted(message('media-cut-short', { received, total }));
}
