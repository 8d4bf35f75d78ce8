import { expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/main/download/ports.ts';
import { readStore } from '../../src/main/store/read.ts';
import { message } from '../../src/shared/languages/message.ts';
import { download, editionOf, mediaFile, source } from '../support/records.ts';
import { opened, temporaryFolder } from './support/folder.ts';

const attempt: AttemptRecord = {
  source,
  marker: 'm',
  mediaFileId: '9007199254740993',
  attempts: 2,
  refusals: 1,
  firstAt: 1_700_000_000_000,
  lastProgressAt: 1_700_000_000_001,
  nextTryAt: 1_700_000_000_002,
  failed: true,
  code: 'hash-mismatch',
  message: message('media-wrong-hash'),
};

test('attempts, waits and the rolled back edition outlive a restart', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  first.store.saveAttempt(attempt);
  first.store.cmsRetryAfter.set(123_456);
  first.store.setRetryAfter('https://media.example', 777);
  first.store.setRetryAfter('https://other.example', 888);
  first.store.setRetryAfter('https://other.example', null);
  await first.store.close();

  const { store } = await opened(folder);
  expect(store.attempt(source, 'm')).toEqual(attempt);
  expect(store.attempt('another source', 'm')).toBeNull();
  expect(store.cmsRetryAfter.until()).toBe(123_456);
  expect(store.retryAfter('https://media.example')).toBe(777);
  expect(store.retryAfter('https://other.example')).toBeNull();
  store.cmsRetryAfter.set(null);
  store.clearAttempt(source, 'm');
  expect([store.cmsRetryAfter.until(), store.attempt(source, 'm')]).toEqual([null, null]);
});

test('failed downloads are reported with the holdings of an edition', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const edition = editionOf([
    mediaFile('a', { download: download('a', { marker: 'm' }) }),
    mediaFile('b', { download: download('b', { marker: 'n' }) }),
  ]);
  const missing = async () => {
    const reader = await readStore(folder);
    const reported = [...reader.holdings(edition).missing].map(([id, { failed, message }]) => [
      id,
      failed,
      message,
    ]);
    await reader.close();
    expect([...store.holdings(edition).missing.keys()]).toEqual(reported.map(([id]) => id));
    return reported;
  };
  expect(await missing()).toEqual([]);
  store.saveAttempt(attempt);
  expect(await missing()).toEqual([['a', true, message('media-wrong-hash')]]);
  store.saveAttempt({
    ...attempt,
    marker: 'n',
    failed: false,
    message: message('media-too-slow', { rate: 1024 }),
  });
  expect(await missing()).toEqual([
    ['a', true, message('media-wrong-hash')],
    ['b', false, message('media-too-slow', { rate: 1024 })],
  ]);
  store.clearAttempt(source, 'm');
  expect(await missing()).toEqual([['b', false, message('media-too-slow', { rate: 1024 })]]);
});
