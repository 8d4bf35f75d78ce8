import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { statusText } from '../../src/main/cli/status-text.ts';
import { systemClock } from '../../src/main/clock.ts';
import { loadConfig } from '../../src/main/config.ts';
import { Engine } from '../../src/main/engine/engine.ts';
import { createLog } from '../../src/main/log.ts';
import { composeStatus } from '../../src/main/report/status.ts';
import { demo, token } from '../cms/support.ts';
import { onDownload } from '../support/fault-downloads.ts';
import { addPictures, picture } from '../support/pictures.ts';

test('an update on its way is told file by file: what is here, what went wrong, when it goes on', async () => {
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
  const engine = new Engine(
    { config, configMistake: null },
    { clock: systemClock, log: createLog(() => undefined), emit: () => undefined },
  );
  onTestFinished(async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const text = (): string =>
    statusText(
      composeStatus({ version: '9', startedAt: '2026-11-21T08:00:00.000Z' }, engine.status(), {
        host: 'none',
        screens: [],
        warnings: [],
      }),
    );
  await engine.open();
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
  await expect.poll(text, { timeout: 10_000 }).toMatch(/2\.0 kB of 8\.0 kB/);
  const told = text();
  expect(told).toMatch(/^The update [0-9a-f]{12} waits for 2 files:$/m);
  expect(told).toMatch(/^ *\d+ +Clip +2\.0 kB of 8\.0 kB +It is under way\.$/m);
  expect(told).toMatch(/0 B of 5\.0 kB +.*\(503\).* Tried again at \S+Z\.$/m);
});
