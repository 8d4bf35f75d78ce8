import { describe, expect, test } from 'vitest';
import type { DownloadTask } from '../../src/main/download/download-task.ts';
import { defaultLimits } from '../../src/main/download/limits.ts';
import type { AttemptRecord, SyncStore } from '../../src/main/download/ports.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { Job } from '../../src/main/sync/job.ts';
import { mayHelpAtOnce, type RetriesNeeds, remember, waitFor } from '../../src/main/sync/retries.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { download } from '../support/records.ts';

const minute = 60_000;
const task: DownloadTask = {
  source: 's',
  kind: 'image',
  mediaFileIds: ['1', '2'],
  name: 'Picture',
  rank: 0,
  download: download('1', { url: 'http://cms.example/files/1' }),
};
const outage = new VitrineError('temporary', 'media-server-error', verbatim('not now'));
const asking = new VitrineError('temporary', 'media-rate-limited', verbatim('429'), {
  retryAfterMs: 7 * minute,
});
const refusal = new VitrineError('permanent', 'media-wrong-hash', verbatim('wrong'));
const fullDisk = new VitrineError('temporary', 'disk-full', verbatim('full'));

function remembering() {
  const clock = new ManualClock();
  const lines: LogLine[] = [];
  const records = new Map<string, AttemptRecord>();
  const retryAfter = new Map<string, number>();
  const needs: RetriesNeeds = {
    store: {
      attempt: (_, marker) => records.get(marker) ?? null,
      saveAttempt: (record) => void records.set(record.marker, record),
      retryAfter: (origin) => retryAfter.get(origin) ?? null,
      setRetryAfter: (origin, until) => void retryAfter.set(origin, until ?? 0),
    } as Partial<SyncStore> as SyncStore,
    clock,
    log: createLog((line) => lines.push(line)),
    limits: defaultLimits,
    random: () => 1,
    cmsAnswers: () => true,
  };
  const fail = (error: VitrineError, isNews = true) =>
    remember(task, { error, progressed: false, isNews }, needs);
  return { clock, lines, records, retryAfter, needs, fail };
}

describe('the wait before an attempt', () => {
  const jobWith = (fields: Partial<Job>): Job => Object.assign(new Job(task), fields);

  test('is zero before the first one', () => {
    expect(waitFor(new Job(task), remembering().needs)).toBe(0);
  });

  test('follows the failures of the download, except for a sync on demand', () => {
    const { needs, fail, clock } = remembering();
    fail(outage);
    expect(waitFor(new Job(task), needs)).toBe(2000);
    expect(waitFor(jobWith({ eagerAttempts: 1 }), needs)).toBe(0);
    clock.pass(5000);
    expect(waitFor(new Job(task), needs)).toBe(0);
  });

  test('honours `Retry-After`, also for a sync on demand', () => {
    const { needs, fail } = remembering();
    fail(asking);
    expect(waitFor(new Job(task), needs)).toBe(7 * minute);
    expect(waitFor(jobWith({ eagerAttempts: 3 }), needs)).toBe(7 * minute);
    expect(waitFor(jobWith({ lastError: fullDisk }), needs)).toBe(7 * minute);
  });

  test('is half a minute after a disk error, and longer after each further one, as each requests the file', () => {
    const { needs } = remembering();
    const after = (diskFailures: number) => waitFor(jobWith({ lastError: fullDisk, diskFailures }), needs);
    expect([1, 2, 3, 4, 5, 50].map(after)).toEqual([0.5, 1, 2, 4, 5, 5].map((minutes) => minutes * minute));
    expect(waitFor(jobWith({ lastError: outage }), needs)).toBe(0);
  });

  test('never exceeds the longest backoff, also after a leap of the clock', () => {
    const { needs, fail, clock } = remembering();
    fail(refusal);
    clock.set('2020-01-01T00:00:00Z');
    expect(waitFor(new Job(task), needs)).toBe(defaultLimits.retryFailedMs);
  });
});

describe('the saved record', () => {
  test('names the first media file of a failed download', () => {
    const { records, fail } = remembering();
    expect(fail(outage)).toMatchObject({ mediaFileId: '1', source: 's', attempts: 1, failed: false });
    expect(fail(outage)).toMatchObject({ attempts: 2 });
    expect([...records]).toMatchObject([['marker 1', { attempts: 2 }]]);
  });

  test("keeps a server's `Retry-After` for all of its files", () => {
    const { retryAfter, fail, clock } = remembering();
    fail(outage);
    expect([...retryAfter]).toEqual([]);
    fail(asking);
    expect([...retryAfter]).toEqual([['http://cms.example', clock.now() + 7 * minute]]);
  });

  test('does not count a disk error against the download', () => {
    const { records, fail } = remembering();
    expect(fail(fullDisk)).toBeNull();
    expect(records.size).toBe(0);
  });
});

test('the log reports a repeated failure once, and once more when it is final', () => {
  const { lines, fail } = remembering();
  const logged = () => lines.splice(0).map(({ level, message }) => `${level}: ${message}`);
  fail(refusal);
  expect(logged()).toEqual(['info: A download failed and will be retried']);
  fail(refusal, false);
  expect(logged()).toEqual([]);
  fail(refusal, false);
  expect(logged()).toEqual(['warn: A download failed for good']);
  fail(refusal, false);
  expect(logged()).toEqual([]);
  fail(fullDisk);
  expect(logged()).toEqual(['info: A download failed and will be retried']);
});

test.each([
  ['media-server-error', true],
  ['media-wrong-hash', true],
  ['media-gone', false],
  ['media-login', false],
  ['disk-full', false],
  ['too-many-files', false],
])('after %s it helps to try again at once: %s', (code, expected) => {
  expect(mayHelpAtOnce(new VitrineError('temporary', code, verbatim(code)))).toBe(expected);
});
