import { describe, expect, test } from 'vitest';
import { decodeDeviceGroup } from '../../src/main/cms/decode/device.ts';
import { FieldReader } from '../../src/main/cms/decode/fields.ts';

const logo = (fields: Record<string, unknown>) =>
  decodeDeviceGroup({ id: 1, name: 'Shops', ...fields }, new FieldReader()).settings.logo;

describe('the channel logo, whose fields have only a published prefix', () => {
  test.each([
    [
      { channel_logo_media_file_id: 7, channel_logo_position: 'top_left' },
      { mediaFileId: '7', position: 'top_left' },
    ],
    [{ channelLogoMediaFileId: '7' }, { mediaFileId: '7', position: null }],
    [{ channel_logo_media_file: { id: 7, name: 'Logo' } }, { mediaFileId: '7', position: null }],
    [
      { channel_logo_id: 7, is_channel_logo_active: 1 },
      { mediaFileId: '7', position: null },
    ],
    [{ channel_logo: { id: 7 } }, { mediaFileId: '7', position: null }],
  ])('is read from %j', (fields, expected) => expect(logo(fields)).toEqual(expected));

  test.each([
    {},
    { channel_logo_media_file_id: null },
    { channel_logo_media_file_id: 0 },
    { channel_logo_media_file_id: 7, is_channel_logo_active: 0 },
    { channel_logo_media_file_id: [7] },
    { channel_logo_media_file_id: { name: 'no id' } },
    { channel_logo_media_file_id: true },
  ])('is absent with %j, and the rest of the record stays', (fields) => expect(logo(fields)).toBeUndefined());

  test.each([
    [40, { opacity: 40 }],
    ['40', { opacity: 40 }],
    [0, { opacity: 0 }],
    [100, {}],
    [null, {}],
    ['', {}],
    [140, { unreadable: '140' }],
    [-1, { unreadable: '-1' }],
    ['half', { unreadable: '"half"' }],
    [[40], { unreadable: '[40]' }],
    ['x'.repeat(500), { unreadable: `"${'x'.repeat(59)}` }],
  ])('keeps the opacity %j, or what it says to be named', (opacity, expected) =>
    expect(logo({ channel_logo_media_file_id: 7, channel_logo_opacity: opacity })).toEqual({
      mediaFileId: '7',
      position: null,
      ...expected,
    }));
});
