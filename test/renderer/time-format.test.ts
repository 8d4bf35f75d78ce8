import { expect, test } from 'vitest';
import { formatInstant } from '../../src/renderer/time-format.ts';

const evening = Date.parse('2026-06-01T19:05:09Z');

test.each([
  ['HH:mm', 'UTC', '19:05'],
  ['HH:mm:ss', 'Europe/Vienna', '21:05:09'],
  ['h:mm A', 'UTC', '7:05 PM'],
  ['DD.MM.YYYY HH:mm', 'UTC', '01.06.2026 19:05'],
  ['H:i', 'UTC', '19:05'],
  ['d.m.Y H:i:s', 'Asia/Tokyo', '02.06.2026 04:05:09'],
  ['', 'UTC', '19:05'],
  ['24', 'UTC', '19:05'],
])('%s in %s', (pattern, zone, text) => {
  expect(formatInstant(evening, pattern, zone)).toBe(text);
});

test('midnight is written 00, not 24', () => {
  expect(formatInstant(Date.parse('2026-06-01T00:00:00Z'), 'HH:mm', 'UTC')).toBe('00:00');
});
