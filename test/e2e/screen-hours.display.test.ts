import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { DisplayReport } from '../../src/main/display/display-keeper.ts';
import { browser, browsers } from '../host/chromium/processes.ts';
import { until } from '../support/until.ts';
import { isBlack, middle, startDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { startPlayerProcess } from './support/player.ts';

test('outside its hours a screen is black and well, plays when switched on manually, and stays black when the browser dies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hours-'));
  const display = await startDisplay(640, 360);
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['hours-token'] } });
  const { id } = cms.content.addFile(
    { name: 'red', fileName: 'red.png', mimeType: 'image/png' },
    picture('red'),
  );
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 600 });
  const config = join(folder, 'config.json');
  const hours = { daily: 'off', '2001-01-01': '08:00-20:00' };
  writeFileSync(config, JSON.stringify({ screen: { hours }, adminPort: 0 }), { mode: 0o600 });
  const dataDir = join(folder, 'data');
  const player = startPlayerProcess({
    DISPLAY: display.name,
    VITRINE_DATA_DIR: dataDir,
    VITRINE_CONFIG: config,
    XDG_CONFIG_HOME: folder,
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: 'hours-token',
    VITRINE_DEVICE: 'Demo screen',
  });
  onTestFinished(async () => {
    await player.stop();
    await cms.stop();
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const set = (wanted: string) =>
    askPlayer(dataDir, 'POST', '/api/actions/display', undefined, { wanted }) as Promise<DisplayReport>;
  const isAllBlack = async () => isBlack(await display.grab());

  await until(
    'a show that is here',
    async () => (await player.status().catch(() => null))?.edition?.complete === true,
  );
  // Health learns a moment after the status that the show is here.
  await expect.poll(player.health).toMatchObject({
    verdict: 'well',
    sentence: { code: 'health.off' },
    screens: [{ wanted: 'off', seen: 'black' }],
  });
  expect(await isAllBlack()).toBe(true);

  expect(await set('on')).toMatchObject({ byHand: { wanted: 'on' } });
  await until('red', async () => middle(await display.grab()) === 'red');
  await until('it plays', async () => (await player.health())?.screens[0]?.seen === 'painting');

  await set('auto');
  await until('black', isAllBlack);
  const nothing = await until('nothing plays', async () => {
    const status = await player.status();
    return status.nowPlaying === null ? status : null;
  });
  expect(nothing.display.screens).toMatchObject([{ id: '1', wanted: 'off' }]);
  await new Promise((resolve) => setTimeout(resolve, 3_000));

  const recording = await display.record(30);
  const dying = browser(player.pid);
  process.kill(dying, 'SIGKILL');
  await until('another browser', async () => {
    const [now] = browsers(player.pid);
    return now !== undefined && now.pid !== dying;
  });
  await until('black by plan again', async () => (await player.health())?.screens[0]?.seen === 'black');
  await recording.stop();
  const lit = recording.frames.filter(({ frame }) => !isBlack(frame));
  expect(lit).toHaveLength(0);
});
