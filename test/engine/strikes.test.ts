import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';

const content = { kind: 'page', page: { address: 'https://example.org/', headers: {} } } as const;
const shown = edition(
  [playlist('main', [entry('1', { mediaFileId: 'page' }), entry('2', { mediaFileId: 'other' })])],
  [mediaFile('page', { ...content, download: null }), mediaFile('other', { ...content, download: null })],
);

/** The items that play after the page failed in three passes, and its rows in proof of play. */
async function afterThreeFailures(reason: string, type: 'failed' | 'ended') {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  store.useSource(shown.source);
  await store.stage(shown);
  await store.activate(shown.id, true);
  await store.close();
  const engine = await openEngine(
    { config: loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } }), configMistake: null },
    { clock: systemClock, log: createLog(() => undefined), emit: () => undefined },
  );
  for (const pass of ['first', 'second', 'third']) {
    const key = {
      showingId: pass,
      screenId: '1',
      entryId: '1',
      mediaFileId: 'page',
      editionId: shown.id,
      at: systemClock.now(),
    };
    if (type === 'failed') engine.showing({ ...key, type, reason });
    else {
      engine.showing({ ...key, type: 'started' });
      engine.showing({ ...key, type, outcome: 'failed', reason });
    }
  }
  const { cues, excluded } = engine.schedule({ at: null, screenId: null, limit: null });
  await engine.stop();
  const { store: after } = await opened(dataDir, { clock: systemClock });
  const proof = [...after.proof.iterate()].map((row) => `${row.outcome}: ${row.reason}`);
  await after.close();
  return {
    plays: cues.map(({ entryId }) => entryId).join(),
    without: excluded.map(({ reason: why }) => why).join(),
    proof,
  };
}

test.each([
  'unreachable: net::ERR_INTERNET_DISCONNECTED',
  'unreachable: TimedOut',
  'status 503',
])('an outage gives a web page no strike: %s is recorded each time and puts nothing aside', async (reason) => {
  expect(await afterThreeFailures(reason, 'failed')).toEqual({
    plays: '1,2',
    without: '',
    proof: Array(3).fill(`skipped: ${reason}`),
  });
  expect(await afterThreeFailures(reason, 'ended')).toMatchObject({
    plays: '1,2',
    proof: Array(3).fill(`failed: ${reason}`),
  });
});

test.each(['status 404', 'crashed'])('a page that fails by itself is put aside: %s', async (reason) => {
  expect(await afterThreeFailures(reason, 'failed')).toMatchObject({ plays: '2', without: 'media-failed' });
});
