import { describe, expect, test } from 'vitest';
import { createDecoders } from '../../src/main/cms/decode/decoders.ts';
import { FieldReader, kindOf } from '../../src/main/cms/decode/fields.ts';
import { completeProfile } from '../../src/main/cms/profile.ts';
import type { EntryRecord } from '../../src/main/edition/records.ts';
import { inEnglish, message, verbatim } from '../../src/shared/languages/message.ts';

const decoders = createDecoders(completeProfile(), 'https://cms.example.com/api/v1.0/');
const media = (raw: object) => decoders.mediaFile({ id: 1, ...raw });
const file = (attachable: object, raw: object = {}) =>
  media({ attachable_type: 'PhysicalFile', attachable, ...raw });
const entry = (raw: object) => decoders.entry({ id: 1, media_file_id: 2, ...raw }, 4).entry;

describe('a field', () => {
  const fields = new FieldReader({ media_file_id: 'content', constructor: 'made_by' });

  test.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
    ['yes', null],
    [2, null],
    [null, null],
  ])('reads %j as a flag', (given, expected) => {
    for (const absent of [true, false]) {
      expect(fields.flag({ is_it: given }, absent, 'is_it')).toBe(expected ?? absent);
    }
  });

  test.each([
    [12.5, 12.5],
    [' -12.5 ', -12.5],
    ['+3', 3],
    ['', null],
    [null, null],
    [Number.POSITIVE_INFINITY, 'refused'],
    ['1e3', 'refused'],
    ['12 px', 'refused'],
    [true, 'refused'],
    [[1], 'refused'],
  ])('reads %j as a number', (given, expected) => {
    const read = () => fields.number({ size: given }, 'size');
    if (expected === 'refused') expect(read).toThrow(/^size: is not a number/);
    else expect(read()).toBe(expected);
    expect(fields.looseNumber({ size: given }, 'size')).toBe(expected === 'refused' ? null : expected);
  });

  test.each([null, '', 0, '0', false, {}, { id: null }])('with %j refers to nothing', (given) => {
    expect(fields.reference({ a_id: given, b_id: 5 }, 'a_id', 'b_id')).toBe('5');
    expect(fields.reference({ a_id: given }, 'a_id')).toBeNull();
  });

  test('refers to another record by a bare id or an object, and by nothing else', () => {
    expect(fields.reference({ a_id: { id: ' 7 ' } }, 'a_id')).toBe('7');
    for (const wrong of [true, 1.5, [7], { id: 1.5 }]) {
      expect(() => fields.reference({ a_id: wrong }, 'a_id')).toThrow(/^a_id: is not an ID/);
    }
  });

  test('is found by the profile’s name, then its own, then in camel case, never as an inherited one', () => {
    expect(fields.value({ content: 1, media_file_id: 2, mediaFileId: 3 }, 'media_file_id')).toBe(1);
    expect(fields.value({ content: null, media_file_id: 2, mediaFileId: 3 }, 'media_file_id')).toBe(2);
    expect(fields.value({ mediaFileId: 3 }, 'media_file_id')).toBe(3);
    expect(fields.value({}, 'constructor')).toBeNull();
    expect(fields.value({ made_by: 'us' }, 'constructor')).toBe('us');
    expect(fields.value({}, 'to_string')).toBeNull();
    expect(fields.mentions({ content: null }, 'media_file_id')).toBe(true);
    expect(fields.mentions({}, 'media_file_id')).toBe(false);
  });

  test('is text, even from a number, and filled if anything remains after trimming', () => {
    expect([fields.text({ a: 5 }, 'a'), fields.text({ a: '' }, 'a'), fields.text({ a: true }, 'a')]).toEqual([
      '5',
      '',
      null,
    ]);
    expect([fields.filledText({ a: ' x ' }, 'a'), fields.filledText({ a: ' ' }, 'a')]).toEqual(['x', null]);
  });

  test('with several names is the first one that is an object', () => {
    expect(fields.object({ a: 'text', b: { c: 1 } }, 'a', 'b')).toEqual({ c: 1 });
    expect(fields.object({ a: [1] }, 'a')).toBeNull();
  });

  test('is a valid id only with up to 200 visible characters', () => {
    expect(fields.id({ id: 'x'.repeat(200) })).toHaveLength(200);
    for (const wrong of ['x'.repeat(201), 'a\u007fb', 'a\u001fb']) {
      expect(() => fields.id({ id: wrong })).toThrow(/^id: is not an ID/);
    }
    expect(fields.id({ id: 'a b' })).toBe('a b');
  });

  test('of a wrong type is described without quoting much', () => {
    expect(
      [null, [1], {}, 'x'.repeat(99), 5, true]
        .map(kindOf)
        .map((kind) => (typeof kind === 'string' ? kind : inEnglish(kind))),
    ).toEqual(['null', 'a list', 'an object', `text “${'x'.repeat(40)}”`, '5', 'true']);
  });
});

describe('a media file', () => {
  test.each([
    [0, 'waiting'],
    [1, 'converting'],
    ['2', 'failed'],
    [3, 'converted'],
    [4, null],
    [-1, null],
    ['done', null],
    [undefined, null],
  ])('with the status %s', (status, expected) => {
    expect(media({ status }).status).toBe(expected);
    expect(file({ status }).status).toBe(expected);
  });

  test.each([
    ['duration', 0, { durationMs: null }],
    ['duration', -5, { durationMs: null }],
    ['duration', '0.5', { durationMs: 500 }],
    ['width', 0, { width: null }],
    ['height', -1, { height: null }],
    ['width', '1920', { width: 1920 }],
    ['file_size', 0, { download: { size: null } }],
    ['file_size', -1, { download: { size: null } }],
    ['file_size', 1.5, { download: { size: null } }],
    ['file_size', '1', { download: { size: 1 } }],
    ['extension', '.MP4', { extension: 'mp4', kind: 'video' }],
    ['extension', 'jp/g', { extension: null }],
    ['extension', 'abcdefghijk', { extension: null }],
    ['extension', 'abcdefghij', { extension: 'abcdefghij', kind: 'unsupported' }],
    ['original_extension', 'mov', { extension: 'mov' }],
    ['original_name', 'my.clip.MOV', { extension: 'mov' }],
    ['original_name', 'stream.ismv', { extension: 'ismv', kind: 'video' }],
    ['extension', 'm4v', { kind: 'video' }],
    ['extension', 'opus', { kind: 'audio' }],
    ['mime_type', 'IMAGE/PNG', { kind: 'image', mimeType: 'image/png' }],
    ['mime_type', 'application/pdf; version=2', { kind: 'pdf' }],
    ['mime_type', 'text/plain; charset=utf-8', { kind: 'text' }],
    ['mime_type', 'text/html', { kind: 'unsupported' }],
    ['mime_type', 'application/octet-stream', { kind: 'image' }],
  ])('whose %s is %j', (name, given, expected) => {
    expect(file({ [name]: given })).toMatchObject(expected);
  });

  test('with few fields is a video if it has a duration, unless its type decides', () => {
    expect(file({ mime_type: 'application/octet-stream', duration: 3 }).kind).toBe('video');
    expect(file({ mime_type: 'application/octet-stream', duration: 3, extension: 'xyz' }).kind).toBe(
      'unsupported',
    );
    expect(file({ duration: 3 }, { type: 'Audio' }).kind).toBe('audio');
    expect(file({ duration: 3 }, { type: 'audiovisual' }).kind).toBe('video');
    expect(file({ extension: 'jpeg' }, { type: 'Video' }).kind).toBe('video');
  });

  test('keeps only the fields of its kind', () => {
    const all = { url: 'https://a.example/', mime_type: 'image/png', extension: 'png', duration: 3 };
    const none = { mimeType: null, extension: null, durationMs: null, download: null };
    expect(media({ attachable_type: 'Website', attachable: all })).toMatchObject({ ...none, kind: 'page' });
    expect(media({ attachable_type: 'Directory', attachable: all })).toMatchObject({
      ...none,
      kind: 'folder',
      page: null,
    });
    expect(file(all)).toMatchObject({ kind: 'image', page: null });
    const empty = media({ attachable_type: 'Playlist', attachable_id: 0 });
    expect(empty).toMatchObject({ ...none, kind: 'unsupported' });
    expect(empty).not.toHaveProperty('nestedPlaylistId');
  });

  test.each([
    'file',
    'Physical-File',
    'a:File',
    'a/b.physical file',
    'WebPage',
    'web_page',
    'DIRECTORY',
  ])('attached as %s', (attachable_type) => {
    const { kind } = media({ attachable_type, attachable: { url: 'https://a.example/a.png' } });
    expect(kind).toBe(
      /file/i.test(attachable_type) ? 'image' : /web/i.test(attachable_type) ? 'page' : 'folder',
    );
  });

  test.each([
    'mime_type',
    'original_extension',
    'file_hash',
    'file_size',
    'download_url',
    'file_url',
  ])('without a type is recognised by its %s', (name) => {
    const value = name === 'file_size' ? 5 : 'https://a.example/a';
    expect(media({ attachable_type: null, attachable: { [name]: value } }).download).not.toBeNull();
    expect(media({ attachable_type: null, attachable: { other: value } }).kind).toBe('folder');
  });

  test('prefers its own time to that of its file', () => {
    expect(file({ updated_at: 'a' }).updatedAt).toBe('a');
    expect(file({ updated_at: 'a' }, { updated_at: 'b' }).updatedAt).toBe('b');
    const marker = (attachable: object, raw?: object) => file(attachable, raw).download?.marker;
    expect(marker({ updated_at: 'a' })).toMatch(/^\|\|a\|/);
    expect(marker({ updated_at: 'a' }, { updated_at: 'b' })).toMatch(/^\|\|b\|/);
  });

  test('is recognised by its hashes only if all are known, and never by a query', () => {
    const [md5, url] = ['a'.repeat(32), 'https://cdn.example.net/a.png'];
    const both = file({ file_hash: md5, converted_file_hash: md5, file_url: url }).download;
    expect(both).toMatchObject({ hashes: [{ algorithm: 'md5', hex: md5 }], marker: `md5:${md5}|md5:${md5}` });
    const mixed = file({ file_hash: md5, converted_file_hash: 'v2', file_url: `${url}?sig=1#x` }).download;
    expect(mixed).toMatchObject({ hashes: [{ hex: md5 }], marker: `v2|${md5}|||${url}` });
    for (const prefixed of [`MD5:${md5}`, `md5=${md5}`, `md5-${md5.toUpperCase()}`]) {
      expect(file({ file_hash: prefixed }).download?.hashes).toEqual([{ algorithm: 'md5', hex: md5 }]);
    }
    expect(file({ file_hash: 'a'.repeat(40) }).download?.hashes).toMatchObject([{ algorithm: 'sha1' }]);
  });

  test('whose path needs the converted hash falls back to the original one', () => {
    const made = createDecoders(
      completeProfile({ downloadPath: 'f/{converted_file_hash}' }),
      'https://cms.example.com/api/v1.0/',
    );
    const url = (attachable: object) =>
      made.mediaFile({ id: 1, attachable_type: 'file', attachable }).download?.url;
    expect(url({ file_hash: 'a', converted_file_hash: 'b' })).toMatch(/f\/b$/);
    expect(url({ file_hash: 'a' })).toMatch(/f\/a$/);
    expect(() => url({})).toThrow(/^converted_file_hash: is missing/);
    expect(() => url({ file_hash: '.' })).toThrow(/is missing/);
  });
});

test('a web page keeps up to fifty headers of bounded length, and none that changes the transport', () => {
  const headers = (header: object) =>
    media({ attachable_type: 'Website', attachable: { url: 'https://a.example/', header } }).page?.headers;
  expect(
    headers({ a: 'x'.repeat(4096), b: 'x'.repeat(4097), c: 5, d: 'a\tb', e: 'é', f: 'ß€', g: true }),
  ).toEqual({ a: 'x'.repeat(4096), c: '5', d: 'a\tb', e: 'é' });
  expect(headers({ ['x'.repeat(100)]: '1', ['x'.repeat(101)]: '1', 'Proxy-Anything': '1', TE: '1' })).toEqual(
    {
      ['x'.repeat(100)]: '1',
    },
  );
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, 'v']));
  expect(Object.keys(headers(many) ?? {})).toHaveLength(50);
});

const weekdays = (seen: number) =>
  message('cms.record.field', { field: 'weekdays', why: message('cms.record.weekdays', { seen }) });

describe('an entry', () => {
  test.each([
    [{}, 4],
    [{ index: 0 }, 0],
    [{ position: '7' }, 7],
    [{ sort_order: 8 }, 8],
    [{ index: 1, position: 2 }, 1],
  ])('%j has the position %i', (raw, index) => {
    expect(entry(raw).index).toBe(index);
    expect(decoders.entry({ ...raw, id: 5 }, 4).entry).toMatchObject({
      index,
      unreadable: expect.anything(),
    });
  });

  test.each([
    [{ weekdays: 127 }, { weekdays: 127, unreadable: null }],
    [{ weekdays: null }, { weekdays: 0, unreadable: null }],
    [{ weekdays: -1 }, { unreadable: weekdays(-1) }],
    [{ play_rule: null }, { playRule: 'always' }],
    [{ play_rule: 1 }, { playRule: 'always' }],
    [{ play_rule: '0' }, { playRule: 'schedule' }],
    [{ duration: 0 }, { duration: 0, unreadable: null }],
    [{ transition: 'Fade' }, { transition: { kind: 'fade', durationMs: 800 } }],
    [{ transition: 'slide', transition_duration: 0.01 }, { transition: { kind: 'slide', durationMs: 100 } }],
    [{ transition: 'fade', transition_duration: 11 }, { transition: { kind: 'fade', durationMs: 10_000 } }],
    [{ transition: 'cut', transition_duration: 5 }, { transition: { kind: 'cut', durationMs: 0 } }],
    [{ transition: 'zoom' }, { transition: null }],
    [{ media_file_id: 2, media_file: { id: 3, name: 'a.png' } }, { mediaFileId: '2' }],
    [{ media_file_id: null, mediafile: { id: 3, name: 'a.png' } }, { mediaFileId: '3' }],
    [
      { media_file_id: null, nested_playlist: { id: 9 } },
      { mediaFileId: null, nestedPlaylistId: '9' },
    ],
  ])('%j', (raw, expected) => {
    expect(entry(raw)).toMatchObject(expected);
  });

  test('that is unreadable is named by its id, or by its position and content', () => {
    const summary = ({ id, index, unreadable }: EntryRecord) => [
      id,
      index,
      inEnglish(unreadable ?? verbatim('')),
    ];
    expect(summary(entry({ weekdays: 999 }))).toEqual([
      '1',
      4,
      'weekdays is not a weekday mask from 0 to 127 (999)',
    ]);
    expect(summary(entry({ id: null, media_file_id: null }))).toEqual([
      '#5',
      4,
      'media_file_id is missing (entry no. 5 of the playlist)',
    ]);
    expect(summary(decoders.entry('text', 4).entry)).toEqual([
      '#5',
      4,
      'the record is not an object (text “text”)',
    ]);
  });
});

test('a playlist is shuffled by its order, also as text, and may be named by its title', () => {
  const playlist = (raw: object) => decoders.playlist({ id: 1, ...raw });
  expect(['1', 1, 0, 2, null].map((playback_order) => playlist({ playback_order }).shuffled)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(playlist({ title: 'Lobby' }).name).toBe('Lobby');
  expect(playlist({ deleted_at: '2026-01-01' }).deletedAt).toBe('2026-01-01');
});
