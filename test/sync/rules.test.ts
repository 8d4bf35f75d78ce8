import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../src/main/download/limits.ts';
import type { AttemptRecord } from '../../src/main/download/ports.ts';
import { contentRange, validatorOf } from '../../src/main/download/response.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { identify } from '../../src/main/sync/canonical.ts';
import { diff } from '../../src/main/sync/diff.ts';
import { type Failure, nextAttempt } from '../../src/main/sync/next-attempt.ts';
import { looksLossy } from '../../src/main/sync/sanity.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { download, edition, entry, mediaFile, playlist } from '../support/records.ts';

const minute = 60_000;

describe('the id of an edition', () => {
  const one = edition([playlist('a', [entry('1', { mediaFileId: 'x' })])]);

  test('does not depend on the order of the content', () => {
    const { id, ...content } = one;
    const backwards = Object.fromEntries(Object.entries(content).reverse()) as typeof content;
    expect(identify(backwards).id).toBe(id);
  });

  test('ignores the signature of an address and nothing else', () => {
    const { id, ...content } = one;
    const withFile = (values: Parameters<typeof mediaFile>[1]) =>
      identify({ ...content, mediaFiles: { x: mediaFile('x', values) } }).id;
    expect(withFile({ download: download('x', { url: 'http://cms.example/x?signed=2' }) })).toBe(id);
    expect(withFile({ download: download('x', { url: 'http://cms.example/y' }) })).not.toBe(id);
    expect(withFile({ download: download('x', { marker: 'other' }) })).not.toBe(id);
    expect(withFile({ name: 'other' })).not.toBe(id);
  });
});

test('a difference names what was added, removed and changed', () => {
  const before = edition([playlist('a', [entry('1', { mediaFileId: 'x' })]), playlist('b', [])]);
  const after = edition([playlist('a', [entry('1', { mediaFileId: 'y' })]), playlist('c', [])]);
  expect(diff(before, after)).toEqual({
    playlists: { added: ['c'], removed: ['b'], changed: ['a'] },
    mediaFiles: { added: ['y'], removed: ['x'], changed: [] },
  });
  expect(diff(null, after).mediaFiles.added).toEqual(['y']);
});

test.each([
  [10, 5, false],
  [10, 4, true],
  [9, 4, false],
  [9, 0, true],
  [0, 0, false],
  [4, 20, false],
])('a list of %i that has %i now is looked at twice: %s', (before, after, expected) => {
  const list = (length: number) =>
    edition([
      playlist(
        'a',
        Array.from({ length }, (_, id) => entry(String(id))),
      ),
    ]);
  expect(looksLossy(list(before), list(after))).toBe(expected);
  expect(looksLossy(null, list(after))).toBe(false);
});

describe('a failed attempt', () => {
  const refusal = new VitrineError('permanent', 'media-wrong-hash', verbatim('wrong'));
  const outage = new VitrineError('temporary', 'cms-unreachable-cut', verbatim('cut'));
  const base: Failure = {
    source: 's',
    marker: 'm',
    mediaFileId: '1',
    error: outage,
    now: 1_800_000_000_000,
    progressed: false,
    cmsAnswers: true,
    random: () => 1,
  };
  const leaves = (failures: readonly Partial<Failure>[]): AttemptRecord => {
    let attempt: AttemptRecord | null = null;
    for (const failure of failures) attempt = nextAttempt(attempt, { ...base, ...failure }, defaultLimits);
    return attempt ?? expect.fail();
  };
  const at = (minutes: number) => base.now + minutes * minute;

  test('saves whole milliseconds, as the database requires', () => {
    const attempt = nextAttempt(null, { ...base, error: refusal, random: () => 0.123456789 }, defaultLimits);
    expect(
      Object.values(attempt).filter((value) => typeof value === 'number' && !Number.isInteger(value)),
    ).toEqual([]);
  });

  test('fails the download for good after three refusals and retries it much later', () => {
    expect(leaves([{ error: refusal }, { error: refusal }])).toMatchObject({ refusals: 2, failed: false });
    const third = leaves([{ error: refusal }, { error: refusal }, { error: refusal }]);
    expect(third).toMatchObject({
      refusals: 3,
      failed: true,
      nextTryAt: base.now + defaultLimits.retryFailedMs,
    });
  });

  test('fails the download for good at once when the file is gone', () => {
    expect(leaves([{ error: new VitrineError('permanent', 'media-gone', verbatim('404')) }]).failed).toBe(
      true,
    );
  });

  test('lengthens the wait up to a bound', () => {
    const waits = [1, 2, 3, 20].map((count) => leaves(Array(count).fill({})).nextTryAt - base.now);
    expect(waits).toEqual([2000, 4000, 8000, defaultLimits.longestRetryMs]);
  });

  test('fails after half an hour without progress while the CMS answers, not while the network is down', () => {
    const stalled = [{ now: at(0) }, { now: at(10) }, { now: at(31) }];
    expect(leaves(stalled).failed).toBe(true);
    expect(leaves(stalled.map((each) => ({ ...each, cmsAnswers: false }))).failed).toBe(false);
    const moving = [{ now: at(0) }, { now: at(10), progressed: true }, { now: at(31), progressed: true }];
    expect(leaves(moving).failed).toBe(false);
  });

  test('does not blame the file for a full disk', () => {
    const full = new VitrineError('temporary', 'disk-full', verbatim('full'));
    expect(leaves([0, 20, 40, 60].map((minutes) => ({ error: full, now: at(minutes) }))).failed).toBe(false);
  });

  test('waits as long as `Retry-After` says', () => {
    const error = new VitrineError('temporary', 'media-rate-limited', verbatim('429'), {
      retryAfterMs: 3_600_000,
    });
    expect(leaves([{ error }]).nextTryAt - base.now).toBe(3_600_000);
  });
});

describe('headers of an answer', () => {
  const head = (headers: Readonly<Record<string, string>>) => ({ status: 200, headers });

  test.each([
    ['bytes 5-9/10', { from: 5, total: 10 }],
    ['bytes 5-9/*', { from: 5, total: null }],
    ['bytes 9-5/10', null],
    ['bytes 5-10/10', null],
    ['bytes */10', null],
    ['items 1-2/3', null],
    [`bytes 0-${'9'.repeat(20)}/*`, null],
  ])('Content-Range %s', (text, expected) => {
    expect(contentRange(head({ 'content-range': text }))).toEqual(expected);
  });

  test('give a validator only if it proves equal bytes', () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    expect(validatorOf(head({ etag: '"a"', 'last-modified': date }))).toBe('"a"');
    expect(validatorOf(head({ etag: 'W/"a"', 'last-modified': date }))).toBe(date);
    expect(validatorOf(head({ etag: 'W/"a"' }))).toBeNull();
  });
});
