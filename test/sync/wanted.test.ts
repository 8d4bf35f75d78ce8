import { describe, expect, test } from 'vitest';
import type { MediaFileRecord } from '../../src/main/edition/records.ts';
import { wallTime } from '../../src/main/edition/wall-clock.ts';
import { soonest } from '../../src/main/sync/soonest.ts';
import { wanted } from '../../src/main/sync/wanted.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';

// A Wednesday, ten in the morning.
const now = Date.UTC(2026, 6, 15, 10);
const hour = 3_600_000;
const day = 24 * hour;

describe('the earliest time of an entry', () => {
  test.each([
    ['always', {}, 0],
    ['never', { playRule: 'never' }, null],
    ['deleted', { deletedAt: '2026-01-01 00:00:00' }, null],
    ['scheduled without conditions', { playRule: 'schedule' }, 0],
    ['from tomorrow on', { playRule: 'schedule', startDate: '2026-07-16' }, 14 * hour],
    ['until today', { playRule: 'schedule', endDate: '2026-07-15' }, 0],
    ['until yesterday', { playRule: 'schedule', endDate: '2026-07-14' }, null],
    [
      'until yesterday, over midnight and over',
      { playRule: 'schedule', endDate: '2026-07-14', startTime: '22:00:00', endTime: '06:00:00' },
      null,
    ],
    [
      'until yesterday, over midnight and still on',
      { playRule: 'schedule', endDate: '2026-07-14', startTime: '22:00:00', endTime: '11:00:00' },
      0,
    ],
    ['afternoons', { playRule: 'schedule', startTime: '14:00:00', endTime: '18:00:00' }, 4 * hour],
    [
      'mornings, which are over',
      { playRule: 'schedule', startTime: '06:00:00', endTime: '09:00:00' },
      20 * hour,
    ],
    [
      'mornings, which end at this moment',
      { playRule: 'schedule', startTime: '06:00:00', endTime: '10:00:00' },
      20 * hour,
    ],
    ['now', { playRule: 'schedule', startTime: '09:00:00', endTime: '11:00:00' }, 0],
    ['Fridays', { playRule: 'schedule', weekdays: 32 }, 38 * hour],
    ['Sundays at noon', { playRule: 'schedule', weekdays: 1, startTime: '12:00:00' }, 4 * day + 2 * hour],
    [
      'no day at all',
      { playRule: 'schedule', startDate: '2026-07-16', endDate: '2026-07-16', weekdays: 1 },
      null,
    ],
    ['dates that are none', { playRule: 'schedule', startDate: 'soon', startTime: '?' }, 0],
  ] as const)('%s', (_, values, expected) => {
    expect(soonest(entry('1', { ...values }), wallTime(now, 'UTC'))).toBe(expected);
  });
});

describe('the needed media files', () => {
  test('come soonest first, then in the order of the playlist, without those that never show', () => {
    const content = edition([
      playlist('a', [
        entry('1', { mediaFileId: 'tomorrow', playRule: 'schedule', startDate: '2026-07-16' }),
        entry('2', { mediaFileId: 'first' }),
        entry('3', { mediaFileId: 'never', playRule: 'never' }),
        entry('4', { mediaFileId: 'second' }),
        entry('5', { mediaFileId: 'first' }),
      ]),
    ]);
    expect(wanted(content, now, 'UTC').map(({ file }) => file.id)).toEqual(['first', 'second', 'tomorrow']);
  });

  test('of a nested playlist are needed when its entry is', () => {
    const content = edition([
      playlist('a', [entry('1', { nestedPlaylistId: 'b', playRule: 'schedule', startDate: '2026-07-17' })]),
      playlist('b', [
        entry('2', { mediaFileId: 'x' }),
        entry('3', { mediaFileId: 'y', playRule: 'schedule', startDate: '2026-07-20' }),
      ]),
    ]);
    expect(wanted(content, now, 'UTC').map(({ file, inMs }) => [file.id, inMs / hour])).toEqual([
      ['x', 38],
      ['y', 110],
    ]);
  });

  test('are found despite cycles and exponential nesting', () => {
    const doubling = Array.from({ length: 60 }, (_, level) =>
      playlist(`p${level}`, [
        entry(`${level}a`, { nestedPlaylistId: `p${level + 1}` }),
        entry(`${level}b`, { nestedPlaylistId: `p${level + 1}` }),
        entry(`${level}c`, { nestedPlaylistId: 'p0' }),
        entry(`${level}d`, { mediaFileId: `m${level}` }),
      ]),
    );
    expect(wanted(edition(doubling), now, 'UTC')).toHaveLength(17);
  });

  test('are found with few walks of each playlist at any depth of nesting', () => {
    let looks = 0;
    const wide = Array.from({ length: 16 }, (_, level) => {
      const nested = Array.from({ length: 10 }, (_, at) =>
        entry(`${level} ${at}`, { nestedPlaylistId: `p${level + 1}` }),
      );
      const entries = [...nested, entry(`${level}`)];
      return Object.defineProperty(playlist(`p${level}`, entries), 'entries', {
        enumerable: true,
        get: () => {
          if (++looks > 1000) throw new Error('it would not end');
          return entries;
        },
      });
    });
    const content = edition(wide);
    looks = 0;
    expect(wanted(content, now, 'UTC')).toHaveLength(16);
    expect(looks).toBe(16);
  });

  test('follow a playlist again when another entry needs it sooner', () => {
    const later = entry('later', { playRule: 'schedule', startDate: '2026-07-17', nestedPlaylistId: 'c' });
    const soon = edition([
      playlist('a', [later, entry('now', { nestedPlaylistId: 'b' })]),
      playlist('b', [entry('2', { nestedPlaylistId: 'c' })]),
      playlist('c', [entry('3', { mediaFileId: 'x' })]),
    ]);
    expect(wanted(soon, now, 'UTC')).toMatchObject([{ file: { id: 'x' }, inMs: 0 }]);
  });

  test('include the logo, unless it is played anyway or cannot be shown', () => {
    const withLogo = (mediaFileId: string, files: readonly MediaFileRecord[]) => {
      const content = edition([playlist('a', [entry('1', { mediaFileId: 'x' })])], files);
      const settings = { ...content.settings, logo: { mediaFileId, position: null } };
      return wanted({ ...content, settings }, now, 'UTC').map(({ file, besides }) => [file.id, besides]);
    };
    expect(withLogo('logo', [mediaFile('logo')])).toEqual([
      ['x', false],
      ['logo', true],
    ]);
    expect(withLogo('x', [])).toEqual([['x', false]]);
    expect(withLogo('logo', [mediaFile('logo', { kind: 'folder' })])).toEqual([['x', false]]);
    expect(withLogo('unknown', [])).toEqual([['x', false]]);
  });

  test('may have ids that are property names of JavaScript', () => {
    const content = edition([
      playlist('a', [
        entry('1', { nestedPlaylistId: 'constructor' }),
        entry('2', { mediaFileId: '__proto__' }),
      ]),
    ]);
    expect(wanted(content, now, 'UTC').map(({ file }) => file.id)).toEqual(['__proto__']);
  });

  test('include every dated item as near while the clock is implausible', () => {
    const content = edition([
      playlist('a', [entry('1', { mediaFileId: 'x', playRule: 'schedule', startDate: '2026-07-16' })]),
    ]);
    expect(wanted(content, 0, null)).toMatchObject([{ inMs: 0 }]);
  });

  test('exclude files that cannot be shown, in known and unknown time zones', () => {
    const named = ['ok', 'folder', 'waiting', 'deleted', 'odd'].map((id) => entry(id, { mediaFileId: id }));
    const content = edition(
      [playlist('a', named)],
      [
        mediaFile('ok'),
        mediaFile('folder', { kind: 'folder' }),
        mediaFile('waiting', { status: 'waiting' }),
        mediaFile('deleted', { deletedAt: '2026-01-01 00:00:00' }),
        mediaFile('odd', { kind: 'unsupported' }),
      ],
    );
    expect(wanted(content, now, 'Mars/Olympus').map(({ file }) => file.id)).toEqual(['ok']);
  });
});
