import type { Reason } from './reason.ts';

/** Each reason as a person would say it. */
export const meaning: Readonly<Record<Reason, string>> = {
  unreadable: 'the entry cannot be read: what it names, a date, a time or its duration is malformed',
  deleted: 'deleted in the CMS',
  never: 'switched off (play rule "never")',
  'clock-not-trusted': 'waits for a clock that can be trusted',
  'before-start-date': 'its start date is still to come',
  'after-end-date': 'its end date has passed',
  'wrong-weekday': 'not on this day of the week',
  'outside-time': 'not at this time of day',
  'media-unknown': 'the CMS does not know its media file',
  'nested-missing': 'the CMS does not know its playlist',
  'media-not-ready': 'the CMS has not finished converting it',
  unsupported: 'this player cannot show its kind',
  'media-not-downloaded': 'not downloaded yet',
  'media-failed': 'put aside after it failed on screen repeatedly',
  'nested-cycle': 'its playlist contains itself',
  'nested-too-large': 'its playlist is nested too deeply or has too many entries',
  'nested-empty': 'nothing in its playlist plays now',
};
