import { expect, test } from 'vitest';
import { standbyFor } from '../../src/main/engine/standby.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import type { SyncStatus } from '../../src/main/sync/report.ts';
import type { Language } from '../../src/shared/languages/language.ts';
import { inEnglish, message, remedyFor, verbatim } from '../../src/shared/languages/message.ts';
import { edition, entry, playlist } from '../support/records.ts';

const calm: SyncStatus = {
  state: 'idle',
  lastSuccessAt: null,
  lastError: null,
  nextAt: null,
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [], goal: null },
  staged: null,
};

const fresh = {
  language: 'en',
  name: 'Lobby',
  unconfigured: null,
  configMistake: null,
  sync: calm,
  show: null,
  unplayable: [],
  disk: 'good',
  assignment: { kind: 'device', ref: 'Lobby' },
  cmsUrl: 'https://cms.example.com/',
  zone: 'Europe/Berlin',
} as const;

const show = { edition: edition([playlist('p', [entry('1')])]), complete: true };
const goesOn = 'The show continues at its next scheduled time.';
const goal = { files: 12, filesHere: 3, bytes: 20_000_000, bytesHere: 4_250_000 };
const downloads = { ...calm.downloads, active: 2, goal };
const why = message('cms-unauthorised', { because: '' });
const refused = {
  code: 'cms-unauthorised',
  message: why,
  remedy: remedyFor(why),
  at: '2026-11-21T13:03:05.000Z',
};
const refusedInEnglish = [why, refused.remedy ?? verbatim('')].map(inEnglish);
const waiting: SyncStatus = {
  ...calm,
  state: 'waiting',
  lastError: refused,
  nextAt: '2026-11-21T13:03:20.000Z',
};

test('an empty screen does not promise a show while sync is paused', () => {
  // Not `idle`: the stage shows that kind only after it has a programme.
  expect(standbyFor({ ...fresh, sync: { ...calm, state: 'paused' } })).toMatchObject({
    kind: 'setup',
    title: 'Content updates are paused',
    small: ['vitrine sync resume', 'Device: Lobby', expect.anything(), expect.anything()],
  });
  expect(standbyFor({ ...fresh, sync: { ...calm, state: 'fetching' } }).kind).toBe('starting');
});

test('the small lines for an expert are in the language of the shop', () => {
  const film = {
    mediaFileId: 'f',
    name: 'Film',
    reason: 'unsupported',
    detail: message('media-undecodable', { codec: 'HEVC' }),
  } as const;
  const incomplete = new VitrineError('usage', message('config-invalid.client-secret')).report;
  const small = (language: Language) => [
    standbyFor({ ...fresh, language, sync: waiting }).small,
    standbyFor({ ...fresh, language, unconfigured: incomplete }).small,
    standbyFor({ ...fresh, language, configMistake: incomplete }).small,
    standbyFor({ ...fresh, language, show, unplayable: [film] }).small,
  ];
  expect(small('de')[0]).toEqual([
    'Das CMS nimmt das Token nicht an (401).',
    'Hinterlegen Sie ein neues persönliches Token oder melden Sie sich neu an mit: vitrine cms login',
    'Gerät: Lobby',
    'CMS: cms.example.com',
    'Für Details führen Sie auf diesem Gerät aus: vitrine doctor',
  ]);
  const english = small('en');
  for (const language of ['de', 'fr', 'es'] as const) {
    const same = small(language).flatMap((lines, at) => lines.filter((line) => english[at]?.includes(line)));
    expect(
      same.filter((line) => !line.startsWith('CMS: ')),
      language,
    ).toEqual([]);
  }
});

test('an error shows its meaning and the next attempt, with technical details in small', () => {
  expect(standbyFor({ ...fresh, sync: waiting })).toEqual({
    kind: 'fault',
    language: 'en',
    name: 'Lobby',
    title: 'Waiting for the first show',
    resting: 'Nothing to show right now',
    lines: [
      'The CMS rejects this player. Give the player a new token, or log it in again.',
      'Next attempt at 14:03:20.',
    ],
    small: [
      ...refusedInEnglish,
      'Device: Lobby',
      'CMS: cms.example.com',
      'For details, run on this machine: vitrine doctor',
    ],
  });
  const shown = (sync: Partial<SyncStatus>, zone: string | null = 'UTC') =>
    standbyFor({ ...fresh, zone, sync: { ...waiting, ...sync } }).lines[1];
  expect(shown({})).toBe('Next attempt at 13:03:20.');
  expect(shown({}, null)).toBe('The player keeps retrying.');
  expect(shown({ state: 'fetching', nextAt: null })).toBe('Trying now.');
  expect(shown({ nextAt: null })).toBeUndefined();
});

test('a download shows files, bytes and percent, as far as they are known', () => {
  const lines = (reported: Partial<typeof goal> | { bytes: null }, active = 1) =>
    standbyFor({
      ...fresh,
      sync: { ...calm, downloads: { ...downloads, active, goal: { ...goal, ...reported } } },
    }).lines;
  expect(lines({})).toEqual(['3 of 12 files, 4.3 MB of 20.0 MB, 21%']);
  expect(lines({ bytesHere: 20_000_000 })).toEqual(['3 of 12 files, 20.0 MB of 20.0 MB, 99%']);
  expect(lines({ bytes: null })).toEqual(['3 of 12 files, 4.3 MB']);
  expect(lines({ files: 1, filesHere: 0 })[0]).toMatch(/^0 of 1 file,/);
  expect(lines({}, 0)).toEqual(['The first show is loading.']);
});

test.each([
  ['full', /disk is full/, /until disk space is freed up/],
  ['read-only', /cannot be written/, /Check the disk and its file system/],
  ['failing', /disk is failing/, /Replace it/],
] as const)('a disk that is %s is reported before an error of the CMS', (disk, title, line) => {
  const reported = standbyFor({ ...fresh, disk, sync: waiting });
  expect(reported).toMatchObject({ kind: 'fault', title: expect.stringMatching(title) });
  expect(reported.lines.join(' ')).toMatch(line);
  expect(reported.small).toEqual(expect.arrayContaining(refusedInEnglish));
  expect(standbyFor({ ...fresh, disk, show: { ...show, complete: false } }).lines.join(' ')).toMatch(line);
});

test('only a complete edition is reported as having nothing scheduled', () => {
  expect(standbyFor({ ...fresh, show })).toMatchObject({
    title: 'Nothing is scheduled now',
    lines: [goesOn],
  });
  expect(
    standbyFor({ ...fresh, show: { ...show, complete: false }, sync: { ...calm, downloads } }),
  ).toMatchObject({ title: 'Nothing to show right now', lines: ['3 of 12 files, 4.3 MB of 20.0 MB, 21%'] });
});

test('a show that waits for its hour has an error and its remedy in small', () => {
  const reported = standbyFor({ ...fresh, show, sync: waiting });
  expect(reported.lines).toEqual([goesOn]);
  expect(reported.small.slice(0, 3)).toEqual([...refusedInEnglish, 'Next attempt at 14:03:20.']);
});

test('an incomplete configuration names what is missing, with the settings in small', () => {
  const mistake = {
    code: 'token-missing',
    message: verbatim('There is no token.'),
    remedy: verbatim('Set VITRINE_CMS_TOKEN.'),
  };
  const unconfigured = { ...fresh, assignment: null, cmsUrl: null, sync: null };
  const reported = [
    standbyFor({ ...fresh, configMistake: mistake }),
    standbyFor({ ...unconfigured, unconfigured: mistake }),
    standbyFor({ ...unconfigured, unconfigured: { ...mistake, code: 'config-incomplete' } }),
  ];
  expect(reported.map(({ lines }) => lines)).toEqual([
    ['Ask your installer to correct the configuration.'],
    ['The CMS rejects this player. Give the player a new token, or log it in again.'],
    ['The CMS, or the content for this screen, is not configured.'],
  ]);
  for (const { lines, small } of reported) {
    expect(lines.join()).not.toContain('VITRINE_');
    expect(small.slice(0, 2)).toEqual([mistake.message, mistake.remedy].map(inEnglish));
  }
});

test('sizes and times are in the language of the shop', () => {
  const reported = standbyFor({ ...fresh, language: 'fr', sync: { ...waiting, downloads } });
  expect(reported).toMatchObject({
    language: 'fr',
    title: 'En attente des premiers contenus',
    lines: [expect.stringContaining('jeton'), 'Nouvelle tentative à 14:03:20.'],
  });
  const [progress] = standbyFor({ ...fresh, language: 'de', sync: { ...calm, downloads } }).lines;
  expect(progress).toBe('3 von 12 Dateien, 4,3 MB von 20,0 MB, 21\u00a0%');
});

test('a show of unplayable files is not reported as having nothing scheduled', () => {
  const file = {
    mediaFileId: 'm',
    name: 'clip.mp4',
    reason: 'unsupported',
    detail: message('media-unsupported.folder'),
  } as const;
  expect(standbyFor({ ...fresh, show })).toMatchObject({
    title: 'Nothing is scheduled now',
    lines: [goesOn],
  });
  expect(standbyFor({ ...fresh, show, unplayable: [file, file, file, file] })).toMatchObject({
    title: 'Nothing to show right now',
    lines: Array.from({ length: 3 }, () => '“clip.mp4” cannot be shown on this screen.'),
    small: expect.arrayContaining(['clip.mp4: This is a folder, not a media file.']),
  });
});
