import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { retryAfterMs } from '../ground/retry.ts';
import type { DownloadTask } from './download-task.ts';
import { captivePortal, interrupted, refused } from './failures.ts';
import type { Part } from './part.ts';
import { type Attended, dispose, type Opened, open, type RequestNeeds } from './request.ts';
import { contentRange, encodingOf, header, validatorOf } from './response.ts';

/** Requests the missing bytes of a file until an answer continues exactly there or starts from the beginning. */
export async function requestMissing(
  part: Part,
  needs: RequestNeeds,
  task: DownloadTask,
  attempt: Attended,
): Promise<Opened> {
  const { url, hashes } = task.download;
  const validator = part.noted?.validator ?? null;
  // Without a validator or a hash the rest cannot be matched with the received bytes.
  if (part.received > 0 && validator === null && hashes.length === 0) await part.discard();
  let hasRefreshed = false;
  for (;;) {
    const from = part.received;
    const range =
      from === 0 ? {} : { range: `bytes=${from}-`, ...(validator ? { 'if-range': validator } : {}) };
    const answer = await open(needs, url, range, attempt);
    if (answer.head.status === 200) return answer;
    if (answer.head.status === 206 && from > 0 && continuesFrom(answer, part)) return answer;
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

/** Whether the answer continues exactly where the part ends, in the same version of the same file. */
function continuesFrom(answer: Opened, part: Part): boolean {
  const range = contentRange(answer.head);
  const { validator = null, total = null } = part.noted ?? {};
  if (range === null || range.from !== part.received || encodingOf(answer.head) !== null) return false;
  if (range.total !== null && total !== null && range.total !== total) return false;
  const now = validatorOf(answer.head);
  return validator === null || now === null || now === validator;
}

function statusFailure({ head, leftOrigin }: Opened, { clock }: RequestNeeds): VitrineError {
  const { status } = head;
  if (status === 404 || status === 410) {
    return refused(message('media-gone', { status }));
  }
  if (status === 401) {
    return new VitrineError('auth', message('media-login'));
  }
  if (leftOrigin && status === 511) return captivePortal();
  if (status === 429 || status >= 500 || status === 408 || status === 425) {
    const wait = retryAfterMs(header(head, 'retry-after'), header(head, 'date'), clock.now());
    return interrupted(
      status === 429 ? message('media-rate-limited') : message('media-server-error', { status }),
      wait === null ? {} : { retryAfterMs: wait },
    );
  }
  if (status === 403) return refused(message('media-forbidden'));
  return refused(message('media-refused', { status }));
}
