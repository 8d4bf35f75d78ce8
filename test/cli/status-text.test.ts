import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { statusText } from '../../src/main/cli/text/status.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { composeStatus, type EngineStatus } from '../../src/main/report/status.ts';
import { updateOff } from '../../src/main/update/update-status.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { demo, token } from '../cms/support.ts';
import { onDownload } from '../support/fault-downloads.ts';
import { calmHealth } from '../support/health.ts';
import { addPictures, picture } from '../support/pictures.ts';

test('a staged edition lists each file with its progress, failure and retry time', async () => {
  const cms = await demo({ seed: 'empty' });
  const { content, playlistId } = cms;
  addPictures(content, playlistId, 1);
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-status-'));
  const config = loadConfig({
    noFile: true,
    env: {
      VITRINE_DATA_DIR: dataDir,
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: token,
      VITRINE_PLAYLIST: playlistId,
    },
  });
  const engine = await openEngine(
    { config, configMistake: null },
    { clock: systemClock, log: createLog(() => undefined), emit: () => undefined },
  );
  onTestFinished(async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const text = (): string =>
    statusText(
      composeStatus(
        { version: '9', name: 'Window 1', startedAt: '2026-11-21T08:00:00.000Z', health: calmHealth },
        engine.status(),
        {
          host: 'none',
          screens: [],
          display: { screens: [], byHand: null, switches: [] },
          warnings: [],
        },
      ),
    );
  await engine.syncNow();
  expect(text()).not.toMatch(/update|lacks/);

  const [busy = ''] = addPictures(content, playlistId, 1, 5000, 10);
  const file = content.addFile(
    { name: 'Clip', fileName: 'clip.png', mimeType: 'image/png' },
    picture(99, 8000),
  );
  content.addEntry(Number(playlistId), { media_file_id: file.id, duration: 3 });
  onDownload(cms, ({ mediaFileId, response, bytes }) => {
    if (mediaFileId === busy) response.writeHead(503, { 'retry-after': '3600' }).end();
    else {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 2000));
    }
    return true;
  });
  engine.syncNow().catch(() => undefined);
  await expect.poll(text).toMatch(/2\.0 kB of 8\.0 kB/);
  const reported = text();
  expect(reported).toMatch(
    /^On its way:\n *id +file +here +rate +time left\n *\d+ +Clip +2\.0 kB of 8\.0 kB +\d/m,
  );
  expect(reported).toMatch(/^The update [0-9a-f]{12} waits for 2 files:$/m);
  expect(reported).toMatch(/^ *\d+ +Clip +2\.0 kB of 8\.0 kB +It is under way\.$/m);
  expect(reported).toMatch(/0 B of 5\.0 kB +.*\(503\).* Tried again at \S+Z\.$/m);
});

const nothing: EngineStatus = {
  previousEdition: null,
  update: updateOff,
  edition: null,
  source: null,
  sync: { state: 'idle', lastSuccessAt: null, lastError: null, nextAt: null },
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [], goal: null },
  staged: null,
  storage: { bytes: 0, objects: 0, freeBytes: 0 },
  clock: { trusted: true, zone: 'UTC' },
  warnings: [],
};
const calm = composeStatus({ version: '9', name: 'Window 1', startedAt: '', health: calmHealth }, nothing, {
  host: 'none',
  screens: [],
  display: { screens: [], byHand: null, switches: [] },
  warnings: [],
});

test('at most ten downloads are listed, with rate and time left, and a pause with its end', () => {
  const coming = { mediaFileId: '7', received: 3_000_000, size: 8_000_000, bytesPerSecond: 250_000 };
  const items = [
    { ...coming, name: 'Clip\u001b[2J', secondsLeft: 20 },
    { ...coming, name: 'Film', secondsLeft: 200 },
    { ...coming, name: 'Long film', secondsLeft: 7500 },
    { ...coming, name: 'Stuck', size: null, bytesPerSecond: 0, secondsLeft: null },
    ...Array.from({ length: 8 }, (_, at) => ({ ...coming, name: `File ${at}`, secondsLeft: 1 })),
  ];
  const downloads = { active: 12, queued: 0, bytesPerSecond: 0, items, goal: null };
  const reported = statusText({ ...calm, sync: { ...calm.sync, state: 'paused' }, downloads });
  expect(reported).toMatch(/^sync +paused \(to go on: vitrine sync resume\), last success none/m);
  expect(reported).toContain(`
On its way:
id  file       here              rate        time left
 7  Clip [2J   3.0 MB of 8.0 MB  250.0 kB/s  20 s
 7  Film       3.0 MB of 8.0 MB  250.0 kB/s  3 min 20 s
 7  Long film  3.0 MB of 8.0 MB  250.0 kB/s  2 h 5 min
 7  Stuck      3.0 MB            0 B/s       –
`);
  expect(reported).toMatch(/File 5 .*\nand 2 more\n$/);
});

test('an error is printed with its remedy', () => {
  const lastError = {
    code: 'cms-unauthorised',
    message: verbatim('The CMS does not accept the token (401).'),
    remedy: verbatim('Give a new personal token.'),
    at: '2026-11-21T08:00:00.000Z',
  };
  const reported = statusText({ ...calm, sync: { ...calm.sync, lastError } });
  expect(reported).toContain(
    'error            The CMS does not accept the token (401).\nremedy           Give a new personal token.\n',
  );
});

test('a display that is off and one that failed to switch are reported', () => {
  const at = '2026-06-01T08:00:00.000Z';
  const display = {
    screens: [{ id: '1', wanted: 'off' as const, until: null }],
    byHand: { wanted: 'off' as const, until: at },
    switches: [
      {
        name: 'cec',
        screenId: '1',
        state: 'unknown' as const,
        why: verbatim('cec-ctl is not installed'),
        at,
      },
    ],
  };
  expect(statusText({ ...calm, display })).toMatch(
    /^display +off: screen 1, by hand until 2026-06-01T08:00:00\.000Z\ndisplay +cec: cec-ctl is not installed$/m,
  );
  expect(statusText(calm)).not.toContain('display');
});
