import { expect, test } from 'vitest';
import { emptyHoldings, type HeldObject } from '../../src/main/edition/holdings.ts';
import { dayPlan } from '../../src/main/schedule/day-plan.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';

const held = (id: string): [string, HeldObject] => [
  id,
  {
    ...{ sha256: id.padEnd(64, '0'), bytes: 1, kind: 'image', mimeType: 'image/png', extension: 'png' },
    ...{ durationMs: null, width: 1, height: 1 },
  },
];

test('each entry has a day without a gap, with why it does not play and when it does', () => {
  const made = edition(
    [
      playlist('main', [
        entry('1', { mediaFileId: 'always' }),
        entry('2', {
          index: 1,
          mediaFileId: 'noon',
          playRule: 'schedule',
          startTime: '10:00:00',
          endTime: '12:00:00',
        }),
        entry('3', { index: 2, nestedPlaylistId: 'inner', playRule: 'schedule', startTime: '14:00:00' }),
      ]),
      playlist('inner', [entry('4', { mediaFileId: 'always' })]),
    ],
    [mediaFile('always'), mediaFile('noon')],
  );
  const plan = dayPlan(
    {
      edition: made,
      screenId: '1',
      zone: 'Europe/Berlin',
      holdings: { ...emptyHoldings, objects: new Map([held('always'), held('noon')]) },
      clockTrusted: true,
      defaultTransition: { kind: 'cut', durationMs: 0 },
    },
    '2026-05-01',
  );
  expect([plan.from, plan.until, plan.isCut]).toEqual([
    '2026-04-30T22:00:00.000Z',
    '2026-05-01T22:00:00.000Z',
    false,
  ]);
  expect(plan.entries.find(({ entryId }) => entryId === '2')?.rule).toEqual({
    ...{ playRule: 'schedule', startTime: '10:00:00', endTime: '12:00:00' },
    ...{ startDate: null, endDate: null, weekdays: 0 },
  });
  const told = plan.entries.map(({ entryId, periods }) => [
    entryId,
    ...periods.map(
      ({ from, why }) =>
        `${from.slice(11, 16)} ${why === null ? 'plays' : `${why.isOuter ? 'outer ' : ''}${why.reason}`}`,
    ),
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['1', '22:00 plays'],
      ['2', '22:00 outside-time', '08:00 plays', '10:00 outside-time'],
      ['4', '22:00 outer outside-time', '12:00 plays'],
    ]),
  );
  for (const { periods } of plan.entries) {
    expect(periods[0]?.from).toBe(plan.from);
    expect(periods.at(-1)?.to).toBe(plan.until);
    for (const [index, { from }] of periods.slice(1).entries()) expect(from).toBe(periods[index]?.to);
  }
});
