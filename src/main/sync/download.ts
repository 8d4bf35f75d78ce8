import type { CmsApi } from '../cms/api.ts';
import { networkFailure } from '../cms/failure.ts';
import { PaceGuard } from '../cms/pace.ts';
import { knownDiskError } from '../disk-errors.ts';
import { VitrineError } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import { retryAfterMs } from '../retry.ts';
import { accept } from './accept.ts';
import type { Bandwidth } from './bandwidth.ts';
import type { Blocks } from './blocks.ts';
import type { DownloadTask } from './download-task.ts';
import { captivePortal, goneCode, interrupted, loginCode, noSpace, refused, tooSlow } from './failures.ts';
import type { FreeSpace } from './free-space.ts';
import { Part } from './part.ts';
import type { FinishedPart } from './ports.ts';
import { receive } from './receive.ts';
import { type Attended, dispose, type Opened, open, type RequestNeeds } from './request.ts';
import {
  announcedLength,
  contentRange,
  encodingOf,
  endsWithConnection,
  header,
  validatorOf,
} from './response.ts';

export interface DownloadNeeds extends RequestNeeds {
  readonly cms: Pick<CmsApi, 'downloadHeaders' | 'refreshLogin'>;
  readonly fs: FileSystem;
  readonly partsFolder: string;
  readonly bandwidth: Bandwidth;
  readonly blocks: Blocks;
  readonly space: FreeSpace;
}

export interface Watching {
  /** False: it is known that no earlier attempt left anything. */
  readonly mayResume: boolean;
  /** Ends this attempt: for whoever wants it no more, and for a guard that has waited long enough. */
  readonly cut: AbortController;
  /** How many bytes are here in all, and how many there will be as far as the server says. */
  onProgress(received: number, total: number | null): void;
}

export interface Downloaded {
  readonly finished: FinishedPart;
  /** How many bytes came over the line in this attempt. */
  readonly transferred: number;
  /** After the part has become an object. */
  forgetSidecar(): Promise<void>;
  /** When it could not become one. A disk that does not even take that is no further failure. */
  discard(): Promise<void>;
}

/** For a file of which nobody says how long it is. */
export const assumedBytes = 1024 * 1024;

/** One attempt at one file. It fails with a VitrineError, or with the signal's reason; what has come is kept. */
export async function download(
  needs: DownloadNeeds,
  task: DownloadTask,
  watching: Watching,
): Promise<Downloaded> {
  const part = new Part(
    {
      fs: needs.fs,
      blocks: needs.blocks,
      folder: needs.partsFolder,
      source: task.source,
      marker: task.download.marker,
    },
    task.download.hashes,
  );
  const { cut } = watching;
  const guard = new PaceGuard(needs.clock, needs.limits, (fault) => cut.abort(tooSlow(fault, needs.limits)));
  try {
    cut.signal.throwIfAborted();
    if (watching.mayResume) await part.resume();
    const transferred = await fetchInto(part, needs, task, { ...watching, guard });
    const finished = await accept(part, task);
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

/** Bytes that were refused are worth nothing; bytes of an attempt that broke off are. */
function putAway(part: Part, error: VitrineError): Promise<void> {
  return asFarAsDiskLets(() => (error.kind === 'permanent' ? part.discard() : part.keep()));
}

async function asFarAsDiskLets(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (disk) {
    // The attempt has failed already and says why; a disk that fails too has been met by it, or will be by the next.
    if (knownDiskError(disk, 'putting a download away') === null) throw disk;
  }
}

function asFailure(thrown: unknown, task: DownloadTask, needs: DownloadNeeds): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  return (
    knownDiskError(thrown, 'downloading') ?? networkFailure(thrown, task.download.url, needs.clock.now())
  );
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
  // It begins at the beginning, whatever was asked for.
  if (head.status === 200 && part.received > 0) await part.discard();
  const goesOn = part.received > 0;
  const encoding = encodingOf(head);
  const announced = announcedLength(head);
  const rangeTotal = contentRange(head)?.total ?? null;
  const total = encoding !== null ? null : goesOn ? rangeTotal : announced;
  const expected = total ?? task.download.size ?? assumedBytes;
  if (!(await needs.space.take(Math.max(0, expected - part.received)))) throw noSpace();
  // Without a validator what has come could not be continued; with an encoding its positions mean nothing.
  await part.begin({ validator: encoding === null ? validatorOf(head) : null, total });

  const transferred = await receive(part, answer, needs, { ...watching, kind: task.kind, expected });
  if (announced !== null && transferred !== announced) {
    throw interrupted('media-cut-short', `The download ended after ${transferred} of ${announced} bytes.`);
  }
  if (total !== null && part.received !== total) {
    throw interrupted('media-cut-short', `The download ended after ${part.received} of ${total} bytes.`);
  }
  const { hashes, size } = task.download;
  if (endsWithConnection(head) && hashes.length === 0 && size !== null && part.received !== size) {
    throw interrupted('media-cut-short', `The connection ended after ${part.received} of ${size} bytes.`);
  }
  return transferred;
}

/** Asks for what is missing, until an answer goes on exactly there or begins at the beginning. */
async function ask(part: Part, needs: DownloadNeeds, task: DownloadTask, attempt: Attended): Promise<Opened> {
  const { url, hashes } = task.download;
  const validator = part.noted?.validator ?? null;
  // Without validator and hash nobody could tell whether the rest belongs to the beginning.
  if (part.received > 0 && validator === null && hashes.length === 0) await part.discard();
  let hasRefreshed = false;
  for (;;) {
    const from = part.received;
    const range =
      from === 0 ? {} : { range: `bytes=${from}-`, ...(validator ? { 'if-range': validator } : {}) };
    const answer = await open(needs, url, range, attempt);
    if (answer.head.status === 200) return answer;
    if (answer.head.status === 206 && from > 0 && goesOnFrom(answer, part)) return answer;
    dispose(answer, needs);
    if (from > 0 && (answer.head.status === 206 || answer.head.status === 416)) {
      await part.discard();
      continue;
    }
    if (answer.head.status === 401 && !hasRefreshed && (await needs.cms.refreshLogin())) {
      hasRefreshed = true;
      continue;
    }
    throw statusFailure(answer, needs);
  }
}

/** Whether these bytes are the ones that follow, of the same version of the same file. */
function goesOnFrom(answer: Opened, part: Part): boolean {
  const range = contentRange(answer.head);
  const { validator = null, total = null } = part.noted ?? {};
  if (range === null || range.from !== part.received || encodingOf(answer.head) !== null) return false;
  if (range.total !== null && total !== null && range.total !== total) return false;
  const now = validatorOf(answer.head);
  return validator === null || now === null || now === validator;
}

function statusFailure({ head, leftOrigin }: Opened, { clock }: DownloadNeeds): VitrineError {
  const { status } = head;
  if (status === 404 || status === 410) {
    return refused(goneCode, `The server does not have this file (${status}).`);
  }
  if (status === 401) {
    return new VitrineError('auth', loginCode, 'The server wants a login for this file (401).');
  }
  if (leftOrigin && status === 511) return captivePortal();
  if (status === 429 || status >= 500 || status === 408 || status === 425) {
    const wait = retryAfterMs(header(head, 'retry-after'), header(head, 'date'), clock.now());
    return interrupted(
      status === 429 ? 'media-rate-limited' : 'media-server-error',
      `The server cannot give this file now (${status}).`,
      wait === null ? {} : { retryAfterMs: wait },
    );
  }
  if (status === 403) return refused('media-forbidden', 'The server does not allow this file (403).');
  return refused('media-refused', `The server answered ${status} for this file.`);
}
