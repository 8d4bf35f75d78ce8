import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { type Color, colorAt, startDisplay, type TestDisplay } from '../e2e/support/display.ts';
import { picture } from '../e2e/support/pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from '../e2e/support/player.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

// Row 59: while a web page is unreachable, its last good snapshot is shown; without one it is skipped.
let display: TestDisplay;
let cms: DemoCms;
let web: Server;
let player: PlayerProcess | null = null;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-59-'));
const env = () => ({
  DISPLAY: display.name,
  VITRINE_DATA_DIR: join(folder, 'data'),
  VITRINE_CMS_URL: cms.baseUrl,
  VITRINE_CMS_TOKEN: cms.token,
  VITRINE_PLAYLIST: cms.playlistId,
  VITRINE_SYNC_SECONDS: '1',
  VITRINE_CONFIG: join(folder, 'config.json'),
});

/** The left and right half distinguish the pages, also when turned. */
const page = `<!doctype html><body style="margin:0;height:100vh;background:linear-gradient(to right, lime 50%, blue 50%)">`;

beforeAll(async () => {
  display = await startDisplay(640, 360);
  cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['page-token'] } });
  web = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/never') response.writeHead(500);
    response.end(page);
  });
  // Nothing else may answer there when it is gone.
  const port = await freePort();
  await new Promise<void>((resolve) => web.listen(port, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${port}`;
  const red = cms.content.addFile(
    { name: 'red', fileName: 'red.png', mimeType: 'image/png' },
    picture('red'),
  );
  const good = cms.content.addWebPage('Board', `${site}/board`);
  const never = cms.content.addWebPage('Never', `${site}/never`);
  for (const [id, duration] of [
    [good.id, 6],
    [red.id, 1],
    [never.id, 6],
  ] as const)
    cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration });
  // Turned: the picture of the whole display must cover the turned surface exactly.
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ screen: { rotation: 90 } }));
});

afterAll(async () => {
  await player?.stop();
  await cms?.stop();
  web?.closeAllConnections();
  web?.close();
  await display?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** After a quarter turn, left is at the top. */
const seen = async (): Promise<readonly Color[]> => {
  const frame = await display.grab();
  return [0.1, 0.4, 0.6, 0.9].map((y) => colorAt(frame, 0.5, y));
};
const board: readonly Color[] = ['green', 'green', 'blue', 'blue'];
const untilBoard = () => until('the board', async () => String(await seen()) === String(board));

it('row 59 · an offline page is replaced by its last good snapshot, and skipped if there is none', async () => {
  player = startPlayerProcess(env());
  await untilBoard();
  const snapshots = join(folder, 'data', 'snapshots');
  await until('a picture', async () => existsSync(snapshots) && readdirSync(snapshots).length === 1);
  await player.stop();
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));

  player = startPlayerProcess(env());
  await untilBoard();
  await until('a whole round', async () => (await seen()).every((color) => color === 'red'));
  await untilBoard();
  await player.stop();
  const proof = await runVitrine(['proof', 'export', '--format', 'jsonl'], env());
  const rows: { reason: string | null; outcome: string; mediaFileId: string }[] = proof.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const skipped = rows.filter(({ outcome }) => outcome === 'skipped');
  expect(
    skipped.map(({ reason }) => reason ?? '').filter((reason) => !/^(status 500|unreachable)/.test(reason)),
  ).toEqual([]);
  // Only the page, not the overlay.
  expect(new Set(skipped.map(({ mediaFileId }) => mediaFileId)).size).toBe(1);
});
