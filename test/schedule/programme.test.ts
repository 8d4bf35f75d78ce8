import { describe, expect, test } from 'vitest';
import { emptyHoldings } from '../../src/main/edition/holdings.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { buildProgramme } from '../../src/main/schedule/programme.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';
import { onAirAt } from '../../src/shared/in-step.ts';
import type { Programme, Segment, Sequence } from '../../src/shared/programme.ts';
import fc from '../support/properties.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';
import { held, holdings, scheduleInput } from './inputs.ts';
import { oracle } from './oracle.ts';
import { cases } from './random.ts';

const hour = 3600_000;
const day = 24 * hour;

const flat = (sequence: Sequence): number[] =>
  sequence.members.flatMap((member) => (typeof member === 'number' ? [member] : flat(member)));
const segmentAt = (programme: Programme, at: number): Segment | undefined =>
  programme.segments.findLast((segment) => segment.from <= at);
const pathsAt = (programme: Programme, at: number): (string | undefined)[] =>
  flat(segmentAt(programme, at)?.sequence ?? { seed: null, members: [] }).map((index) =>
    programme.cues[index]?.path.join('>'),
  );

function daysProgramme(
  input: ScheduleInput,
  from: number,
  more: { inStep?: boolean; horizonMs?: number } = {},
) {
  return buildProgramme({ ...input, from, horizonMs: day, inStep: false, ...more });
}

describe('segments', () => {
  test('agree with the evaluation at every instant of the day', () => {
    fc.assert(
      fc.property(cases(900), ({ input, at }) => {
        const programme = daysProgramme(input, at);
        for (let instant = at; instant < at + day; instant += 900_000)
          expect(pathsAt(programme, instant)).toEqual(oracle(input, instant).cues);
        for (const segment of programme.segments.slice(1))
          expect(pathsAt(programme, segment.from - 1)).not.toEqual(pathsAt(programme, segment.from));
        expect(programme.nextChangeAt).toBe(evaluate({ ...input, at }).nextChangeAt);
      }),
      { numRuns: 100 },
    );
  });

  test('share their cues, and a changed reason alone begins no segment', () => {
    const lists = [
      playlist('p', [
        entry('1'),
        entry('2', { playRule: 'schedule', startTime: '09:00:00', endTime: '10:00:00' }),
        entry('3', {
          playRule: 'schedule',
          startDate: '2026-05-02',
          endDate: '2026-05-02',
          mediaFileId: 'none',
        }),
      ]),
    ];
    const files = edition(lists);
    const { none: _none, ...known } = files.mediaFiles;
    const programme = daysProgramme(
      scheduleInput({ ...files, mediaFiles: known }),
      Date.parse('2026-05-01T12:00:00Z'),
    );
    expect(programme.cues.map(({ entryId }) => entryId)).toEqual(['1', '2']);
    expect(programme.segments.map(({ from }) => new Date(from).toISOString().slice(0, 16))).toEqual([
      '2026-05-01T12:00',
      '2026-05-02T09:00',
      '2026-05-02T10:00',
    ]);
    expect(programme.nextChangeAt).toBe(Date.parse('2026-05-02T00:00:00Z'));
  });

  test('of a day with too many boundaries are planned in parts', () => {
    const entries = Array.from({ length: 1000 }, (_, index) =>
      entry(String(index), {
        playRule: 'schedule',
        startTime: new Date(index * 60_000).toISOString().slice(11, 19),
      }),
    );
    const input = scheduleInput(edition([playlist('p', entries)]));
    const from = Date.parse('2026-05-01T00:00:30Z');
    const programme = daysProgramme(input, from);
    expect(programme.segments.length).toBeGreaterThan(10);
    expect(programme.segments.length).toBeLessThan(100);
    expect(programme.nextChangeAt).toBe(Date.parse('2026-05-01T00:01:00Z'));
    for (const segment of programme.segments)
      expect(pathsAt(programme, segment.from)).toEqual(oracle(input, segment.from).cues);
  });

  test('of an unknown screen or an empty playlist play nothing', () => {
    const input = scheduleInput(edition([playlist('p', [])]));
    for (const screenId of ['1', '2', '__proto__', 'constructor']) {
      const programme = daysProgramme({ ...input, screenId }, 0);
      expect(programme).toMatchObject({ cues: [], nextChangeAt: null, screenId });
      expect(programme.segments).toEqual([{ from: 0, anchor: 0, sequence: { seed: null, members: [] } }]);
    }
  });
});

describe('ids', () => {
  const input = scheduleInput(edition([playlist('p', [entry('1'), entry('2')])]));

  test('are equal for equal content, whenever planned', () => {
    expect(daysProgramme(input, 5 * day).id).toBe(daysProgramme(input, 5 * day + hour).id);
    const again = { ...input, edition: structuredClone(input.edition), holdings: holdings(input.edition) };
    expect(daysProgramme(again, 9 * day).id).toBe(daysProgramme(input, 5 * day).id);
  });

  test('change with picture, sound and times', () => {
    const id = (change: Partial<Parameters<typeof entry>[1]>, bytes = held('m1')) => {
      const changed = edition([playlist('p', [entry('1', { mediaFileId: 'm1', ...change }), entry('2')])]);
      const objects = new Map([...holdings(changed).objects, ['m1', bytes]]);
      return daysProgramme(scheduleInput(changed, { holdings: { ...emptyHoldings, objects } }), 0);
    };
    const programmes = [
      id({}),
      id({ duration: 11 }),
      id({ sound: true }),
      id({ index: 5 }),
      id({ transition: { kind: 'fade', durationMs: 500 } }),
      id({}, held('other')),
      id({}, held('m1', { kind: 'video', extension: 'mp4', mimeType: 'video/mp4', durationMs: 10_300 })),
    ];
    expect(new Set(programmes.map(({ id }) => id)).size).toBe(programmes.length);
  });

  test('of a cue do not change with other cues', () => {
    const other = edition([playlist('p', [entry('1'), entry('2', { duration: 3 }), entry('3')])]);
    const before = daysProgramme(input, 0).cues;
    const after = daysProgramme(scheduleInput(other), 0).cues;
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.id).not.toBe(before[1]?.id);
  });
});

describe('in step', () => {
  test('the anchor is the last boundary, computed from any instant after it', () => {
    fc.assert(
      fc.property(cases(900), fc.integer({ min: 0, max: 200 }), ({ input, at }, quarters) => {
        const whole = daysProgramme(input, at, { inStep: true, horizonMs: 3 * day });
        const later = at + quarters * 900_000 + 17_000;
        const joined = daysProgramme(input, later, { inStep: true });
        expect(joined.segments[0]?.anchor).toBe(segmentAt(whole, later)?.anchor);
        const anchor = whole.segments[0]?.anchor ?? 0;
        const now = oracle(input, at).cues;
        for (let instant = anchor; instant < at; instant += Math.max(900_000, (at - anchor) / 300))
          expect(oracle(input, instant).cues).toEqual(now);
        if (anchor > 0) expect(oracle(input, anchor - 1).cues).not.toEqual(now);
      }),
      { numRuns: 200 },
    );
  });

  test('passes are counted from 1970 while the clock is not trusted', () => {
    const timed = entry('1', { playRule: 'schedule', startTime: '06:00:00' });
    const made = edition([playlist('p', [timed, entry('2', { index: 1 })])]);
    const anchorAt = (clockTrusted: boolean) =>
      daysProgramme(scheduleInput(made, { clockTrusted }), 20_000 * day + day / 2, { inStep: true })
        .segments[0]?.anchor;
    expect(anchorAt(true)).toBe(20_000 * day + day / 4);
    expect(anchorAt(false)).toBe(0);
  });

  test('passes are counted from 1970 without any boundary', () => {
    const input = scheduleInput(edition([playlist('p', [entry('1')])]));
    expect(daysProgramme(input, 20_000 * day + 5, { inStep: true }).segments[0]?.anchor).toBe(0);
    const dated = edition([playlist('p', [entry('1', { playRule: 'schedule', startDate: '1960-01-01' })])]);
    expect(daysProgramme(scheduleInput(dated), 20_000 * day, { inStep: true }).segments[0]?.anchor).toBe(0);
  });

  test('two screens show the same item at the same instant, even if one of them lacks bytes', () => {
    const made = edition(
      [
        playlist('p', [
          entry('1', { duration: 7 }),
          entry('2', { nestedPlaylistId: 'q' }),
          entry('3', { duration: 0, mediaFileId: 'clip' }),
          entry('4', { playRule: 'schedule', startTime: '10:00:00', endTime: '11:00:00' }),
        ]),
        playlist(
          'q',
          [entry('5', { duration: 3 }), entry('6', { duration: 4 }), entry('7', { duration: 5 })],
          { shuffled: true },
        ),
      ],
      [mediaFile('clip', { kind: 'video', durationMs: 12_000 })],
    );
    const clip = held('clip', { kind: 'video', extension: 'mp4', mimeType: 'video/mp4', durationMs: 12_000 });
    const all = { ...emptyHoldings, objects: new Map([...holdings(made).objects, ['clip', clip]]) };
    const poor = {
      ...emptyHoldings,
      objects: new Map([...all.objects].filter(([id]) => id !== 'm6' && id !== 'clip')),
      putAside: new Map([['m1', 'failed']]),
    };
    const from = Date.parse('2026-05-01T09:59:00Z');
    const full = daysProgramme(scheduleInput(made, { holdings: all }), from, { inStep: true });
    const late = daysProgramme(scheduleInput(made, { holdings: poor }), from + 33_333, { inStep: true });
    expect(
      late.cues.filter(({ content }) => content.kind === 'absent').map(({ entryId }) => entryId),
    ).toEqual(expect.arrayContaining(['1', '6', '3']));
    const showing = (programme: Programme, at: number) => {
      const segment = segmentAt(programme, at);
      const found = segment && onAirAt(segment.sequence, programme.cues, segment.anchor, at);
      return (
        found && { entry: programme.cues[found.cue]?.entryId, elapsedMs: found.elapsedMs, pass: found.pass }
      );
    };
    const shown = new Set<string | undefined>();
    for (let at = from + 33_333; at < from + 2 * hour; at += 1234) {
      expect(showing(late, at)).toEqual(showing(full, at));
      shown.add(showing(full, at)?.entry);
    }
    expect([...shown].sort()).toEqual(['1', '3', '4', '5', '6', '7']);
  });

  test('a pass without any held file is no show', () => {
    const input = scheduleInput(edition([playlist('p', [entry('1')])]));
    const empty = emptyHoldings;
    const programme = daysProgramme({ ...input, holdings: empty }, 0, { inStep: true });
    expect(programme.segments[0]?.sequence.members).toEqual([]);
  });
});

test('a day on which only reasons change costs no more than another', () => {
  const entries = Array.from({ length: 3000 }, (_, index) =>
    entry(String(index + 10), {
      playRule: 'schedule',
      mediaFileId: 'unknown',
      startTime: new Date(index * 20_000).toISOString().slice(11, 19),
    }),
  );
  const made = edition([
    playlist('p', [...entries, entry('1', { playRule: 'schedule', endTime: '23:30:00' })]),
  ]);
  const { unknown: _unknown, ...mediaFiles } = made.mediaFiles;
  const input = scheduleInput({ ...made, mediaFiles });
  const from = Date.parse('2026-05-01T00:00:10Z');
  const programme = daysProgramme(input, from);
  expect(programme.nextChangeAt).toBe(from + 10_000);
  // Planned up to a limit, and then again.
  expect(programme.planAgainAt).toBeGreaterThan(from + 10_000);
  expect(programme.planAgainAt).toBeLessThanOrEqual(Date.parse('2026-05-01T23:30:00Z'));
});

test('a screen without a playlist has an empty programme, and nothing to plan again', () => {
  const input = { ...scheduleInput(edition([playlist('p', [entry('1')])])), screenId: 'none' };
  const programme = daysProgramme(input, Date.parse('2026-05-01T00:00:00Z'));
  expect([programme.cues, programme.segments.length]).toEqual([[], 1]);
  expect([programme.nextChangeAt, programme.planAgainAt]).toEqual([null, null]);
});

test('in step, passes are counted from the last boundary, and from 1970 under a clock that is not trusted', () => {
  const made = edition([
    playlist('p', [
      entry('1'),
      entry('2', { index: 1, playRule: 'schedule', startTime: '08:00:00', endTime: '12:00:00' }),
    ]),
  ]);
  const from = Date.parse('2026-05-01T09:00:00Z');
  const anchor = (clockTrusted: boolean) =>
    daysProgramme({ ...scheduleInput(made), zone: 'UTC', clockTrusted }, from, { inStep: true }).segments[0]
      ?.anchor;
  expect(anchor(true)).toBe(Date.parse('2026-05-01T08:00:00Z'));
  expect(anchor(false)).toBe(0);
});

test('a nested playlist that plays nothing now is looked at again when one of its entries begins', () => {
  const made = edition([
    playlist('p', [entry('1'), entry('2', { index: 1, mediaFileId: null, nestedPlaylistId: 'inner' })]),
    playlist('inner', [entry('3', { playRule: 'schedule', startTime: '18:00:00' })]),
  ]);
  const at = (text: string) => Date.parse(`2026-05-01T${text}:00Z`);
  const seen = (from: number) => evaluate({ ...scheduleInput(made), zone: 'UTC', at: from });
  expect(seen(at('09:00')).nextChangeAt).toBe(at('18:00'));
  expect(seen(at('09:00')).cues.map(({ entryId }) => entryId)).toEqual(['1']);
  expect(seen(at('18:00')).cues.map(({ entryId }) => entryId)).toEqual(['1', '3']);
});
