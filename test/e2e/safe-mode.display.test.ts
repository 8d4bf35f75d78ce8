import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import { graphicsFlags, graphicsOf } from '../../src/main/host/chromium/graphics.ts';
import { browsers } from '../host/chromium/processes.ts';
import { until } from '../support/until.ts';
import { middle, startDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

test('a player killed three times before it had painted for a minute shows pictures without the graphics card, and no page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-safe-'));
  const display = await startDisplay(640, 360);
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['safe-token'] } });
  const { content, playlistId } = cms;
  const { id } = content.addFile({ name: 'red', fileName: 'red.png', mimeType: 'image/png' }, picture('red'));
  content.addEntry(Number(playlistId), { media_file_id: id, duration: 2 });
  const page = content.addWebPage('page', 'http://127.0.0.1:9/');
  content.addEntry(Number(playlistId), { media_file_id: page.id, duration: 2 });
  const dataDir = join(folder, 'data');
  const env = {
    DISPLAY: display.name,
    VITRINE_DATA_DIR: dataDir,
    XDG_CONFIG_HOME: folder,
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: 'safe-token',
    VITRINE_DEVICE: 'Demo screen',
  };
  const players: PlayerProcess[] = [];
  onTestFinished(async () => {
    for (const player of players) await player.kill();
    await cms.stop();
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const start = async (): Promise<PlayerProcess> => {
    const player = startPlayerProcess(env);
    players.push(player);
    // The display keeps the picture of the dead player, so the new one is asked too.
    await until('a living screen', async () => (await player.status().catch(() => null))?.screens[0]?.alive);
    await until('red', async () => middle(await display.grab()) === 'red');
    return player;
  };
  for (let time = 0; time < 3; time++) {
    const player = await start();
    await until(
      'an edition',
      async () => (await player.status().catch(() => null))?.edition?.complete === true,
    );
    await player.kill();
    players.pop();
  }

  const player = await start();
  await expect
    .poll(() => askPlayer(dataDir, 'GET', '/api/health'))
    .toMatchObject({
      verdict: 'attention',
      mode: 'safe',
      starts: 4,
      sentence: { code: 'health.safe-mode' },
    });
  // A machine without a card always has one of these.
  const { length: onlyProcessor } = graphicsFlags(graphicsOf()).flags;
  const told = browsers(player.pid)[0]?.command.filter((word) => word === '--disable-gpu');
  expect(told).toHaveLength(1 + onlyProcessor);
  const kinds = async () => {
    const { cues } = (await askPlayer(dataDir, 'GET', '/api/schedule')) as {
      readonly cues: readonly { readonly kind: string }[];
    };
    return cues.map(({ kind }) => kind);
  };
  await expect.poll(kinds).toEqual(['image']);
  expect((await runVitrine(['health'], env)).code).toBe(0);
});
