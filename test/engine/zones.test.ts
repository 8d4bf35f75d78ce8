import { describe, expect, test } from 'vitest';
import type { ZoneRecord } from '../../src/main/edition/records.ts';
import { requestedShow } from '../../src/main/schedule/requested-show.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { Rig } from './programmer-rig.ts';

const zone = (id: string, playlistId: string, place: Partial<ZoneRecord> = {}): ZoneRecord => ({
  id,
  left: 0,
  top: 0,
  width: '50%',
  height: '50%',
  playlist: playlistId,
  fit: null,
  sound: null,
  ...place,
});
const lists = [
  playlist('p', [entry('1'), entry('2', { playRule: 'schedule', startTime: '09:00:00' })]),
  playlist('q', [entry('3')]),
];
function divided(records: readonly ZoneRecord[], id = 'divided') {
  const screens = Object.fromEntries(records.map((record) => [`1/${record.id}`, record.playlist ?? '']));
  return { ...edition(lists), id, screens, zones: { '1': records } };
}
const main = zone('main', 'p');
const side = zone('side', 'q', { left: '50%', sound: true, fit: 'cover' });
const emitted = (rig: Rig) => rig.emitted.map(({ screenId, programme }) => [screenId, programme.cues.length]);

describe('a screen with zones', () => {
  test('each zone has a programme of its own, and all know where each lies', () => {
    const rig = new Rig(divided([main, side]), '2026-05-01T10:00:00Z');
    rig.programmer.start();
    expect(emitted(rig)).toEqual([
      ['1/main', 2],
      ['1/side', 1],
    ]);
    for (const { settings, programme, screenId } of rig.emitted) {
      expect(programme.screenId).toBe(screenId);
      expect(settings.zones).toEqual([
        { id: 'main', left: 0, top: 0, width: '50%', height: '50%', fit: 'contain', sounds: false },
        { id: 'side', left: '50%', top: 0, width: '50%', height: '50%', fit: 'cover', sounds: true },
      ]);
    }
  });

  test('a boundary in one zone says nothing to the others', () => {
    const rig = new Rig(divided([main, side]), '2026-05-01T08:59:59Z');
    rig.programmer.start();
    rig.clock.pass(1_000);
    expect(emitted(rig).slice(2)).toEqual([['1/main', 2]]);
  });

  test('a screen that is divided, or whole again, hears once that its old show is over', () => {
    const whole = { ...edition(lists), id: 'whole', screens: { '1': 'p' } };
    const rig = new Rig(whole, '2026-05-01T10:00:00Z');
    rig.programmer.start();
    expect(rig.emitted[0]?.settings).not.toHaveProperty('zones');
    rig.edition = divided([main, side]);
    rig.programmer.refresh('edition');
    expect(emitted(rig).slice(1)).toEqual([
      ['1/main', 2],
      ['1/side', 1],
      ['1', 0],
    ]);
    rig.edition = whole;
    rig.programmer.refresh('edition');
    rig.programmer.refresh('woke');
    expect(emitted(rig).slice(4)).toEqual([
      ['1', 2],
      ['1/main', 0],
      ['1/side', 0],
    ]);
  });

  test('a zone that lies outside of the display, once that is known, plays nothing', () => {
    const far = zone('far', 'q', { left: 2000, width: 500, height: 500 });
    const rig = new Rig(divided([main, far]), '2026-05-01T10:00:00Z');
    rig.programmer.start();
    expect(emitted(rig)).toHaveLength(2);
    rig.programmer.displays(new Map([['1', { width: 1920, height: 1080 }]]));
    expect(rig.emitted.slice(2).map(({ screenId, settings }) => [screenId, settings.zones?.length])).toEqual([
      ['1/main', 1],
      ['1/far', 1],
    ]);
    expect(rig.emitted.at(-1)?.programme.cues).toEqual([]);
    expect(rig.programmer.report(null, '1/far')?.faults).toMatchObject([
      { values: { first: { code: 'zone.outside' } } },
    ]);
    rig.programmer.displays(new Map([['1', { width: 3840, height: 2160 }]]));
    expect(emitted(rig).slice(4)).toEqual([
      ['1/main', 2],
      ['1/far', 1],
    ]);
  });

  test('is explained by zone, and by its first zone where none is named', () => {
    const rig = new Rig(divided([main, side]), '2026-05-01T08:00:00Z');
    rig.programmer.start();
    const reported = (id: string | null) => {
      const report = rig.programmer.report(null, id);
      return [report?.screenId, report?.cues.map(({ entryId }) => entryId).join()];
    };
    expect([reported('1/side'), reported('1'), reported(null)]).toEqual([
      ['1/side', '3'],
      ['1/main', '1'],
      ['1/main', '1'],
    ]);
  });

  test('mistakes in its zones are reported with a remedy', () => {
    const rig = new Rig(
      divided([zone('gone', '99'), zone('none', ''), { ...side, height: 0 }]),
      '2026-05-01T08:00:00Z',
    );
    rig.programmer.start();
    const faults = rig.programmer.report(null, null)?.faults ?? [];
    expect(faults.map(({ values }) => values?.first)).toMatchObject([
      { code: 'zone.playlist-gone', values: { zone: 'gone', id: '99' } },
      { code: 'zone.no-playlist' },
      { code: 'zone.no-size' },
      { code: 'zone.overlap' },
    ]);
  });
});

test('which show is meant', () => {
  const shows = ['1/a', '1/b', '2'];
  expect([null, '1', '1/b', '2', '3'].map((requested) => requestedShow(shows, requested, false))).toEqual([
    '1/a',
    '1/a',
    '1/b',
    '2',
    '3',
  ]);
  const alike = ['1/a', '1/b'];
  expect(['2', '2/b', '1/x'].map((requested) => requestedShow(alike, requested, true))).toEqual([
    '1/a',
    '1/b',
    '1/a',
  ]);
});
