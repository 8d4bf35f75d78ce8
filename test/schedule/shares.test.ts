import { expect, test } from 'vitest';
import { scheduleText } from '../../src/main/cli/text/schedule.ts';
import { dayPlan } from '../../src/main/schedule/day-plan.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { explain } from '../../src/main/schedule/explain.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { scheduleInput } from './inputs.ts';
import { noon } from './timed-lists.ts';

const given = edition([
  playlist('main', [
    entry('1', { duration: 20 }),
    entry('2', { index: 1, nestedPlaylistId: 'ads' }),
    entry('3', { index: 2, nestedPlaylistId: 'tips' }),
  ]),
  playlist(
    'ads',
    [entry('4'), entry('5', { index: 1 }), entry('6', { index: 2 }), entry('7', { index: 3 })],
    {
      name: 'Ads',
      visit: { rule: 'continuous', count: 3 },
    },
  ),
  playlist('tips', [entry('8'), entry('9', { index: 1 })], {
    name: 'Tips',
    visit: { rule: 'random', count: 1 },
  }),
]);

/** A pass takes 60 s: 20 s of item 1, three advertisements and a tip of 10 s each. */
const shares = { 1: 1 / 3, 4: 1 / 8, 5: 1 / 8, 6: 1 / 8, 7: 1 / 8, 8: 1 / 12, 9: 1 / 12 };
const visits = [
  { entryId: '2', path: ['2'], name: 'Ads', order: 'in-order', count: 3, of: 4 },
  { entryId: '3', path: ['3'], name: 'Tips', order: 'random', count: 1, of: 2 },
];

test('explain, text and Day give the items of each visit and the share of each item', () => {
  const evaluation = evaluate({ ...scheduleInput(given), at: noon });
  const report = explain(evaluation, given, '1');
  expect(report.visits).toEqual(visits);
  for (const { entryId, share } of report.cues) expect(share).toBeCloseTo(shares[entryId as '1'], 5);

  const text = scheduleText(given, evaluation);
  expect(text).toContain('Ads: 3 of 4 items each time, in order.');
  expect(text).toContain('Tips: 1 of 2 items each time, at random.');
  expect(text.match(/[\d.]+ %/g)).toEqual(['33.3 %', ...Array(4).fill('12.5 %'), '8.3 %', '8.3 %']);

  const day = dayPlan(scheduleInput(given), '2026-06-01').entries;
  expect(day).toHaveLength(7);
  for (const { entryId, share } of day) expect(share).toBeCloseTo(shares[entryId as '1'], 5);
});
