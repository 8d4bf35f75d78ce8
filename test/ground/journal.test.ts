import { fstatSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goesToJournal, journalSink } from '../../src/main/ground/journal.ts';
import { createLog } from '../../src/main/ground/log.ts';

test('each line of the journal begins with its priority, and has no timestamp', () => {
  const written: string[] = [];
  const log = createLog(journalSink((text) => written.push(text))).named('show');
  log.debug('every detail');
  log.info('plays', { screens: 2 });
  log.warn('first\nsecond');
  log.error('gone', { error: new Error('no') });
  expect(written).toEqual([
    '<6>show: plays  screens=2\n',
    '<4>show: first\n<4>  second\n',
    '<3>show: gone  error=internal: Unexpected error: no\n',
  ]);
});

test('the journal format is used only if stderr is the journal’s own stream', () => {
  const { dev, ino } = fstatSync(2);
  expect(goesToJournal({})).toBe(false);
  expect(goesToJournal({ JOURNAL_STREAM: `${dev}:${ino + 1}` })).toBe(false);
  expect(goesToJournal({ JOURNAL_STREAM: `${dev}:${ino}` })).toBe(true);
});
