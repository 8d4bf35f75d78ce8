import { expect, test } from 'vitest';
import { meaningOf } from '../../src/main/schedule/meaning.ts';
import { type Reason, reasons } from '../../src/main/schedule/reason.ts';
import { inEnglish, message, verbatim } from '../../src/shared/languages/message.ts';
import { entry } from '../support/records.ts';

test('each reason names the value of its entry', () => {
  const dated = entry('1', {
    startDate: '2026-06-01',
    endDate: '2026-07-01',
    weekdays: 62,
    endTime: '12:00:00',
  });
  const text = (reason: Reason) => inEnglish(meaningOf(reason, dated));
  expect(text('before-start-date')).toBe('starts on 2026-06-01');
  expect(text('after-end-date')).toBe('ended on 2026-07-01');
  expect(text('wrong-weekday')).toBe('only on Monday, Tuesday, Wednesday, Thursday and Friday');
  expect(text('outside-time')).toBe('only from 00:00:00 to 12:00:00');
  for (const reason of reasons) expect(meaningOf(reason, undefined)).toEqual({ code: `reason.${reason}` });
});

test('the reason of an unreadable entry names each of its mistakes', () => {
  const wrong = entry('1', {
    startDate: '2026-02-30',
    endTime: '24:00:00',
    duration: -1,
    nestedPlaylistId: 'p',
    mediaFileId: 'm',
  });
  expect(meaningOf('unreadable', wrong)).toEqual(
    message('reason.unreadable.why', {
      why: [
        message('entry-invalid.both'),
        message('entry-invalid.duration', { value: '-1' }),
        message('entry-invalid.date', { value: '2026-02-30' }),
        message('entry-invalid.time', { value: '24:00:00' }),
      ],
    }),
  );
  // As decoded: the rest was not read.
  const unread = entry('1', { unreadable: verbatim('weekdays must be a number'), mediaFileId: null });
  expect(inEnglish(meaningOf('unreadable', unread))).toBe(
    'invalid entry in the CMS: weekdays must be a number',
  );
});
