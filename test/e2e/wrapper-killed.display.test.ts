import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { descendants } from '../host/chromium/processes.ts';
import { isRunning } from '../support/is-running.ts';
import { until } from '../support/until.ts';
import { kindOf, middle, startDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, startPlayerProcess } from './support/player.ts';

/** Started as in a checkout. */
const wrapped = {
  command: ['npm', 'run', '-s', 'vitrine', '--'],
  env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
};

test('a killed npm ends its player and the browser, and only the show is visible until another player takes over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-wrapper-'));
  const display = await startDisplay(640, 360);
  const cms = await startDemoCms({ seed: 'empty' });
  for (const colour of ['red', 'green'] as const) {
    const file = { name: colour, fileName: `${colour}.png`, mimeType: 'image/png' };
    const { id } = cms.content.addFile(file, picture(colour));
    cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 2 });
  }
  const players: PlayerProcess[] = [];
  onTestFinished(async () => {
    for (const player of players) await player.stop();
    await cms.stop();
    await display.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const start = (): PlayerProcess => {
    const player = startPlayerProcess(
      {
        DISPLAY: display.name,
        VITRINE_DATA_DIR: folder,
        XDG_CONFIG_HOME: folder,
        VITRINE_CMS_URL: cms.baseUrl,
        VITRINE_CMS_TOKEN: cms.token,
        VITRINE_PLAYLIST: 'Welcome',
      },
      wrapped,
    );
    players.push(player);
    return player;
  };
  const colour = async () => middle(await display.grab());

  const player = start();
  for (const each of ['red', 'green', 'red']) await until(each, async () => (await colour()) === each);
  const below = descendants(player.pid).map(({ pid }) => pid);
  expect(below.length).toBeGreaterThan(3);
  const recording = await display.record(60);
  await player.kill();
  players.pop();
  await until('the end of all that npm had started', () => !below.some((pid) => isRunning(pid)));

  start();
  const left = await colour();
  for (const each of left === 'red' ? ['green', 'red'] : ['red', 'green'])
    await until(each, async () => (await colour()) === each);
  await recording.stop();
  const kinds = new Set(recording.frames.map(({ frame }) => kindOf(frame)));
  expect([...kinds]).toEqual(['show']);
});
