import { expect, test } from 'vitest';
import { createDecoders } from '../../src/main/cms/decode/decoders.ts';
import { RefusedRecord } from '../../src/main/cms/decode/fields.ts';
import { completeProfile, type PartialProfile, parseProfile } from '../../src/main/cms/profile.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import fc from '../support/properties.ts';

const baseUrl = 'https://cms.example.com/api/v1.0/';
const decoders = (profile: PartialProfile = {}) => createDecoders(completeProfile(profile), baseUrl);
const entry = (raw: unknown) => decoders().entry(raw, 0).entry;
const media = (raw: unknown, profile: PartialProfile = {}) => decoders(profile).mediaFile(raw);

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof RefusedRecord) return error.message;
    throw error;
  }
  return 'accepted';
}

test('a documented playlist keeps only its known fields', () => {
  const raw = {
    id: 7,
    name: 'Lobby',
    comment: 'ground floor',
    company_id: 3,
    created_at: '2026-01-02 03:04:05',
    updated_at: '2026-01-02 03:04:06',
    playback_order: 1,
    evil: 'x',
  };
  expect(decoders().playlist(raw)).toEqual({
    id: '7',
    name: 'Lobby',
    comment: 'ground floor',
    companyId: '3',
    createdAt: '2026-01-02 03:04:05',
    updatedAt: '2026-01-02 03:04:06',
    deletedAt: null,
    shuffled: true,
    entries: null,
  });
  expect(decoders({ shuffledOrders: [2] }).playlist(raw).shuffled).toBe(false);
});

test('ids are decoded as text, neither rounded nor invented', () => {
  const id = (value: unknown): string => decoders().playlist({ id: value }).id;
  expect([id(1), id('1'), id('a-b'), id(-5), id(0), id('9007199254740993')]).toEqual([
    '1',
    '1',
    'a-b',
    '-5',
    '0',
    '9007199254740993',
  ]);
  for (const value of [
    null,
    undefined,
    '',
    '  ',
    1.5,
    2 ** 53,
    Number.NaN,
    true,
    {},
    [],
    'a\nb',
    'x'.repeat(201),
  ]) {
    expect(
      refusalOf(() => id(value)),
      String(value),
    ).toMatch(/^id: /);
  }
});

test('an entry in its published form is decoded', () => {
  const raw = {
    id: 24,
    playlist_id: 7,
    index: 3,
    duration: 12.5,
    is_sound_played: 1,
    play_rule: 0,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    start_time: '08:00:00',
    end_time: '18:00:00',
    weekdays: 62,
    media_file_id: 99,
    playlist_id_as_nested_playlist: null,
    commands_start: [],
    deleted_at: null,
  };
  expect(entry(raw)).toEqual({
    id: '24',
    index: 3,
    duration: 12.5,
    sound: true,
    playRule: 'schedule',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    startTime: '08:00:00',
    endTime: '18:00:00',
    weekdays: 62,
    mediaFileId: '99',
    nestedPlaylistId: null,
    deletedAt: null,
    transition: null,
    unreadable: null,
  });
  const camel = { id: 1, mediaFileId: '5', isSoundPlayed: true, playRule: '2', startDate: '2026-01-01' };
  expect(entry(camel)).toMatchObject({
    mediaFileId: '5',
    sound: true,
    playRule: 'never',
    startDate: '2026-01-01',
  });
});

test.each([
  [{ id: 1 }, 'media_file_id is missing'],
  [{ id: 1, media_file_id: 2, playlist_id_as_nested_playlist: 3 }, /can refer to only one of them/],
  [{ media_file_id: 2 }, /^id is missing/],
  [{ id: 1, media_file_id: [] }, /media_file_id is not an ID/],
  [{ id: 1, media_file_id: 2, duration: 'long' }, /duration is not a number/],
  [{ id: 1, media_file_id: 2, duration: -1 }, /duration is negative/],
  [{ id: 1, media_file_id: 2, play_rule: 7 }, /play_rule has an unknown value/],
  [{ id: 1, media_file_id: 2, weekdays: 128 }, /weekdays/],
  [{ id: 1, media_file_id: 2, weekdays: 1.5 }, /weekdays/],
  ['text', /is not an object/],
  [null, /is not an object/],
])('an entry that cannot be read is kept with its reason: %j', (raw, reason) => {
  expect(inEnglish(entry(raw).unreadable ?? verbatim(''))).toMatch(
    reason instanceof RegExp ? reason : new RegExp(`^${reason}$`),
  );
});

test('an embedded media file is decoded, also one that represents a playlist', () => {
  const file = {
    id: 5,
    name: 'a.jpg',
    attachable_type: 'PhysicalFile',
    attachable: { mime_type: 'image/jpeg' },
  };
  const { entry: read, mediaFile } = decoders().entry({ id: 1, media_file: file }, 0);
  expect(read).toMatchObject({ mediaFileId: '5', nestedPlaylistId: null, unreadable: null });
  expect(mediaFile).toMatchObject({ id: '5', kind: 'image' });
  const handle = { id: 6, name: 'Inner', attachable_type: 'App\\Models\\Playlist', attachable_id: 21 };
  expect(entry({ id: 1, media_file: handle })).toMatchObject({ mediaFileId: null, nestedPlaylistId: '21' });
  expect(media(handle)).toMatchObject({ kind: 'unsupported', nestedPlaylistId: '21', download: null });
});

test('a physical file in its published form is decoded', () => {
  const raw = {
    id: 15,
    name: 'Clip',
    status: 3,
    attachable_type: 'App\\Models\\PhysicalFile',
    attachable_id: 16,
    attachable: {
      id: 16,
      original_name: 'clip.mov',
      original_extension: 'mov',
      file_hash: 'D41D8CD98F00B204E9800998ECF8427E',
      converted_file_hash: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      extension: 'mp4',
      mime_type: 'video/mp4',
      file_size: 1234,
      duration: '12.25',
      width: 1920,
      height: 1080,
    },
    media_file_id_as_parent_directory: 4,
    updated_at: '2026-01-02 03:04:05',
  };
  expect(media(raw)).toEqual({
    id: '15',
    name: 'Clip',
    status: 'converted',
    kind: 'video',
    mimeType: 'video/mp4',
    extension: 'mp4',
    durationMs: 12_250,
    width: 1920,
    height: 1080,
    updatedAt: '2026-01-02 03:04:05',
    deletedAt: null,
    download: {
      url: 'https://cms.example.com/api/v1.0/mediafile/15/download',
      hashes: [
        { algorithm: 'sha1', hex: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' },
        { algorithm: 'md5', hex: 'd41d8cd98f00b204e9800998ecf8427e' },
      ],
      size: 1234,
      marker: 'sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709|md5:d41d8cd98f00b204e9800998ecf8427e',
    },
    page: null,
    folderId: '4',
  });
});

test('content that only the CMS can draw is replaced by its thumbnail', () => {
  const raw = { id: 7, attachable_type: 'App\\Models\\Template', attachable: { id: 8 } };
  const thumbnail = { thumbnail_hash: 'v3', thumbnail_extension: 'jpg', thumbnail_mime_type: 'image/jpeg' };
  const url = `${baseUrl}mediafile/7/thumbnail`;
  expect(media({ ...raw, ...thumbnail })).toMatchObject({
    kind: 'image',
    drawnBy: 'Template',
    extension: 'jpg',
    mimeType: 'image/jpeg',
    download: { url, hashes: [], size: null, marker: `thumbnail|v3|${url}` },
  });
  expect(media({ ...raw, attachable_type: 'content', updated_at: 'x' })).toMatchObject({
    drawnBy: 'Content',
    download: { marker: `thumbnail|x|${url}` },
  });
});

test.each([
  ['PhysicalFile', 'file'],
  ['App\\Models\\PhysicalFile', 'file'],
  ['physical_file', 'file'],
  ['Website', 'page'],
  ['App.Models.Website', 'page'],
  ['Something\\Else', 'unsupported'],
  [null, 'folder'],
])('attachable_type %s is %s', (attachable_type, what) => {
  const attachable =
    what === 'page' ? { url: 'https://example.com/' } : what === 'file' ? { mime_type: 'image/png' } : null;
  expect(media({ id: 1, attachable_type, attachable }).kind).toBe(what === 'file' ? 'image' : what);
});

test.each([
  [{ name: 'clip.mp4' }, 'video', 'mp4'],
  [{ name: 'Menu.JPEG' }, 'image', 'jpeg'],
  [{ name: 'clip.mp4', attachable_type: null }, 'video', 'mp4'],
  // No field decides: the bytes will.
  [{ name: 'Welcome' }, 'image', null],
  [{ name: 'Prices 2.0' }, 'image', null],
  [{ name: 'Welcome', attachable_type: null }, 'folder', null],
])('a record with little more than a name is decoded: %j', (fields, kind, extension) => {
  const record = media({ id: 1, ...fields });
  expect(record).toMatchObject({ kind, extension });
  const address = 'https://cms.example.com/api/v1.0/mediafile/1/download';
  expect(record.download?.url).toBe(kind === 'folder' ? undefined : address);
});

test('an entry without an id is named by its position and content', () => {
  const { id, unreadable } = decoders().entry({ media_file_id: 12 }, 0).entry;
  expect(id).toBe('#1');
  expect(inEnglish(unreadable ?? verbatim(''))).toBe(
    'id is missing (entry no. 1 of the playlist, media file 12)',
  );
});

test('a hash algorithm is deduced from the length; an opaque hash only detects changes of its own file', () => {
  const withHash = (id: number, file_hash: string | null, updated_at = 'then') =>
    media({ id, attachable_type: 'PhysicalFile', updated_at, attachable: { file_hash, file_size: 10 } })
      .download;
  expect(withHash(1, 'a'.repeat(64))?.hashes).toEqual([{ algorithm: 'sha256', hex: 'a'.repeat(64) }]);
  expect(withHash(1, `sha256:${'a'.repeat(64)}`)?.hashes).toEqual([
    { algorithm: 'sha256', hex: 'a'.repeat(64) },
  ]);
  for (const opaque of ['v2', 'a'.repeat(33), 'z'.repeat(32)]) {
    expect(withHash(1, opaque)?.hashes).toEqual([]);
    expect(withHash(1, opaque)?.marker).not.toBe(withHash(2, opaque)?.marker);
    expect(withHash(1, opaque)?.marker).not.toBe(withHash(1, `${opaque}!`)?.marker);
  }
  expect(withHash(1, null)?.marker).toBe('|10|then|https://cms.example.com/api/v1.0/mediafile/1/download');
  expect(withHash(1, null, 'later')?.marker).not.toBe(withHash(1, null)?.marker);
  expect(withHash(1, 'a'.repeat(32))?.marker).toBe(withHash(2, 'a'.repeat(32))?.marker);
});

test('the address of the bytes comes from the record, its attachable or the profile, relative or absolute', () => {
  const file = (fields: object, attachable: object = {}, profile: PartialProfile = {}) =>
    media({ id: 1, attachable_type: 'PhysicalFile', attachable_id: 9, ...fields, attachable }, profile)
      .download?.url;
  expect(file({ download_url: 'https://cdn.example.net/a?sig=1' })).toBe('https://cdn.example.net/a?sig=1');
  expect(file({}, { file_url: '/files/a b.mp4' })).toBe('https://cms.example.com/files/a%20b.mp4');
  expect(file({ url: 'x.mp4' })).toBe('https://cms.example.com/api/v1.0/x.mp4');
  expect(
    file(
      {},
      { file_hash: 'abc', extension: 'MP4' },
      { downloadPath: 'https://cdn.example.net/{attachable_id}/{file_hash}.{extension}' },
    ),
  ).toBe('https://cdn.example.net/9/abc.mp4');
  expect(refusalOf(() => file({ url: 'javascript:alert(1)' }))).toMatch(
    /download_url: is not an http or https address/,
  );
  expect(refusalOf(() => file({}, {}, { downloadPath: 'f/{file_hash}' }))).toMatch(/file_hash: is missing/);
  // A value becomes one segment, whatever it contains.
  expect(file({}, { file_hash: '../../etc/passwd' }, { downloadPath: 'f/{file_hash}' })).toBe(
    'https://cms.example.com/api/v1.0/f/..%2F..%2Fetc%2Fpasswd',
  );
  expect(refusalOf(() => file({}, { file_hash: '..' }, { downloadPath: 'f/{file_hash}' }))).toMatch(
    /file_hash/,
  );
});

test('a web page is decoded with its headers as JSON text; invalid headers are omitted', () => {
  const page = (attachable: object) => media({ id: 1, attachable_type: 'Website', attachable }).page;
  expect(
    page({ url: 'https://example.com/x', header: '{"X-A":"1","bad name":"x","Host":"evil","X-B":"a\\nb"}' }),
  ).toEqual({
    address: 'https://example.com/x',
    headers: { 'X-A': '1' },
  });
  expect(page({ url: 'https://example.com/', header: '{}' })?.headers).toEqual({});
  expect(page({ url: 'https://example.com/', header: 'nonsense' })?.headers).toEqual({});
  expect(page({ url: 'https://example.com/', header: { Accept: 'text/html' } })?.headers).toEqual({
    Accept: 'text/html',
  });
  for (const url of ['file:///etc/passwd', 'javascript:1', 'nonsense', '', null]) {
    expect(refusalOf(() => page({ url }))).toMatch(/^attachable\.url: /);
  }
});

test('a device and its group are found under every name of the reference', () => {
  const group = (raw: object): string | null => decoders().device({ id: 1, ...raw }).groupId;
  expect([
    group({ device_group_id: 2 }),
    group({ devicegroup_id: 2 }),
    group({ device_group: { id: 2 } }),
    group({ deviceGroupId: '2' }),
    group({ deviceGroup: { id: '2' } }),
    group({ device_group_id: null, device_group: { id: 2 } }),
  ]).toEqual(['2', '2', '2', '2', '2', '2']);
  expect([group({}), group({ device_group_id: 0 }), group({ device_group_id: '' })]).toEqual([
    null,
    null,
    null,
  ]);
});

test('the profile renames fields, and names each of its mistakes', () => {
  const renamed = decoders({
    fields: { entry: { media_file_id: 'content_ref' }, playlist: { name: 'label' } },
  });
  expect(renamed.entry({ id: 1, content_ref: 4 }, 0).entry.mediaFileId).toBe('4');
  expect(renamed.playlist({ id: 1, name: 'a', label: 'b' }).name).toBe('b');
  expect(parseProfile({ entriesPath: 'p/{id}/e' }).entriesPath).toBe('p/{id}/e');
  expect(parseProfile({}).updateMethod).toBe('PUT');
  expect(() => parseProfile({ entriesPath: 'https://evil.example/{id}' })).toThrow(
    /cms\.profile\.entriesPath must be a path/,
  );
  expect(() => parseProfile({ entrysPath: 'x' })).toThrow(/cms\.profile\.entrysPath is not a setting/);
  expect(() => parseProfile({ endpoints: { playlist: 3 } })).toThrow(
    /cms\.profile\.endpoints\.playlist must be text/,
  );
});

test('no value makes a decoder throw anything but a refusal, or copy an unknown field', () => {
  const all = decoders();
  const known = new Set(Object.keys(all.playlist({ id: 1 })));
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, maxDepth: 3 }), (value) => {
      for (const decode of [all.playlist, all.mediaFile, all.device, all.deviceGroup])
        refusalOf(() => decode(value));
      all.entry(value, 0);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.object(), (value) => {
      const record = all.playlist({ ...value, id: 1 });
      expect(new Set(Object.keys(record))).toEqual(known);
    }),
  );
});

test('serial settings are kept only for a display that has a serial line', () => {
  const line = {
    rs232_baud: 9600,
    rs232_data_bits: 8,
    rs232_parity: 'none',
    rs232_stop_bits: 1,
    rs232_format: 'hex',
    rs232_display_on: 'ka 01 01',
    rs232_display_off: 'ka 01 00',
  };
  const group = (raw: object) => decoders().deviceGroup({ id: 1, ...raw }).settings.rs232;
  expect(group(line)).toBeUndefined();
  expect(group({ ...line, is_rs232_enabled: 1 })).toEqual({
    baud: 9600,
    dataBits: 8,
    parity: 'none',
    stopBits: 1,
    format: 'hex',
    displayOn: 'ka 01 01',
    displayOff: 'ka 01 00',
  });
});

test('the PIN of the service menu is read where the CMS demands one that can be typed', () => {
  const pin = (raw: object) => decoders().deviceGroup({ id: 1, ...raw }).settings.servicePin;
  expect(pin({ pin: '0815', is_pin_enabled: 1 })).toBe('0815');
  expect(pin({ pin: 4711, is_pin_enabled: true })).toBe('4711');
  for (const none of [{ pin: '0815' }, { pin: '0815', is_pin_enabled: 0 }, { is_pin_enabled: 1 }])
    expect(pin(none)).toBeUndefined();
  for (const untypeable of ['12', 'secret', '1234567890123', ' 0815', 12.345, -4711, ['0815'], null])
    expect(pin({ pin: untypeable, is_pin_enabled: 1 })).toBeUndefined();
});

test('the items per visit of a nested playlist are read from playlist and entry', () => {
  const playlist = (fields: object) => decoders().playlist({ id: 1, ...fields }).visit;
  expect(playlist({ playback_rule: 1, playback_entry_count: 2 })).toEqual({ rule: 'continuous', count: 2 });
  expect(playlist({ playback_rule: '2', playback_entry_count: '3' })).toEqual({ rule: 'random', count: 3 });
  for (const usual of [{}, { playback_rule: 0, playback_entry_count: 0 }, { playback_rule: null }])
    expect(playlist(usual)).toBeUndefined();
  const entry = (fields: object) =>
    decoders().entry({ id: 1, playlist_id_as_nested_playlist: 2, ...fields }, 0).entry;
  expect(entry({ playback_rule: 0 }).visit).toEqual({ rule: 'all' });
  expect(entry({ playback_entry_count: 4 }).visit).toEqual({ count: 4 });
  expect(entry({}).visit).toBeUndefined();
});

test('an unreadable number of items is reported, and counts as absent', () => {
  const visit = (fields: object) => decoders().playlist({ id: 1, playback_rule: 1, ...fields }).visit;
  expect(visit({ playback_entry_count: -2 })).toEqual({
    rule: 'continuous',
    unreadable: 'playback_entry_count -2',
  });
  expect(visit({ playback_entry_count: 'many' })?.unreadable).toBe('playback_entry_count "many"');
  expect(visit({ playback_entry_count: 1.5 })?.unreadable).toBe('playback_entry_count 1.5');
  expect(visit({ playback_rule: 9 })).toEqual({ unreadable: 'playback_rule 9' });
  expect(visit({ playback_entry_count: 'x'.repeat(500) })?.unreadable?.length).toBeLessThan(100);
});

test('the profile maps the numbers of another service', () => {
  const { playlist } = decoders({ playbackRules: { continuous: [5], random: [6] } });
  expect(playlist({ id: 1, playback_rule: 6, playback_entry_count: 1 }).visit?.rule).toBe('random');
});
