import { describe, expect, test } from 'vitest';
import type { Invocation } from '../../src/main/cli/command.ts';
import { command } from '../../src/main/cli/schedule.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import type { Edition } from '../../src/main/edition/edition.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { finishedPart } from '../store/support/parts.ts';
import { invoke } from '../support/invoke.ts';
import { edition, entry, mediaFile, playlist, source } from '../support/records.ts';

const night = { playRule: 'schedule', startTime: '22:00:00', endTime: '02:00:00' } as const;
const shown: Edition = {
  ...edition(
    [
      playlist('main', [
        entry('1', { mediaFileId: 'welcome' }),
        entry('2', { index: 1, mediaFileId: 'night', duration: 90, sound: true, ...night }),
        entry('3', { index: 2, nestedPlaylistId: 'inner' }),
        entry('4', { index: 3, mediaFileId: 'lost' }),
      ]),
      playlist('inner', [entry('5', { mediaFileId: 'page', duration: 3725 })], { name: 'Weather' }),
    ],
    [
      { ...mediaFile('welcome'), name: 'Welcome\u001b[31m\nto all' },
      { ...mediaFile('night'), name: '夜' },
      { ...mediaFile('lost'), name: 'Lost' },
      mediaFile('page', {
        kind: 'page',
        name: 'Map',
        page: { address: 'https://example.org/', headers: {} },
      }),
    ],
  ),
  source,
};

/** A data folder as a player leaves it, with a closed store. */
async function dataFolder(stored: Edition | null): Promise<string> {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  store.useSource(source);
  if (stored) {
    await store.stage(stored);
    await store.put(await Promise.all(['welcome', 'night'].map((id) => finishedPart(store.partsFolder, id))));
    await store.activate(stored.id, false);
  }
  await store.close();
  return dataDir;
}

async function run(
  dataDir: string,
  values: Invocation['values'],
  env: NodeJS.ProcessEnv = { VITRINE_TIME_ZONE: 'Europe/Berlin' },
) {
  const config = loadConfig({ noFile: true, env: { ...env, VITRINE_DATA_DIR: dataDir } });
  return invoke(command, { config, values });
}

describe('vitrine schedule', () => {
  test('warns of an empty playlist beside its answer', async () => {
    const gone = entry('1', { deletedAt: '2026-01-01 00:00:00' });
    const dataDir = await dataFolder({ ...edition([playlist('main', [gone], { name: 'Lobby' })]), source });
    const warning = /^The playlist “Lobby” \(main\) is empty\. Add entries to the playlist in the CMS/;
    expect(await run(dataDir, {})).toMatchObject({ code: 0, progress: expect.stringMatching(warning) });
    const { out, progress } = await run(dataDir, { json: true });
    expect(JSON.parse(out)).toMatchObject({ cues: [] });
    expect(progress).toMatch(warning);
    expect((await run(await dataFolder(shown), {})).progress).toBe('');
  });

  test('--json keeps the contract, and --at without an offset is in the zone of the player', async () => {
    const dataDir = await dataFolder(shown);
    const { code, out } = await run(dataDir, { at: '2026-05-01T23:00', json: true });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      screenId: '1',
      faults: [],
      at: '2026-05-01T21:00:00.000Z',
      zone: 'Europe/Berlin',
      cues: [
        {
          entryId: '1',
          path: ['1'],
          mediaFileId: 'welcome',
          name: 'Welcome\u001b[31m\nto all',
          kind: 'image',
          durationMs: 10_000,
          sound: false,
          share: 0.002614,
        },
        {
          entryId: '2',
          path: ['2'],
          mediaFileId: 'night',
          name: '夜',
          kind: 'image',
          durationMs: 90_000,
          sound: true,
          share: 0.023529,
        },
        {
          entryId: '5',
          path: ['3', '5'],
          mediaFileId: 'page',
          name: 'Map',
          kind: 'page',
          durationMs: 3_725_000,
          sound: false,
          share: 0.973856,
        },
      ],
      visits: [],
      excluded: [
        {
          entryId: '4',
          path: ['4'],
          reason: 'media-not-downloaded',
          name: 'Lost',
          meaning: 'not downloaded yet',
          i18n: { meaning: { code: 'reason.media-not-downloaded' } },
        },
      ],
      nextChangeAt: '2026-05-02T00:00:00.000Z',
      shuffled: false,
    });
    const utc = await run(dataDir, { at: '2026-05-01T23:00Z', json: true });
    expect(JSON.parse(utc.out).at).toBe('2026-05-01T23:00:00.000Z');
  });

  test('prints a timetable for people, without control characters from the CMS', async () => {
    const { out } = await run(await dataFolder(shown), { at: '2026-05-01T12:00', ids: true });
    expect(out).toBe(
      [
        'At 2026-05-01 12:00:00 in Europe/Berlin:',
        '',
        'Plays, 1:02:15 a pass:',
        '   Item                 Kind   Length   Sound  Entry',
        '1  Welcome [31m to all  image  10 s            1',
        '2  Map                  page   1:02:05         3 > 5',
        '',
        'Does not play:',
        'Entry  Item  Why',
        '    2  夜    only from 22:00:00 to 02:00:00 (outside-time)',
        '    4  Lost  not downloaded yet (media-not-downloaded)',
        '',
        'Next change: 2026-05-01 22:00:00.',
        '',
      ].join('\n'),
    );
  });

  test('prints names and their playlist instead of ids', async () => {
    const { out } = await run(await dataFolder(shown), { at: '2026-05-01T12:00' });
    const lines = out.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'Item Kind Length Sound In',
        expect.stringMatching(/^1 Welcome .* image 10 s$/),
        expect.stringMatching(/^2 Map page 1:02:05 \S/),
        'Item Why',
        '夜 only from 22:00:00 to 02:00:00',
        'Lost not downloaded yet',
      ]),
    );
    expect(out).not.toMatch(/outside-time|3 > 5/);
  });

  test('--day lists each change with its minute, over a clock change', async () => {
    const dataDir = await dataFolder(shown);
    const { out } = await run(dataDir, { day: '2026-10-25', ids: true });
    expect(out).toContain('2026-10-25 in Europe/Berlin:');
    const lines = out.split('\n').slice(3).filter(Boolean);
    expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
      '00:00:00 Welcome [31m to all 1',
      '夜 2',
      'Map 3 > 5',
      // The hour from two to three repeats; the first two o'clock ends the window.
      '02:00:00 - 夜 2 only from 22:00:00 to 02:00:00',
      '22:00:00 + 夜 2',
    ]);
    const json = JSON.parse((await run(dataDir, { day: '2026-10-25', json: true })).out);
    expect(json).toMatchObject({ day: '2026-10-25', more: false });
    expect(json.changes.map(({ at }: { at: string }) => at)).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T21:00:00.000Z',
    ]);
  });

  test('reports the next change of the show, and changes of reasons separately', async () => {
    const monday = { playRule: 'schedule', weekdays: 2, startTime: '08:00:00', endTime: '10:00:00' } as const;
    const over = { playRule: 'schedule', endDate: '2026-05-06' } as const;
    const weekly = (more: object) =>
      dataFolder({
        ...shown,
        ...edition(
          [playlist('main', [entry('1', { mediaFileId: 'welcome' }), entry('2', { index: 1, ...more })])],
          [mediaFile('welcome'), mediaFile('night')],
        ),
        source,
      });
    const lastLine = async (more: object) =>
      (await run(await weekly(more), { at: '2026-05-05T00:00' })).out.trimEnd().split('\n').at(-1);
    expect(await lastLine({ mediaFileId: 'night', ...monday })).toBe(
      'Next change: 2026-05-11 08:00:00. Before that reasons alone change, first at 2026-05-11 00:00:00.',
    );
    expect(await lastLine({ mediaFileId: 'lost', ...over })).toBe(
      'What plays does not change any more; reasons alone change, first at 2026-05-07 00:00:00.',
    );
    expect(await lastLine({ mediaFileId: 'lost', ...monday })).toMatch(
      /^What plays does not change until 20.*; reasons alone change, first at 2026-05-11 00:00:00\.$/,
    );
  });

  test('prefers the zone of the CMS to the configured one, and warns of an unknown one', async () => {
    const settings = (timeZone: string) => ({ ...shown, settings: { ...shown.settings, timeZone } });
    const tokyo = await run(await dataFolder(settings('Asia/Tokyo')), { at: '2026-05-01T00:00', json: true });
    expect(JSON.parse(tokyo.out)).toMatchObject({ at: '2026-04-30T15:00:00.000Z', zone: 'Asia/Tokyo' });
    const wrong = await run(await dataFolder(settings('Asia/Atlantis')), { json: true });
    expect(JSON.parse(wrong.out).zone).toBe('Europe/Berlin');
    expect(wrong.progress).toBe(
      'The time zone “Asia/Atlantis” set in the CMS does not exist. Europe/Berlin is used.\n',
    );
  });

  test('rejects wrong options with a remedy', async () => {
    const dataDir = await dataFolder(shown);
    const wrong = [
      [{ at: 'tomorrow' }, 'not-an-instant'],
      [{ at: '2026-02-30T10:00' }, 'not-an-instant'],
      [{ day: '2026-02-30' }, 'no-such-day'],
      [{ day: '26-2-3' }, 'no-such-day'],
      [{ day: '2026-05-01', at: '2026-05-01' }, 'wrong-usage'],
      [{ screen: '7' }, 'unknown-screen'],
    ] as const;
    for (const [values, code] of wrong)
      await expect(run(dataDir, values)).rejects.toMatchObject({ code, kind: 'usage' });
    await expect(run(await dataFolder(null), {})).rejects.toMatchObject({
      code: 'edition-not-found',
      kind: 'permanent',
    });
  });

  test('rejects a day that a zone never had', async () => {
    const dataDir = await dataFolder(shown);
    const apia = { VITRINE_TIME_ZONE: 'Pacific/Apia' };
    await expect(run(dataDir, { day: '2011-12-30' }, apia)).rejects.toMatchObject({ code: 'no-such-day' });
    expect((await run(dataDir, { day: '2011-12-31' }, apia)).out).toContain('2011-12-31');
  });
});
