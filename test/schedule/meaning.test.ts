import { expect, test } from 'vitest';
import { meaningOf } from '../../src/main/schedule/meaning.ts';
import { reasons } from '../../src/main/schedule/reason.ts';
import { entry } from '../support/records.ts';

test('each reason is said with what the entry says', () => {
  const dated = entry('1', {
    startDate: '2026-06-01',
    endDate: '2026-07-01',
    weekdays: 62,
    endTime: '12:00:00',
  });
  expect(meaningOf('before-start-date', dated)).toBe('starts on 2026-06-01');
  expect(meaningOf('after-end-date', dated)).toBe('ended on 2026-07-01');
  expect(meaningOf('wrong-weekday', dated)).toBe('only on Monday, Tuesday, Wednesday, Thursday, Friday');
  expect(meaningOf('outside-time', dated)).toBe('only from 00:00:00 to 12:00:00');
  for (const reason of reasons) expect(meaningOf(reason, undefined)).not.toBe('');
});

test('what cannot be read is said to the point', () => {
  const wrong = entry('1', {
    startDate: '2026-02-30',
    endTime: '24:00:00',
    duration: -1,
    nestedPlaylistId: 'p',
    mediaFileId: 'm',
  });
  expect(meaningOf('unreadable', wrong)).toBe(
    'cannot be read: it names a media file and a playlist; the duration -1; there is no day "2026-02-30"; there is no time "24:00:00"',
  );
  // As it is decoded: nothing else of it was read.
  const unread = entry('1', { unreadable: 'weekdays must be a number', mediaFileId: null });
  expect(meaningOf('unreadable', unread)).toBe('cannot be read: weekdays must be a number');
});
