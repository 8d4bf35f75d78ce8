import { describe, expect, test } from 'vitest';
import { scheduleText } from '../../src/main/cli/text/schedule.ts';
import { emptyHoldings } from '../../src/main/edition/holdings.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';
import { held, holdings, scheduleInput } from './inputs.ts';

const at = Date.parse('2026-05-01T12:00:00Z');
const fade = { kind: 'fade', durationMs: 800 } as const;

function cueOf(fields: Parameters<typeof entry>[1], file = mediaFile('m1'), object = held('m1')) {
  const made = edition([playlist('p', [entry('1', { mediaFileId: 'm1', ...fields })])], [file]);
  const input = scheduleInput(made, {
    holdings: { ...emptyHoldings, objects: new Map([['m1', object]]) },
    defaultTransition: fade,
  });
  return evaluate({ ...input, at }).cues[0];
}

const reasons = (input: ScheduleInput) =>
  evaluate({ ...input, at }).excluded.map(({ entryId, reason }) => `${entryId} ${reason}`);

describe('a cue', () => {
  test('describes the object by its bytes, whatever the server declared', () => {
    const file = mediaFile('m1', { kind: 'image', mimeType: 'image/gif', extension: 'gif', name: '../../x' });
    const object = held('m1', { kind: 'video', mimeType: 'video/mp4', extension: 'mp4', durationMs: 4000 });
    expect(cueOf({ duration: 0 }, file, object)).toMatchObject({
      name: '../../x',
      content: { kind: 'video', source: 'media/sha-of-m1.mp4', mimeType: 'video/mp4' },
      durationMs: 4000,
      toOwnEnd: true,
    });
  });

  test.each([
    ['pdf', { kind: 'pdf', source: 'media/sha-of-m1.pdf' }],
    ['text', { kind: 'text', source: 'media/sha-of-m1.pdf' }],
    ['audio', { kind: 'audio', source: 'media/sha-of-m1.pdf', mimeType: 'image/png' }],
  ] as const)('%s', (kind, content) => {
    expect(cueOf({}, mediaFile('m1', { kind }), held('m1', { kind, extension: 'pdf' }))?.content).toEqual(
      content,
    );
  });

  test('has the transition of its entry, else the default', () => {
    expect(cueOf({})?.transition).toEqual(fade);
    const slide = { kind: 'slide', durationMs: 300 } as const;
    expect(cueOf({ transition: slide })?.transition).toEqual(slide);
  });

  test('plays to its own end only if it is a video whose length is within a second', () => {
    const video = (durationMs: number | null) =>
      held('m1', { kind: 'video', mimeType: 'video/mp4', extension: 'mp4', durationMs });
    const clip = mediaFile('m1', { kind: 'video' });
    const length = (duration: number, own: number | null) => {
      const cue = cueOf({ duration }, clip, video(own));
      return [cue?.durationMs, cue?.toOwnEnd];
    };
    expect(length(10, 10_400)).toEqual([10_400, true]);
    expect(length(10, 11_000)).toEqual([11_000, true]);
    expect(length(10, 11_001)).toEqual([10_000, false]);
    expect(length(10, 8_999)).toEqual([10_000, false]);
    expect(length(0, 8_999.6)).toEqual([9000, true]);
    expect(length(20, null)).toEqual([20_000, false]);
    const song = held('m1', { kind: 'audio', mimeType: 'audio/mpeg', extension: 'mp3', durationMs: 10_400 });
    expect(cueOf({ duration: 10 }, mediaFile('m1', { kind: 'audio' }), song)).toMatchObject({
      durationMs: 10_000,
      toOwnEnd: false,
    });
    const moving = held('m1', { mimeType: 'image/gif', extension: 'gif', durationMs: 700 });
    expect(cueOf({ duration: 0 }, mediaFile('m1'), moving)).toMatchObject({
      durationMs: 10_000,
      toOwnEnd: false,
    });
  });

  test('takes its length from the server if the bytes lack it, else has none', () => {
    const sound = held('m1', { kind: 'audio', mimeType: 'audio/aac', extension: 'aac', durationMs: null });
    const cue = (durationMs: number | null, object = sound) =>
      cueOf({ duration: 0 }, mediaFile('m1', { kind: 'audio', durationMs }), object);
    expect(cue(16_000)).toMatchObject({ durationMs: 16_000, toOwnEnd: true });
    expect(cue(16_000)).not.toHaveProperty('lengthUnknown');
    expect(cue(16_000, { ...sound, durationMs: 3_000 })).toMatchObject({ durationMs: 3_000 });
    const unknown = { durationMs: 10_000, toOwnEnd: true, lengthUnknown: true };
    expect(cue(null)).toMatchObject(unknown);
    expect(cue(0, { ...sound, durationMs: 0 })).toMatchObject(unknown);
  });

  test('has a positive length within the safe integers', () => {
    expect(cueOf({ duration: 0.0001 })?.durationMs).toBe(1);
    expect(cueOf({ duration: 1e300 })?.durationMs).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('an entry that cannot be used', () => {
  test.each([
    [{ duration: Number.NaN }],
    [{ duration: Number.POSITIVE_INFINITY }],
    [{ duration: -0.5 }],
    [{ index: Number.NaN }],
    [{ unreadable: verbatim('media_file_id must be a number') }],
    [{ mediaFileId: null }],
    [{ playRule: 'schedule', startDate: '' }],
    [{ playRule: 'schedule', endTime: '12:00:00.5' }],
  ] as const)('%j is unreadable, and the rest plays in its order', (fields) => {
    const made = edition([
      playlist('p', [entry('1', { index: 5 }), entry('2', fields), entry('3', { index: 1 })]),
    ]);
    const { cues, excluded } = evaluate({ ...scheduleInput(made), at });
    expect(cues.map(({ entryId }) => entryId)).toEqual(['3', '1']);
    expect(excluded).toEqual([{ entryId: '2', path: ['2'], reason: 'unreadable' }]);
  });

  test('has the first reason of several: unreadable, then deleted, then never', () => {
    const gone = mediaFile('m1', { deletedAt: '2026-01-01 00:00:00' });
    const reasonOf = (fields: Parameters<typeof entry>[1]) =>
      evaluate({ ...scheduleInput(edition([playlist('p', [entry('1', fields)])], [gone])), at }).excluded[0]
        ?.reason;
    expect(reasonOf({ playRule: 'never' })).toBe('deleted');
    expect(reasonOf({ playRule: 'never', duration: Number.NaN })).toBe('unreadable');
  });

  test('may have times without seconds', () => {
    const made = edition([
      playlist('p', [entry('1', { playRule: 'schedule', startTime: '12:00', endTime: '12:01' })]),
    ]);
    expect(evaluate({ ...scheduleInput(made), at })).toMatchObject({
      nextChangeAt: at + 60_000,
      excluded: [],
    });
  });

  test('may be of a kind that cannot be shown', () => {
    const made = edition(
      [playlist('p', [entry('1'), entry('2')])],
      [mediaFile('m1', { kind: 'folder' }), mediaFile('m2', { kind: 'page', page: null })],
    );
    expect(reasons(scheduleInput(made))).toEqual(['1 unsupported', '2 unsupported']);
  });

  test('may have failed on screen, with the failure as detail', () => {
    const made = edition([playlist('p', [entry('1')])], [mediaFile('m1')]);
    const input = scheduleInput(made);
    const holdings = { ...input.holdings, putAside: new Map([['m1', 'decode: damaged']]) };
    const { excluded } = evaluate({ ...input, holdings, at });
    expect(excluded).toEqual([
      {
        entryId: '1',
        path: ['1'],
        reason: 'media-failed',
        detail: message('failed.decode', { detail: 'damaged' }),
      },
    ]);
    expect(scheduleText(made, evaluate({ ...input, holdings, at }))).toContain(
      'excluded after repeated failures on screen: The file is damaged',
    );
  });

  test('a nested playlist that the CMS deleted is missing', () => {
    const made = edition([
      playlist('p', [entry('1', { nestedPlaylistId: 'q' })]),
      playlist('q', [entry('2')], { deletedAt: '2026-01-01 00:00:00' }),
    ]);
    expect(reasons(scheduleInput(made))).toEqual(['1 nested-missing']);
  });

  test('inherited property names are neither playlists nor media files', () => {
    const made = edition([
      playlist('p', [
        entry('1', { mediaFileId: 'constructor' }),
        entry('2', { nestedPlaylistId: '__proto__' }),
        entry('3', { nestedPlaylistId: 'toString' }),
      ]),
    ]);
    const bare = { ...made, mediaFiles: {} };
    expect(reasons(scheduleInput(bare, { holdings: holdings(bare) }))).toEqual([
      '1 media-unknown',
      '2 nested-missing',
      '3 nested-missing',
    ]);
  });
});

test('the next evaluation sees new holdings', () => {
  const made = edition([playlist('p', [entry('1')])]);
  const input = scheduleInput(made, { holdings: emptyHoldings });
  expect(reasons(input)).toEqual(['1 media-not-downloaded']);
  const first = evaluate({ ...input, holdings: holdings(made), at }).cues[0];
  expect(first?.content).toMatchObject({ source: 'media/sha-of-m1.png' });
  const other = new Map([['m1', held('m1', { sha256: 'other' })]]);
  const second = evaluate({ ...input, holdings: { ...emptyHoldings, objects: other }, at }).cues[0];
  expect(second?.content).toMatchObject({ source: 'media/other.png' });
  expect(second?.id).not.toBe(first?.id);
});

test('the seed of a shuffled playlist depends on its content alone, not on downloads or their order', () => {
  const seedOf = (ids: readonly string[], missing: readonly string[] = []) => {
    const made = edition([
      playlist(
        'p',
        ids.map((id) => entry(id)),
        { shuffled: true },
      ),
    ]);
    return evaluate({ ...scheduleInput(made, { holdings: holdings(made, missing) }), at }).sequence.seed;
  };
  expect(seedOf(['1', '2', '3'])).toBe(seedOf(['3', '1', '2'], ['m2']));
  expect(seedOf(['1', '2', '3'])).not.toBe(seedOf(['1', '2', '4']));
  expect(seedOf(['1'])).toBeTypeOf('number');
});
