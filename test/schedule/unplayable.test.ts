import { expect, test } from 'vitest';
import { emptyHoldings, type HeldObject, type Holdings } from '../../src/main/edition/holdings.ts';
import type { MediaFileRecord } from '../../src/main/edition/records.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { buildProgramme } from '../../src/main/schedule/programme.ts';
import { unplayable } from '../../src/main/schedule/unplayable.ts';
import { inEnglish, type Message, message, withRemedy } from '../../src/shared/languages/message.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';
import { held, scheduleInput } from './inputs.ts';

const hevc = 'video/mp4; codecs="hvc1.1.6.L93.B0"';
const clip = held('m1', { kind: 'video', mimeType: hevc, extension: 'mp4', durationMs: 4_000 });

function made(file: Partial<MediaFileRecord>, holdings: Partial<Holdings>) {
  const list = playlist('main', [entry('1', { mediaFileId: 'm1' }), entry('2', { mediaFileId: 'm2' })]);
  const plan = edition([list], [mediaFile('m1', file), mediaFile('m2')]);
  return { plan, holdings: { ...emptyHoldings, ...holdings } };
}

/** Why the first of two does not play, for an instant and for the whole edition. */
function reported(file: Partial<MediaFileRecord>, holdings: Partial<Holdings>) {
  const { plan, holdings: all } = made(file, holdings);
  const { excluded } = evaluate({ ...scheduleInput(plan, { holdings: all }), at: 0 });
  const { reason, detail } = excluded.find(({ entryId }) => entryId === '1') ?? { reason: null };
  const [whole = null] = unplayable(plan, all).filter(({ mediaFileId }) => mediaFileId === 'm1');
  return { reason, detail: detail ?? null, whole: whole && [whole.reason, whole.detail] };
}

const objects = (object: HeldObject) => new Map([['m1', object]]);

test('a codec that the browser cannot decode is named, with a remedy', () => {
  const undecodable = new Set([hevc]);
  const codec = message('codec.named', { name: 'HEVC', codec: 'hvc1.1.6.L93.B0' });
  const detail = withRemedy(message('media-undecodable.video', { codec }));
  expect(inEnglish(detail)).toBe(
    'This machine’s browser cannot decode HEVC (hvc1.1.6.L93.B0). Convert the file to H.264 in MP4.',
  );
  const video = { kind: 'video' } as const;
  expect(reported(video, { objects: objects(clip), undecodable })).toEqual({
    reason: 'unsupported',
    detail,
    whole: ['unsupported', detail],
  });
  expect(reported(video, { objects: objects(clip) })).toEqual({ reason: null, detail: null, whole: null });
});

test.each([
  ['Quarterly.docx', null, message('media-unsupported.extension', { extension: '.docx' })],
  ['Quarterly', 'pptx', message('media-unsupported.extension', { extension: '.pptx' })],
  ['Quarterly', null, message('media-unsupported.type')],
])('%s (%s) is of a type that the player cannot show', (name, extension, why) => {
  const { reason, whole, ...rest } = reported({ kind: 'unsupported', name, extension }, {});
  expect(reason).toBe('unsupported');
  expect(rest.detail).toEqual(withRemedy(why));
  expect(whole).toEqual(['unsupported', rest.detail]);
});

test('a pending download has its last error as detail', () => {
  const empty = message('media-empty');
  const missing = (failed: boolean) => new Map([['m1', { message: empty, failed }]]);
  expect(reported({}, {})).toEqual({ reason: 'media-not-downloaded', detail: null, whole: null });
  expect(reported({}, { missing: missing(false) })).toEqual({
    reason: 'media-not-downloaded',
    detail: empty,
    whole: null,
  });
  expect(reported({}, { missing: missing(true) })).toEqual({
    reason: 'media-unavailable',
    detail: empty,
    whole: ['media-unavailable', empty],
  });
});

test.each<[reported: string, why: Message]>([
  ['decode: damaged', message('failed.decode', { detail: 'damaged' })],
  ['status 503', message('failed.page-status', { status: '503' })],
  ['unreachable: net::ERR_FAILED', message('failed.page-unreachable', { detail: 'net::ERR_FAILED' })],
  [
    'unreachable: insecure a.example',
    message('failed.page-unreachable', {
      detail: message('failed.page-refused.insecure', { host: 'a.example' }),
    }),
  ],
  ['unreachable: constructor x', message('failed.page-unreachable', { detail: 'constructor x' })],
  ...(
    [
      ['own-page 127.0.0.1', message('failed.page-refused.own', { host: '127.0.0.1' })],
      ['inside till.example', message('failed.page-refused.inside', { host: 'till.example' })],
      ['led-inside till.example', message('failed.page-refused.led-inside', { host: 'till.example' })],
    ] as const
  ).map(([word, detail]): [string, Message] => [
    `unreachable: ${word}`,
    message('failed.page-unreachable', { detail }),
  ]),
  ['stalled: no progress', message('failed.stalled')],
  ['renderer-crashed', message('failed.stage', { detail: 'renderer-crashed' })],
  ['it smells', message('failed.other', { detail: 'it smells' })],
  ['constructor: x', message('failed.other', { detail: 'constructor: x' })],
])('a file that was excluded for “%s” has the reason', (failure, why) => {
  const putAside = new Map([['m1', failure]]);
  expect(reported({}, { objects: objects(held('m1')), putAside })).toEqual({
    reason: 'media-failed',
    detail: why,
    whole: ['media-failed', why],
  });
});

test('an undecodable item keeps its time in step', () => {
  const { plan, holdings } = made(
    { kind: 'video' },
    { objects: objects(clip), undecodable: new Set([hevc]) },
  );
  const all = { ...holdings, objects: new Map([...holdings.objects, ['m2', held('m2')]]) };
  const input = { ...scheduleInput(plan, { holdings: all }), from: 0, horizonMs: 1_000, inStep: true };
  const contents = buildProgramme(input).cues.map(({ content }) => content.kind);
  expect(contents).toEqual(['absent', 'image']);
});

test('the programme lists each stream type in the store, whether it plays or not', () => {
  const { plan, holdings } = made(
    { kind: 'video' },
    { objects: objects(clip), undecodable: new Set([hevc]) },
  );
  const input = { ...scheduleInput(plan, { holdings }), from: 0, horizonMs: 1_000, inStep: false };
  expect(buildProgramme(input)).toMatchObject({ cues: [], streams: [hevc] });
});

test.each([
  ['pdf', 'media-undecodable'],
  ['text', 'media-undecodable'],
  ['image', 'media-undecodable.image'],
  ['audio', 'media-undecodable.audio'],
] as const)('media of the kind %s that the browser cannot decode says so by its kind', (kind, code) => {
  const mimeType = `${kind}/odd`;
  const object = held('m1', { kind, mimeType, extension: 'odd' });
  const { reason, detail } = reported(
    { kind },
    { objects: objects(object), undecodable: new Set([mimeType]) },
  );
  expect([reason, detail]).toEqual(['unsupported', withRemedy(message(code, { codec: mimeType }))]);
});

test.each([
  ['hev1.1', 'HEVC'],
  ['avc1.64', 'H.264'],
  ['vp09.02', 'VP9'],
  ['av01.0', 'AV1'],
  ['apch', 'ProRes'],
  ['mp4v.20.9', 'MPEG-4 Visual'],
  ['theora', 'Theora'],
  ['ec-3', 'Dolby Digital'],
  ['alac', 'Apple Lossless'],
])('the codec %s is named as %s', (codec, name) => {
  const mimeType = `video/mp4; codecs="${codec}"`;
  const object = held('m1', { kind: 'video', mimeType, extension: 'mp4' });
  const { detail } = reported(
    { kind: 'video' },
    { objects: objects(object), undecodable: new Set([mimeType]) },
  );
  expect(detail && inEnglish(detail)).toContain(name);
});

test('at most a hundred files are listed, and no deleted one', () => {
  const files = Array.from({ length: 102 }, (_, index) =>
    mediaFile(String(index), { kind: 'folder', deletedAt: index === 0 ? '2026-01-01T00:00:00Z' : null }),
  );
  const found = unplayable(edition([playlist('main', [])], files), emptyHoldings);
  expect(found).toHaveLength(100);
  expect(found.map(({ mediaFileId }) => mediaFileId)).not.toContain('0');
});

test('a nested playlist that is due and has no file to show is not merely empty', () => {
  const reasonOf = (inner: Parameters<typeof entry>[1], holdings: Holdings = emptyHoldings) => {
    const lists = [
      playlist('main', [entry('1', { nestedPlaylistId: 'in' }), entry('2', { mediaFileId: 'm2' })]),
      playlist('in', [entry('3', { mediaFileId: 'm1', ...inner })]),
    ];
    const plan = edition(lists, [mediaFile('m1'), mediaFile('m2')]);
    const { excluded } = evaluate({ ...scheduleInput(plan, { holdings }), at: 0 });
    const { reason, detail } = excluded.find(({ entryId }) => entryId === '1') ?? { reason: null };
    return [reason, detail ?? null];
  };
  expect(reasonOf({})).toEqual(['nested-empty', message('reason.nested-empty.gap')]);
  expect(reasonOf({ playRule: 'never' })).toEqual(['nested-empty', null]);
});
