import { describe, expect, test } from 'vitest';
import { decodeDevice, decodeDeviceGroup } from '../../src/main/cms/decode/device.ts';
import { FieldReader } from '../../src/main/cms/decode/fields.ts';
import { decodeEntry } from '../../src/main/cms/decode/playlist.ts';
import { completeProfile } from '../../src/main/cms/profile.ts';

const on = { interaction_enabled: 1 };
const read = (fields: object, reader = new FieldReader()) =>
  decodeDeviceGroup({ id: 1, name: 'Shops', ...fields }, reader).settings.interaction;

describe('interaction, whose fields have published names alone', () => {
  test.each([
    [{ ...on, interactive_website: ' https://a.example/x ' }, { address: 'https://a.example/x' }],
    [{ interactionEnabled: true, interactiveWebsite: 'http://a.example' }, { address: 'http://a.example/' }],
    [{ ...on, mediafile_id_as_interaction_website: 7 }, { mediaFileId: '7' }],
    [{ ...on, mediafile_id_as_interaction_website: { id: '7', name: 'Guide' } }, { mediaFileId: '7' }],
    [{ ...on, interaction_timeout: 30 }, { seconds: 30 }],
    [{ ...on, interaction_timeout: '30' }, { seconds: 30 }],
    [on, {}],
    [{ ...on, interaction_timeout: 0, interactive_website: '', mediafile_id_as_interaction_website: 0 }, {}],
  ])('is read from %j', (fields, expected) => expect(read(fields)).toEqual(expected));

  test.each([
    {},
    { interactive_website: 'https://a.example/' },
    { interaction_enabled: 0, interactive_website: 'https://a.example/' },
    { interaction_enabled: 'maybe', interactive_website: 'https://a.example/' },
  ])('is absent unless it is turned on: %j', (fields) => expect(read(fields)).toBeUndefined());

  test.each([
    [{ interactive_website: 'javascript:alert(1)' }, 'interactive_website "javascript:alert(1)"'],
    [{ interactive_website: 'file:///etc/passwd' }, 'interactive_website "file:///etc/passwd"'],
    [{ interactive_website: 'guide' }, 'interactive_website "guide"'],
    [{ interactive_website: `http://${'x'.repeat(9_000)}` }, `interactive_website "http://${'x'.repeat(52)}`],
    [{ interaction_timeout: -5 }, 'interaction_timeout -5'],
    [{ interaction_timeout: 'long' }, 'interaction_timeout "long"'],
    [{ interaction_timeout: [30] }, 'interaction_timeout [30]'],
  ])('keeps what it cannot read to be named: %j', (fields, unreadable) =>
    expect(read({ ...on, ...fields })).toEqual({ unreadable }));

  test('has the names of the profile', () => {
    const reader = new FieldReader({ interaction_enabled: 'touch', interactive_website: 'touch_url' });
    expect(read({ touch: 1, touch_url: 'http://a.example/' }, reader)).toEqual({
      address: 'http://a.example/',
    });
  });

  test('is read from devices and entries as well', () => {
    const fields = { id: 1, ...on, interactive_website: 'http://a.example/' };
    const expected = { address: 'http://a.example/' };
    expect(decodeDevice(fields, new FieldReader()).settings.interaction).toEqual(expected);
    const needs = { entry: new FieldReader(), mediaFile: () => ({}) as never, profile: completeProfile() };
    const { entry } = decodeEntry({ ...fields, media_file_id: 2 }, 0, needs);
    expect(entry).toMatchObject({ unreadable: null, interaction: expected });
    const { entry: damaged } = decodeEntry(
      { ...fields, media_file_id: 2, interaction_timeout: {} },
      0,
      needs,
    );
    expect(damaged).toMatchObject({
      unreadable: null,
      interaction: { ...expected, unreadable: 'interaction_timeout {}' },
    });
  });
});
