import { describe, expect, test } from 'vitest';
import type { ZoneRecord } from '../../src/main/edition/records.ts';
import { judgeZones, mostZones, type ScreenSize, soundingZone } from '../../src/main/edition/zones.ts';
import { screenOf, showId, zoneOf } from '../../src/shared/zones.ts';

const zone = (id: string, place: Partial<ZoneRecord> = {}): ZoneRecord => ({
  id,
  left: 0,
  top: 0,
  width: '50%',
  height: '50%',
  playlist: '1',
  fit: null,
  sound: null,
  ...place,
});
const judge = (zones: readonly ZoneRecord[], size: ScreenSize | null = null) => {
  const judged = judgeZones(zones, size);
  return [judged.zones.map(({ id }) => id), judged.faults.map(({ code }) => code)];
};

test('a show is named by its screen, and by its zone where there is one', () => {
  expect([showId('1', ''), showId('1', 'side')]).toEqual(['1', '1/side']);
  expect([screenOf('1/side'), zoneOf('1/side'), screenOf('1'), zoneOf('1')]).toEqual(['1', 'side', '1', '']);
});

describe('zones that cannot be shown are left out with a sentence, and the rest plays', () => {
  const fullHd = { width: 1920, height: 1080 };
  const main = zone('main', { left: '50%', top: '50%' });
  test.each<[string, Partial<ZoneRecord>, string, ScreenSize | null]>([
    ['of no width', { width: 0 }, 'zone.no-size', null],
    ['of negative height', { height: '-3%' }, 'zone.no-size', null],
    ['right of the screen', { left: '100%' }, 'zone.outside', null],
    ['above the screen', { top: '-50%' }, 'zone.outside', null],
    ['below a screen of known size', { top: 1080, height: 200 }, 'zone.outside', fullHd],
    ['left of it in pixels', { left: -400, width: 400 }, 'zone.outside', null],
    ['right of it in pixels, beside percent', { left: 1930 }, 'zone.outside', fullHd],
    ['that cannot be read', { unreadable: 'width "wide"' }, 'zone.unreadable', null],
    ['that is named twice', { id: 'main' }, 'zone.twice', null],
  ])('one %s', (_, place, code, size) =>
    expect(judge([main, zone('odd', place)], size)).toEqual([['main'], [code]]));

  test('40 of them: the first ones play, and one sentence counts the others', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      zone(`z${index}`, { left: `${index * 2}%`, width: '2%' }),
    );
    const judged = judgeZones(many);
    expect(judged.zones).toHaveLength(mostZones);
    expect(judged.faults).toEqual([{ code: 'zone.too-many', values: { count: 28, most: mostZones } }]);
  });
});

describe('zones that may be meant otherwise play all the same', () => {
  test('one that extends beyond the screen', () =>
    expect(judge([zone('wide', { width: '120%' })])).toEqual([['wide'], ['zone.cut']]));

  test('thirds do not', () =>
    expect(judge([zone('third', { left: '66.67%', width: '33.34%' })])).toEqual([['third'], []]));

  test('one that covers another, also in other units where the size is known', () => {
    const corner = zone('corner', { left: 900, top: 500, width: 200, height: 100 });
    expect(judge([zone('main'), zone('inset', { left: '40%' })])[1]).toEqual(['zone.overlap']);
    expect(judge([zone('main'), corner])[1]).toEqual([]);
    expect(judge([zone('main'), corner], { width: 1920, height: 1080 })[1]).toEqual(['zone.overlap']);
    expect(judge([zone('main'), { ...corner, left: 960 }], { width: 1920, height: 1080 })[1]).toEqual([]);
  });

  test('a second one that sounds', () => {
    const [one, other] = [zone('one', { sound: true }), zone('other', { sound: true, left: '50%' })];
    expect(judge([one, other])).toEqual([['one', 'other'], ['zone.sound']]);
    expect(soundingZone([one, other])?.id).toBe('one');
  });
});

test('one zone sounds: the one that says so, else the first that does not refuse', () => {
  expect(soundingZone([zone('a'), zone('b', { sound: true })])?.id).toBe('b');
  expect(soundingZone([zone('a', { sound: false }), zone('b')])?.id).toBe('b');
  expect(soundingZone([zone('a', { sound: false })])).toBeUndefined();
});
