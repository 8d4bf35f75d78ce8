import type { EntryRecord } from '../../src/main/edition/records.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';
import fc from '../support/properties.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';
import { scheduleInput } from './inputs.ts';

/** Zones with unusual clock changes, each with the instant of one. */
export const oddInstants: readonly { readonly zone: string; readonly instant: string }[] = [
  { zone: 'Europe/Berlin', instant: '2026-03-29T01:00:00Z' },
  { zone: 'Europe/Berlin', instant: '2026-10-25T01:00:00Z' },
  { zone: 'America/New_York', instant: '2026-03-08T07:00:00Z' },
  { zone: 'America/New_York', instant: '2026-11-01T06:00:00Z' },
  { zone: 'Australia/Lord_Howe', instant: '2026-04-04T15:00:00Z' },
  { zone: 'Australia/Lord_Howe', instant: '2026-10-03T15:30:00Z' },
  { zone: 'America/Sao_Paulo', instant: '2018-11-04T03:00:00Z' },
  { zone: 'America/Sao_Paulo', instant: '2018-02-18T02:00:00Z' },
  { zone: 'Pacific/Apia', instant: '2011-12-30T10:00:00Z' },
  { zone: 'America/St_Johns', instant: '2010-11-07T02:31:00Z' },
  { zone: 'Asia/Kathmandu', instant: '2026-06-01T00:00:00Z' },
  { zone: 'UTC', instant: '2026-12-31T23:59:59Z' },
];

const minute = 60_000;

export interface Case {
  readonly input: ScheduleInput;
  readonly at: number;
}

/**
 * Editions of a few short playlists that nest one another (in cycles too), with conditions close to an unusual instant,
 * and an instant near it. Every time of day is a multiple of `stepSeconds`, so that one check in each step is complete.
 */
export function cases(stepSeconds: number): fc.Arbitrary<Case> {
  return fc.constantFrom(...oddInstants).chain(({ zone, instant }) => {
    const middle = Date.parse(instant);
    return fc.record({
      input: fc
        .tuple(list(middle, stepSeconds, 0), list(middle, stepSeconds, 1), list(middle, stepSeconds, 2))
        .map((lists) => inputOf(lists, zone)),
      at: fc
        .integer({ min: (-3 * 1440 * minute) / 1000, max: (3 * 1440 * minute) / 1000 })
        .map((seconds) => middle + seconds * 1000),
    });
  });
}

function inputOf(lists: readonly (readonly Partial<EntryRecord>[])[], zone: string): ScheduleInput {
  let id = 0;
  const playlists = lists.map((fields, number) =>
    playlist(
      String(number),
      fields.map((more) => entry(String(++id), more)),
    ),
  );
  const files = [
    mediaFile('fine'),
    mediaFile('other'),
    mediaFile('waiting', { status: 'waiting' }),
    mediaFile('folder', { kind: 'folder' }),
  ];
  const made = edition(playlists, files);
  return scheduleInput(made, { zone });
}

function list(middle: number, stepSeconds: number, number: number): fc.Arbitrary<Partial<EntryRecord>[]> {
  const item = fc
    .record({
      index: fc.integer({ min: 0, max: 3 }),
      playRule: fc.constantFrom('schedule', 'schedule', 'schedule', 'schedule', 'always', 'never'),
      startDate: fc.option(dates(middle), { freq: 1 }),
      endDate: fc.option(dates(middle), { freq: 1 }),
      startTime: fc.option(times(stepSeconds), { freq: 2 }),
      endTime: fc.option(times(stepSeconds), { freq: 2 }),
      weekdays: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 126 })),
      nested: fc.oneof(
        { arbitrary: fc.constant(null), weight: 3 },
        { arbitrary: fc.integer({ min: 0, max: 3 }), weight: 2 },
      ),
      file: fc.constantFrom('fine', 'fine', 'other', 'other', 'waiting', 'folder'),
    })
    .map(({ nested, file, ...fields }) => ({
      ...fields,
      mediaFileId: nested === null ? file : null,
      nestedPlaylistId: nested === null ? null : String(nested),
    })) as fc.Arbitrary<Partial<EntryRecord>>;
  return fc.array(item, { minLength: number === 0 ? 1 : 0, maxLength: 4 });
}

function dates(middle: number): fc.Arbitrary<string> {
  return fc
    .oneof(
      { arbitrary: fc.integer({ min: -3, max: 3 }), weight: 5 },
      { arbitrary: fc.integer({ min: -400, max: 400 }), weight: 1 },
    )
    .map((days) => new Date(middle + days * 1440 * minute).toISOString().slice(0, 10));
}

/** Times near clock changes and ends of days are the most likely. */
function times(stepSeconds: number): fc.Arbitrary<string> {
  const steps = 86_400 / stepSeconds;
  return fc
    .oneof(
      fc.integer({ min: 0, max: steps - 1 }).map((step) => step * stepSeconds),
      fc.integer({ min: 0, max: Math.floor((4 * 3600) / stepSeconds) }).map((step) => step * stepSeconds),
      fc.constantFrom(0, 23 * 3600),
    )
    .map((seconds) => {
      const part = (value: number): string => String(Math.floor(value)).padStart(2, '0');
      return `${part(seconds / 3600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`;
    });
}
