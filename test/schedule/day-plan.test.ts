import { expect, test } from 'vitest';
import { emptyHoldings, type HeldObject } from '../../src/main/edition/holdings.ts';
import { dayPlan } from '../../src/main/schedule/day-plan.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';

const held = (id: string): [string, HeldObject] => [
  id,
  {
    sha256: id.padEnd(64, '0'),
    bytes: 1,
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 1,
    height: 1,
  },
];

test('each entry has periods without a gap, with reasons for those in which it does not play', () => {
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
    playRule: 'schedule',
    startTime: '10:00:00',
    endTime: '12:00:00',
    startDate: null,
    endDate: null,
    weekdays: 0,
  });
  const reported = plan.entries.map(({ entryId, periods }) => [
    entryId,
    ...periods.map(
      ({ from, why }) =>
        `${from.slice(11, 16)} ${why === null ? 'plays' : `${why.isOuter ? 'outer ' : ''}${why.reason}`}`,
    ),
  ]);
  expect(reported).toEqual(
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

const timed = (id: string, index: number, startTime: string, endTime: string | null = null) =>
  entry(id, { index, mediaFileId: 'm', playRule: 'schedule', startTime, endTime });
const planOf = (...lists: Parameters<typeof edition>[0]) =>
  dayPlan(
    {
      edition: edition(lists, [mediaFile('m')]),
      screenId: '1',
      zone: 'UTC',
      clockTrusted: true,
      holdings: { ...emptyHoldings, objects: new Map([held('m')]) },
      defaultTransition: { kind: 'cut', durationMs: 0 },
    },
    '2026-05-01',
  );

test('entries are ordered by their beginning, those that never play last', () => {
  const never = entry('never', { index: 0, mediaFileId: 'm', playRule: 'never' });
  const plan = planOf(
    playlist('main', [
      never,
      timed('late', 1, '20:00:00'),
      timed('early', 2, '06:00:00'),
      timed('noon', 3, '12:00:00'),
    ]),
  );
  expect(plan.entries.map(({ entryId }) => entryId)).toEqual(['early', 'noon', 'late', 'never']);
});

test('an entry in a playlist that does not play names the playlist as the cause', () => {
  const outer = { index: 0, nestedPlaylistId: 'inner', playRule: 'schedule', startTime: '14:00:00' } as const;
  const plan = planOf(
    playlist('main', [entry('outer', outer), entry('always', { index: 1, mediaFileId: 'm' })]),
    playlist('inner', [timed('inside', 0, '16:00:00')]),
  );
  const inside = plan.entries.find(({ entryId }) => entryId === 'inside');
  expect(inside?.path).toEqual(['outer', 'inside']);
  expect(inside?.periods.map(({ from, why }) => [from.slice(11, 16), why?.isOuter ?? null])).toEqual([
    ['00:00', true],
    ['14:00', true],
    ['16:00', null],
  ]);
  const always = plan.entries.find(({ entryId }) => entryId === 'always');
  expect(always?.periods).toEqual([{ from: plan.from, to: plan.until, why: null }]);
});

test('an entry outside its own time has another period than one in a playlist outside its time', () => {
  const outer = { index: 0, nestedPlaylistId: 'inner', playRule: 'schedule', startTime: '14:00:00' } as const;
  const plan = planOf(
    playlist('main', [entry('outer', outer)]),
    playlist('inner', [timed('inside', 0, '16:00:00'), entry('always', { index: 1, mediaFileId: 'm' })]),
  );
  const inside = plan.entries.find(({ entryId }) => entryId === 'inside');
  expect(
    inside?.periods.map(({ from, why }) => [from.slice(11, 16), why?.reason ?? null, why?.isOuter ?? null]),
  ).toEqual([
    ['00:00', 'outside-time', true],
    ['14:00', 'outside-time', false],
    ['16:00', null, null],
  ]);
});

test('at most 300 entries are listed, with a mark that there are more', () => {
  const all = (count: number) =>
    planOf(
      playlist(
        'main',
        Array.from({ length: count }, (_, index) => entry(String(index), { index, mediaFileId: 'm' })),
      ),
    );
  expect([all(300).entries.length, all(300).isCut]).toEqual([300, false]);
  expect([all(301).entries.length, all(301).isCut]).toEqual([300, true]);
});

test('at most 300 changes of a day are planned, with a mark that there are more', () => {
  const time = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
  const flipping = (count: number) =>
    planOf(
      playlist(
        'main',
        Array.from({ length: count }, (_, index) =>
          timed(String(index), index, time(4 * index + 1), time(4 * index + 3)),
        ),
      ),
    );
  const instants = ({ entries }: ReturnType<typeof planOf>) =>
    new Set(entries.flatMap(({ periods }) => periods.map(({ from }) => from))).size;
  const whole = flipping(149);
  expect([instants(whole), whole.isCut]).toEqual([299, false]);
  const cut = flipping(200);
  expect([instants(cut), cut.isCut]).toEqual([300, true]);
});
