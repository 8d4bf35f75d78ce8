import { describe, expect, test } from 'vitest';
import { decodeDeviceGroup } from '../../src/main/cms/decode/device.ts';
import { FieldReader } from '../../src/main/cms/decode/fields.ts';

const zones = (fields: Record<string, unknown>, renames: Record<string, string> = {}) =>
  decodeDeviceGroup({ id: 1, name: 'Shops', ...fields }, new FieldReader(renames)).settings.zones;
const frame = { left: 0, top: '10%', width: '75%', height: 400, playlist_id: 7 };
const asZone = { ...frame, id: '1', playlist: '7', fit: null, sound: null, playlist_id: undefined };

describe('the layout of a device group, whose format is unpublished', () => {
  test.each([
    [{ multi_frame: [frame] }],
    [{ multi_frame: { frames: [frame] } }],
    [{ multiFrame: { zones: [frame] } }],
    [{ multi_frame: JSON.stringify([frame]) }],
    [{ multi_frame: 1, frames: [frame] }],
    [{ zones: [frame] }],
    [{ regions: [{ x: 0, y: '10%', width: ' 75%', height: '400px', playlist: { id: '7' } }] }],
  ])('is read from %j', (fields) => expect(zones(fields)).toEqual([asZone]));

  test.each([
    {},
    { multi_frame: 1 },
    { multi_frame: '' },
    { multi_frame: [] },
    { multi_frame: '[1' },
  ])('with %j does not divide the screen', (fields) => expect(zones(fields)).toBeUndefined());

  test('does not divide the screen when it is switched off', () =>
    expect(zones({ multi_frame: { is_active: 0, frames: [frame] } })).toBeUndefined());

  test('is found under the profile’s name', () =>
    expect(zones({ layout: [frame] }, { multi_frame: 'layout' })).toEqual([asZone]));

  test('turns names into ids that proof of play can carry, and keeps the zone with sound', () => {
    const [one, other] = zones({
      frames: [
        { ...frame, name: 'Left side / top', is_sound_played: 1, fit: 'Cover' },
        { ...frame, id: 44, playlist_id: 0 },
      ],
    }) ?? [null, null];
    expect(one).toMatchObject({ id: 'Left-side-top', sound: true, fit: 'cover' });
    expect(other).toMatchObject({ id: '44', playlist: null });
  });

  test.each([
    [{ width: 'wide' }, 'width "wide"'],
    [{ left: {} }, 'left {}'],
    [{ top: '12 %%' }, 'top "12 %%"'],
    [{ playlist_id: [7] }, 'playlist_id [7]'],
  ])('with %j keeps the value for the report', (values, unreadable) =>
    expect(zones({ frames: [{ ...frame, ...values }, frame] })).toEqual([
      expect.objectContaining({ unreadable }),
      { ...asZone, id: '2' },
    ]));

  test('survives a frame that is no object, and a hundred frames', () => {
    expect(zones({ frames: ['x'] })).toMatchObject([{ unreadable: 'frame "x"' }]);
    expect(zones({ frames: Array.from({ length: 500 }, () => frame) })).toHaveLength(100);
  });
});
