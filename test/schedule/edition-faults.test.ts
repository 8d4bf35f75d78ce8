import { describe, expect, test } from 'vitest';
import { FieldReader } from '../../src/main/cms/decode/fields.ts';
import { decodePlaylist } from '../../src/main/cms/decode/playlist.ts';
import { checkShow } from '../../src/main/doctor/show.ts';
import type { Edition } from '../../src/main/edition/edition.ts';
import type { EntryRecord, InteractionRecord, WebPage } from '../../src/main/edition/records.ts';
import { editionFaults } from '../../src/main/schedule/edition-faults.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { explain } from '../../src/main/schedule/explain.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { edition, entry, mediaFile, playlist, source } from '../support/records.ts';
import { scheduleInput } from './inputs.ts';
import { noon } from './timed-lists.ts';
import { Screen } from './visits.ts';

const meaning = { shuffledOrders: [1], playbackRules: { continuous: [1], random: [2] } };
const continuous = { visit: { rule: 'continuous', count: 1 } } as const;

/** `main` plays item 1, then the nested playlist of two items with these values of the CMS. */
function nesting(fields: Record<string, unknown>): Edition {
  const { visit } = decodePlaylist({ id: 'inner', name: 'Ads', ...fields }, new FieldReader(), meaning);
  return edition([
    playlist('main', [entry('1'), entry('2', { index: 1, nestedPlaylistId: 'inner' })]),
    playlist('inner', [entry('3'), entry('4', { index: 1 })], { name: 'Ads', ...(visit ? { visit } : {}) }),
  ]);
}

const sentences = (given: Edition): readonly string[] => editionFaults(given).map(inEnglish);

function reported(given: Edition) {
  const evaluation = evaluate({ ...scheduleInput(given), at: 0 });
  const { cues, faults, excluded } = explain(evaluation, given, '1');
  return {
    cues: cues.map(({ path }) => path.join('>')),
    faults: faults.map(inEnglish),
    excluded: excluded.map(({ entryId, reason }) => `${entryId} ${reason}`),
  };
}

describe('the number of items of a nested playlist', () => {
  const correct = 'Correct the playback settings of the nested playlist in the CMS.';
  test.each([
    [0, /^In the CMS, the nested playlist “Ads” .*, but their number is not set\. .* set how many items/],
    [undefined, /^In the CMS, the nested playlist “Ads” .*, but their number is not set\. /],
    [3, /^In the CMS, the nested playlist “Ads” is set to play 3 items .* only 2\. .* lower the number/],
    [
      -2,
      new RegExp(
        `^In the CMS, .* nested playlist “Ads” is invalid: playback_entry_count -2\\. .* ${correct}$`,
      ),
    ],
    [
      1.5,
      new RegExp(
        `^In the CMS, .* nested playlist “Ads” is invalid: playback_entry_count 1.5\\. .* ${correct}$`,
      ),
    ],
    [
      'many',
      new RegExp(
        `^In the CMS, .* nested playlist “Ads” is invalid: playback_entry_count "many"\\. .* ${correct}$`,
      ),
    ],
  ])('%j: is named with a remedy, and the playlist plays in full', (count, sentence) => {
    const given = nesting({ playback_rule: 1, playback_entry_count: count });
    expect(sentences(given)).toEqual([expect.stringMatching(sentence)]);
    expect(reported(given)).toMatchObject({ cues: ['1', '2>3', '2>4'], faults: sentences(given) });
  });

  test.each([1, 2, '2'])('%j: nothing is wrong', (count) =>
    expect(sentences(nesting({ playback_rule: 1, playback_entry_count: count }))).toEqual([]));

  test('of a playlist that plays in full does not matter', () =>
    expect(sentences(nesting({ playback_rule: 0, playback_entry_count: 9 }))).toEqual([]));
});

describe('a nested playlist that never plays is named, and the rest plays', () => {
  test('it contains itself and plays one item in turn', () => {
    const given = edition([
      playlist('main', [entry('1'), entry('2', { index: 1, nestedPlaylistId: 'inner' })]),
      playlist('inner', [entry('3'), entry('4', { index: 1, nestedPlaylistId: 'inner' })], continuous),
    ]);
    const sentence =
      'Playlist “List inner” contains itself through the nested playlist “List inner”: the nested playlist is skipped. ' +
      'In the CMS, remove the entry that makes the playlist contain itself.';
    expect(reported(given)).toEqual({
      cues: ['1', '2>3'],
      faults: [sentence],
      excluded: ['4 nested-cycle'],
    });
  });

  test('a circle through three playlists is named once', () => {
    const given = edition([
      playlist('main', [entry('1'), entry('2', { index: 1, nestedPlaylistId: 'a' })]),
      playlist('a', [entry('3', { nestedPlaylistId: 'b' })], continuous),
      playlist('b', [entry('4'), entry('5', { index: 1, nestedPlaylistId: 'main' })], continuous),
    ]);
    expect(sentences(given)).toEqual([
      expect.stringMatching(/^Playlist “List b” contains itself through the nested playlist “List main”/),
    ]);
    expect(reported(given).cues).toEqual(['1', '2>3>4']);
  });

  test('the same playlist in two places is no circle', () =>
    expect(
      sentences(
        edition([
          playlist('main', [entry('1', { nestedPlaylistId: 'a' }), entry('2', { nestedPlaylistId: 'b' })]),
          playlist('a', [entry('3', { nestedPlaylistId: 'b' })]),
          playlist('b', [entry('4')]),
        ]),
      ),
    ).toEqual([]));

  test('it has lost its entries, or the CMS does not know it', () => {
    const given = edition([
      playlist('main', [
        entry('1'),
        entry('2', { index: 1, nestedPlaylistId: 'inner' }),
        entry('3', { index: 2, nestedPlaylistId: '99' }),
      ]),
      playlist('inner', [entry('4', { deletedAt: '2026-01-01T00:00:00Z' })], continuous),
    ]);
    expect(reported(given)).toEqual({
      cues: ['1'],
      faults: [
        'The playlist “List inner”, nested in “List main”, is empty: it is skipped. Add entries to the nested playlist in the CMS, or remove the nested playlist from the outer one.',
        'Playlist “List main” contains the nested playlist 99, which does not exist in the CMS: the nested playlist is skipped. In the CMS, choose another playlist for the entry, or remove the entry.',
      ],
      excluded: ['2 nested-empty', '3 nested-missing'],
    });
  });

  test('an entry that is off or deleted is not named', () => {
    const [off, deleted] = [{ playRule: 'never' }, { deletedAt: '2026-01-01T00:00:00Z' }] as const;
    const gone = { index: 1, nestedPlaylistId: '99' };
    expect(sentences(edition([playlist('main', [entry('1'), entry('2', { ...gone, ...off })])]))).toEqual([]);
    expect(sentences(edition([playlist('main', [entry('1'), entry('2', { ...gone, ...deleted })])]))).toEqual(
      [],
    );
  });

  test('ten thousand playlists that nest each other in a row', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) =>
      playlist(`p${index}`, [entry(`e${index}`, { nestedPlaylistId: `p${(index + 1) % 10_000}` })]),
    );
    expect(sentences(edition(chain))).toEqual([
      expect.stringMatching(/^Playlist “List p9999” contains itself through the nested playlist “List p0”/),
    ]);
  });
});

describe('a touch that opens nothing is named', () => {
  const touching = (interaction: InteractionRecord, page: WebPage | null = null) =>
    edition(
      [playlist('main', [entry('1', { interaction }), entry('2', { index: 1 })])],
      [mediaFile('m1', { name: 'Prices', page }), mediaFile('m2')],
    );

  test('by its entry, when that names no page and shows none', () => {
    expect(sentences(touching({}))).toEqual([expect.stringContaining('“Prices”')]);
    expect(sentences(touching({}, { address: 'https://shop.example/', headers: {} }))).toEqual([]);
    expect(sentences(touching({ address: 'https://shop.example/' }))).toEqual([]);
  });

  test('with the value that could not be read', () => {
    expect(sentences(touching({ address: 'https://shop.example/', unreadable: 'timeout "soon"' }))).toEqual([
      expect.stringMatching(/timeout "soon".*“Prices”|“Prices”.*timeout "soon"/),
    ]);
  });
});

async function findings(given: Edition | null) {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  store.useSource(source);
  if (given) {
    await store.stage({ ...given, source });
    await store.activate(given.id, false);
  }
  await store.close();
  const found = await checkShow(dataDir, false);
  return found.map(({ check, result, message }) => [check, result, inEnglish(message as never)]);
}

const inTurn = (count: unknown, rule = 1): Edition =>
  nesting({ playback_rule: rule, playback_entry_count: count });

/** `main` plays item 1, then one item of `inner` in turn. */
const rotating = (...inner: readonly EntryRecord[]): Edition =>
  edition([
    playlist('main', [entry('1'), entry('2', { index: 1, nestedPlaylistId: 'inner' })]),
    playlist('inner', inner, continuous),
  ]);

describe('bad input for rotations has a sentence in doctor and explain, and the rest plays', () => {
  test.each([
    { what: 'count 0', given: inTurn(0), sentence: 'their number is not set', plays: '1 2>3 2>4 1' },
    {
      what: 'a negative count',
      given: inTurn(-2),
      sentence: 'playback_entry_count -2',
      plays: '1 2>3 2>4 1',
    },
    { what: 'a count of text', given: inTurn('many'), sentence: '"many"', plays: '1 2>3 2>4 1' },
    { what: 'a count above the list', given: inTurn(3), sentence: 'to play 3 items', plays: '1 2>3 2>4 1' },
    { what: 'a rule of text', given: inTurn(1, 'odd' as never), sentence: '"odd"', plays: '1 2>3 2>4 1' },
    {
      what: 'a playlist that contains itself',
      given: rotating(
        entry('3'),
        entry('4', { index: 1, nestedPlaylistId: 'inner' }),
        entry('5', { index: 2 }),
      ),
      sentence: 'contains itself through the nested playlist “List inner”',
      plays: '1 2>3 1 2>5 1 2>3',
    },
    {
      what: 'a playlist without entries',
      given: rotating(entry('3', { deletedAt: '2026-01-01T00:00:00Z' })),
      sentence: '“List inner”, nested in “List main”, is empty',
      plays: '1 1 1',
    },
  ])('$what', async ({ given, sentence, plays }) => {
    expect(await findings(given)).toEqual([['show', 'warn', expect.stringContaining(sentence)]]);
    expect(reported(given).faults).toEqual([expect.stringContaining(sentence)]);
    const screen = new Screen(given, noon);
    expect(plays.split(' ').map(() => screen.next())).toEqual(plays.split(' '));
  });

  test('a playlist that loses its entries in the CMS during a visit', async () => {
    const screen = new Screen(rotating(entry('3'), entry('4', { index: 1 })), noon);
    expect([screen.next(), screen.next()]).toEqual(['1', '2>3']);
    const emptied = rotating();
    screen.change(emptied);
    expect([screen.next(), screen.next()]).toEqual(['1', '1']);
    expect(await findings(emptied)).toEqual([['show', 'warn', expect.stringContaining('is empty')]]);
    expect(reported(emptied)).toMatchObject({ cues: ['1'], excluded: ['2 nested-empty'] });
  });

  test('a playlist whose hours end during a visit is no fault: explain gives the reason, and the rest plays', async () => {
    const until = { playRule: 'schedule', endTime: '12:00:30' } as const;
    const given = edition([
      playlist('main', [entry('1'), entry('2', { index: 1, nestedPlaylistId: 'inner' })]),
      playlist(
        'inner',
        [entry('3', until), entry('4', { index: 1, ...until }), entry('5', { index: 2, ...until })],
        {
          visit: { rule: 'continuous', count: 3 },
        },
      ),
    ]);
    const screen = new Screen(given, noon);
    expect([1, 2, 3, 4, 5].map(() => screen.next())).toEqual(['1', '2>3', '2>4', '1', '1']);
    expect(await findings(given)).toEqual([['show', 'ok', expect.any(String)]]);
    const evaluation = evaluate({ ...scheduleInput(given), at: noon + 30_000 });
    const { excluded } = explain(evaluation, given, '1');
    expect(excluded.map(({ entryId, meaning }) => [entryId, inEnglish(meaning)])).toEqual([
      ['2', expect.stringMatching(/can play now/)],
    ]);
  });
});

describe('vitrine doctor, without a running player', () => {
  test('names what editors have to mend', async () =>
    expect(await findings(nesting({ playback_rule: 1, playback_entry_count: -2 }))).toEqual([
      [
        'show',
        'warn',
        expect.stringMatching(/^In the CMS, .* nested playlist “Ads” is invalid: playback_entry_count -2\./),
      ],
    ]));

  test('is content with a sound edition, and says nothing without one', async () => {
    expect(await findings(nesting({}))).toEqual([['show', 'ok', expect.stringMatching(/\w/)]]);
    expect(await findings(null)).toEqual([]);
  });
});
