import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { EntryRecord } from '../../src/main/edition/records.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';
import { scheduleInput } from '../schedule/inputs.ts';
import { oracle } from '../schedule/oracle.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';

const minute = 60_000;
const hour = 60 * minute;
const from = Date.parse('2025-01-01T00:00:00Z');
const until = Date.parse('2031-01-01T00:00:00Z');

interface Change {
  readonly zone: string;
  readonly instant: number;
  /** The wall clock, by the old and by the new offset. */
  readonly walls: readonly Temporal.PlainDateTime[];
}

function changesOf(zone: string): Change[] {
  const changes: Change[] = [];
  let at: Temporal.ZonedDateTime | null | undefined =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  for (at = at.getTimeZoneTransition('next'); at && at.epochMilliseconds < until; ) {
    const before = at.subtract({ milliseconds: 1 }).toPlainDateTime().round('second');
    changes.push({ zone, instant: at.epochMilliseconds, walls: [before, at.toPlainDateTime()] });
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

/** Windows that begin or end before, inside and after the skipped or repeated hour, on one day and across midnight. */
function windowsAround({ walls }: Change): ScheduleInput['edition'] {
  const times = walls.flatMap((wall) => [-45, -15, 0, 15].map((minutes) => wall.add({ minutes })));
  const time = (wall: Temporal.PlainDateTime | undefined): string =>
    wall?.toPlainTime().toString({ smallestUnit: 'second' }) ?? '';
  const date = walls[1]?.toPlainDate().toString() ?? '';
  const conditions: Partial<EntryRecord>[] = [
    ...times
      .slice(0, -1)
      .map((start, index) => ({ startTime: time(start), endTime: time(times[index + 1]) })),
    { startTime: '22:00:00', endTime: time(times[2]) },
    { startTime: '23:30:00', endTime: '00:30:00', endDate: date },
    { startTime: time(times[1]), endTime: time(times[6]), startDate: date, endDate: date },
    { weekdays: 1, startTime: time(times[5]) },
    { startDate: date },
  ];
  return edition([
    playlist(
      'p',
      conditions.map((fields, index) => entry(String(index + 1), { playRule: 'schedule', ...fields })),
    ),
  ]);
}

function show(input: ScheduleInput, at: number): string {
  const { cues, excluded } = evaluate({ ...input, at });
  return JSON.stringify({
    cues: cues.map(({ path }) => path.join('>')),
    excluded: excluded.map(({ path, reason }) => `${path.join('>')} ${reason}`),
  });
}

test('row 33 · at every clock change in the world from 2025 to 2030, the wall clock decides', {
  tags: 'long',
}, () => {
  const zones = Intl.supportedValuesOf('timeZone');
  let changes = 0;
  let instants = 0;
  let fixedOffsetFails = 0;
  const seen = new Set<string>();
  for (const change of zones.flatMap(changesOf)) {
    changes++;
    // Zones that differ only in name are tested once.
    const key = `${change.instant} ${change.walls.join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const input = scheduleInput(windowsAround(change), { zone: change.zone });
    const [first, last] = [change.instant - 3 * hour, change.instant + 3 * hour];

    // Brute force in quarters of an hour, where every boundary here lies, compared with the chain of next changes.
    const edges: number[] = [];
    for (let at = first + 15 * minute; at <= last; at += 15 * minute) {
      instants++;
      const reported = JSON.stringify(oracle(input, at));
      if (reported !== JSON.stringify(oracle(input, at - 1))) edges.push(at);
      expect(show(input, at)).toBe(reported);
    }
    const chain: number[] = [];
    for (let at: number | null = first; at !== null && at <= last; ) {
      at = evaluate({ ...input, at }).nextChangeAt;
      if (at !== null && at <= last) chain.push(at);
    }
    expect(chain.map((at) => new Date(at).toISOString())).toEqual(
      edges.map((at) => new Date(at).toISOString()),
    );

    // Control: one offset for the whole day is wrong after the change.
    const before = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(change.zone).offset;
    const fixed = { ...input, zone: before };
    if (edges.some((at) => show(fixed, at) !== show(input, at))) fixedOffsetFails++;
  }
  console.log(
    `schedule: ${changes} changes of ${zones.length} zones, ${seen.size} different, ${instants} instants`,
  );
  expect(changes).toBeGreaterThan(1000);
  expect(fixedOffsetFails).toBe(seen.size);
  reportRow(33, {
    negativeControl: true,
    note: `${changes} changes in ${zones.length} zones, ${instants} instants; with one offset a day ${fixedOffsetFails} of ${seen.size} go wrong`,
  });
});
