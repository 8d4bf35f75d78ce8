import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import { StrikeRule } from '../../src/main/engine/strike-rule.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { demo, token } from '../cms/support.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { finishedPart } from '../store/support/parts.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';

const log = createLog(() => undefined);
const content = {
  kind: 'page',
  page: { address: 'https://example.org/', headers: {} },
  download: null,
} as const;
const shown = edition(
  [playlist('main', [entry('1', { mediaFileId: 'page' }), entry('2', { mediaFileId: 'film' })])],
  [mediaFile('page', content), mediaFile('film')],
);

/** A store with an edition of these files and their bytes. */
async function playingFilms(...ids: readonly string[]) {
  const { store } = await opened(await temporaryFolder());
  const films = edition(
    [
      playlist(
        'main',
        ids.map((mediaFileId, index) => entry(String(index), { mediaFileId })),
      ),
    ],
    ids.map((id) => mediaFile(id)),
  );
  store.useSource(films.source);
  await store.stage(films);
  for (const id of ids) await store.put([await finishedPart(store.partsFolder, id)]);
  await store.activate(films.id, true);
  return { store };
}

async function ruling() {
  const { store } = await opened(await temporaryFolder());
  store.useSource(shown.source);
  await store.stage(shown);
  await store.activate(shown.id, true);
  const rule = new StrikeRule({ store, log });
  let visits = 0;
  return {
    rule,
    answers: () => rule.visited({ lastSuccessAt: `visit ${++visits}`, lastError: null }),
    repeats: () => rule.visited({ lastSuccessAt: `visit ${visits}`, lastError: null }),
    isSilent: () => {
      const lastError = {
        code: 'cms-unreachable',
        message: verbatim('The CMS does not answer.'),
        remedy: null,
        at: 'then',
      };
      rule.visited({ lastSuccessAt: `visit ${visits}`, lastError });
    },
    aside: () => [...store.holdings(shown).putAside.keys()].join(),
  };
}

const late = 'timeout: loading the page took over 15 s';

test('outages in which a page times out never put it aside, however long they last', async () => {
  const { rule, answers, isSilent, aside } = await ruling();
  for (let outage = 0; outage < 5; outage++) {
    answers();
    for (let visit = 0; visit < 5; visit++) {
      for (let pass = 0; pass < 5; pass++) rule.failed('page', late);
      isSilent();
    }
  }
  answers();
  expect(aside()).toBe('');
});

test('an outage that ends before the next request to the CMS does not put a page aside', async () => {
  const { rule, answers, aside } = await ruling();
  for (let pass = 0; pass < 5; pass++) rule.failed('page', late);
  answers();
  expect(aside()).toBe('');
});

test('an outage beyond the CMS, in which the page is unreachable too, does not put it aside', async () => {
  const { rule, answers, aside } = await ruling();
  for (let visit = 0; visit < 5; visit++) {
    rule.failed('page', late);
    rule.failed('page', 'unreachable: net::ERR_NAME_NOT_RESOLVED');
    answers();
  }
  expect(aside()).toBe('');
});

test('one timeout is one strike', async () => {
  const { rule, answers, aside } = await ruling();
  rule.failed('page', late);
  for (let visit = 0; visit < 5; visit++) answers();
  expect(aside()).toBe('');
});

test('a page that times out while the CMS answers is put aside', async () => {
  const { rule, answers, repeats, aside } = await ruling();
  for (const expected of ['', '', 'page']) {
    rule.failed('page', late);
    answers();
    expect(aside()).toBe(expected);
    // An earlier answer proves nothing about a later failure.
    rule.failed('page', late);
    repeats();
    expect(aside()).toBe(expected);
  }
});

test('a file that times out gets a strike, as no network can excuse it', async () => {
  const { rule, aside } = await ruling();
  for (let pass = 0; pass < 3; pass++) rule.failed('film', 'timeout: not ready at its turn');
  expect(aside()).toBe('film');
});

test('a file that a slow disk delivered too late gets no strike', async () => {
  const { rule, aside } = await ruling();
  for (let pass = 0; pass < 3; pass++) rule.failed('film', 'slow disk: stalled: no progress');
  expect(aside()).toBe('');
});

test('suspected files are verified slowly, one at a time, each only once', async () => {
  const { store } = await playingFilms('film', 'other');
  const read: { sha256: string; bytesPerSecond: number | undefined; end: () => void }[] = [];
  const suspect = (sha256: string, bytesPerSecond?: number, signal?: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      read.push({ sha256, bytesPerSecond, end: () => resolve(true) });
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const rule = new StrikeRule({ store: { ...store, suspect }, log });
  for (let pass = 0; pass < 2; pass++)
    for (const film of ['film', 'other']) rule.failed(film, 'decode: garbage');
  await expect.poll(() => read).toHaveLength(1);
  read[0]?.end();
  await expect.poll(() => read).toHaveLength(2);
  expect(new Set(read.map(({ sha256 }) => sha256)).size).toBe(2);
  expect(read.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([4_000_000, 4_000_000]);
  await rule.stop();
  expect(read).toHaveLength(2);
});

test('the engine receives each visit to the CMS', async () => {
  const cms = await demo({ seed: 'empty' });
  const pages = ['one', 'two'].map((name) => cms.content.addWebPage(name, `https://${name}.example/`));
  for (const { id } of pages) cms.content.addEntry(cms.playlistId, { media_file_id: id, duration: 5 });
  const engine = await openEngine(
    {
      config: loadConfig({
        noFile: true,
        env: {
          VITRINE_DATA_DIR: await temporaryFolder(),
          VITRINE_CMS_URL: cms.baseUrl,
          VITRINE_CMS_TOKEN: token,
          VITRINE_PLAYLIST: cms.playlistId,
        },
      }),
      configMistake: null,
    },
    // A faster clock; the retry of a connection keeps its delay.
    {
      clock: {
        ...systemClock,
        after: (ms, callback) => systemClock.after(ms < 10_000 ? ms / 100 : ms, callback),
      },
      log,
      emit: () => undefined,
    },
  );
  onTestFinished(() => engine.stop());
  await engine.syncNow();
  const plays = () => engine.schedule({ at: null, screenId: null, limit: null }).cues.length;
  expect(plays()).toBe(2);
  await vi.waitFor(
    async () => {
      const key = { screenId: '1', entryId: '1', mediaFileId: String(pages[0]?.id), editionId: 'e' };
      engine.showing({ ...key, type: 'failed', showingId: crypto.randomUUID(), at: 0, reason: late });
      await engine.syncNow();
      expect(plays()).toBe(1);
    },
    { timeout: 60_000, interval: 20 },
  );
});
