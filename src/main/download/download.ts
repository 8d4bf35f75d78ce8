import { message } from '../../shared/languages/message.ts';
import { knownDiskError } from '../ground/disk-errors.ts';
import { VitrineError } from '../ground/errors.ts';
import { networkFailure } from '../net/failure.ts';
import { PaceGuard } from '../net/pace.ts';
import { accept } from './accept.ts';
import { ask } from './ask.ts';
import type { DownloadTask } from './download-task.ts';
import { interrupted, noSpace, tooSlow } from './failures.ts';
import type { SharedNeeds } from './needs.ts';
import { Part } from './part.ts';
import type { FinishedPart, SyncStore } from './ports.ts';
import { receive } from './receive.ts';
import type { Attended, Opened, RequestNeeds } from './request.ts';
import { announcedLength, contentRange, encodingOf, endsWithConnection, validatorOf } from './response.ts';

export type DownloadNeeds = RequestNeeds &
  Pick<SharedNeeds, 'fs' | 'bandwidth' | 'blocks' | 'space'> & {
    readonly store: Pick<SyncStore, 'partsFolder'>;
  };

interface Watching {
  /** False: it is known that no earlier attempt left anything. */
  readonly mayResume: boolean;
  /** Ends this attempt: when nobody wants it any more, or when its guard has waited long enough. */
  readonly cut: AbortController;
  /** How many bytes are here in all, and how many there will be as far as the server says. */
  onProgress(received: number, total: number | null): void;
}

export interface Downloaded<Finished = FinishedPart> {
  readonly finished: Finished;
  /** How many bytes came over the line in this attempt. */
  readonly transferred: number;
  /** After the part has become an object. */
  forgetSidecar(): Promise<void>;
  /** When the part could not become one. That the disk refuses even this is no further failure. */
  discard(): Promise<void>;
}

/** The length that a file is taken to have when nobody says how long it is. */
export const assumedBytes = 1024 * 1024;

/** One attempt at one file. It fails with a VitrineError or with the reason for which it was cut; what has come is kept. */
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
      discard: () => asFarAsDiskLets(() => part.discard()),
    };
  } catch (thrown) {
    const error = asFailure(thrown, task, needs);
    await putAway(part, error);
    throw error;
  } finally {
    guard.end();
  }
}

/** Bytes that were refused are worth nothing; those of an attempt that broke off are worth keeping. */
function putAway(part: Part, error: VitrineError): Promise<void> {
  return asFarAsDiskLets(() => (error.kind === 'permanent' ? part.discard() : part.keep()));
}

async function asFarAsDiskLets(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (disk) {
    // The attempt has failed already and says why. A disk that fails too is told by the next attempt, if not by this one.
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
  const answer = await ask(part, needs, task, watching);
  try {
    return await takeIn(part, answer, needs, task, watching);
  } finally {
    // Whatever failed: an answer that nobody reads to its end would keep its connection for ever.
    answer.body.destroy();
  }
}

async function takeIn(
  part: Part,
  answer: Opened,
  needs: DownloadNeeds,
  task: DownloadTask,
  watching: Watching & Attended,
): Promise<number> {
  const { head } = answer;
  // The answer begins at the beginning, whatever was asked for.
  if (head.status === 200 && part.received > 0) await part.discard();
  const goesOn = part.received > 0;
  const encoding = encodingOf(head);
  const announced = announcedLength(head);
  const rangeTotal = contentRange(head)?.total ?? null;
  const total = encoding !== null ? null : goesOn ? rangeTotal : announced;
  const expected = total ?? task.download.size ?? assumedBytes;
  if (!(await needs.space.take(Math.max(0, expected - part.received)))) throw noSpace();
  // An encoded answer cannot be gone on with: its positions are not those of the file.
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
