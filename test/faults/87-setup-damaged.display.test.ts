import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import { setupFile, writeSetup } from '../../src/main/config/setup-file.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import type { Health } from '../../src/main/health/health.ts';
import { startDisplay } from '../e2e/support/display.ts';
import { type PlayerProcess, startPlayerProcess } from '../e2e/support/player.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

const token = 'a-token-of-some-length';

test('row 87 · a damaged setup.json is set aside: the show plays, health reports it, and a new one is adopted at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-damaged-'));
  const display = await startDisplay(640, 360);
  const cms = await startDemoCms({ tokens: { personal: [token] } });
  const dataDir = join(folder, 'data');
  const env = { DISPLAY: display.name, VITRINE_DATA_DIR: dataDir, XDG_CONFIG_HOME: folder };
  const players: PlayerProcess[] = [];
  onTestFinished(async () => {
    for (const player of players) await player.kill();
    await cms.stop();
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const begin = async (): Promise<PlayerProcess> => {
    const player = startPlayerProcess(env);
    players.push(player);
    await until('a show', async () => (await player.status().catch(() => null))?.nowPlaying);
    return player;
  };
  const chosen = { cms: { url: cms.baseUrl, token }, device: 'Demo screen' };
  await writeSetup(realFileSystem, dataDir, chosen);
  const first = await begin();
  await until('a visit', async () => (await first.status()).sync.lastSuccessAt);
  await first.stop();
  players.pop();

  writeFileSync(setupFile(dataDir), JSON.stringify(chosen).slice(0, 40));
  const second = await begin();
  expect(
    await until('a verdict', async () => {
      const health = (await askPlayer(dataDir, 'GET', '/api/health')) as Health;
      return health.verdict === 'dark' || health.engine.state !== 'well' ? null : health;
    }),
  ).toMatchObject({
    verdict: 'attention',
    reasons: [{ code: 'configuration', sentence: { code: 'setup-damaged' } }],
  });
  expect([existsSync(setupFile(dataDir)), existsSync(`${setupFile(dataDir)}.damaged`)]).toEqual([
    false,
    true,
  ]);
  await writeSetup(realFileSystem, dataDir, chosen);
  await until('a visit', async () => (await second.status().catch(() => null))?.sync.lastSuccessAt);
  await until('all well', async () => {
    const { verdict } = (await askPlayer(dataDir, 'GET', '/api/health')) as Health;
    return verdict === 'well';
  });
  reportRow(87, { note: 'a whole player' });
});
