import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer, askPlayerForFile } from '../../src/main/admin/client.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { startDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, runVitrine, startPlayerProcess } from './support/player.ts';

test('a player with nothing assigned, a broken file, paused syncs or displays off by hand is not well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-verdict-'));
  const display = await startDisplay(640, 360);
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['verdict-token'] } });
  const { content } = cms;
  // The demo's screen follows its group.
  const [group] = [...content.deviceGroups.values()];
  const assign = (playlist_id: number | null) => content.changeDeviceGroup(group?.id ?? 0, { playlist_id });
  const device = [...content.devices.values()].find(({ name }) => name === 'Demo screen');
  content.changeDevice(device?.id ?? 0, { playlist_id: null });
  const playlist = Number(cms.playlistId);
  assign(null);
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ adminPort: 0 }), { mode: 0o600 });
  const dataDir = join(folder, 'data');
  const env = {
    ...demoScreen(display, { baseUrl: cms.baseUrl, token: 'verdict-token' }, dataDir),
    VITRINE_CONFIG: config,
    VITRINE_DATA_DIR: dataDir,
  };
  let player = startPlayerProcess(env);
  onTestFinished(async () => {
    await player.stop();
    await cms.stop();
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const act = (name: string, body: Readonly<Record<string, unknown>>) =>
    askPlayer(dataDir, 'POST', `/api/actions/${name}`, undefined, body);
  /** The first reason is the headline. */
  const isNow = async (code: string) =>
    until(`the headline is ${code}`, async () => {
      const sentence = (await player.health())?.sentence;
      return JSON.stringify(sentence ?? '').includes(`"code":"${code}"`);
    });

  await isNow('playlist-unassigned');
  assign(playlist);
  await act('sync', {});
  await isNow('playlist-empty');

  const red = { name: 'red', fileName: 'red.png', mimeType: 'image/png' };
  const good = content.addFile(red, picture('red'));
  content.addEntry(playlist, { media_file_id: good.id, duration: 600 });
  await act('sync', {});
  await isNow('health.well');
  const broken = content.addFile({ ...red, name: 'torn', fileName: 'torn.png' }, picture('red').slice(0, 60));
  content.addEntry(playlist, { media_file_id: broken.id, duration: 600 });
  await act('sync', {});
  await isNow('health.unplayable');
  const reported = await runVitrine(['health', '--json'], env);
  expect([reported.code, JSON.parse(reported.out)]).toMatchObject([
    0,
    { verdict: 'attention', reasons: [{ code: 'unplayable' }], screens: [{ seen: 'painting' }] },
  ]);

  await act('display', { wanted: 'off' });
  await isNow('health.off-by-hand.open');
  expect((await player.status()).health.verdict).toBe('attention');
  await act('display', { wanted: 'auto' });
  await act('sync-pause', { paused: true });
  await until('paused', async () =>
    (await player.health())?.reasons.some(({ code }) => code === 'sync-paused'),
  );

  // A configuration with a mistake: the cached show plays, and nothing is requested from the CMS.
  await player.stop();
  writeFileSync(config, JSON.stringify({ adminPort: 0, hots: 'chromium' }), { mode: 0o600 });
  player = startPlayerProcess(env);
  await until('the mistake is reported', async () =>
    (await player.health())?.reasons.some(({ code }) => code === 'configuration'),
  );
  await until('the cached show plays', async () => {
    const status = await player.status().catch(() => null);
    return status?.screens.some((screen) => screen.nowPlaying?.name === 'red');
  });
  // Dark until the health has looked at the screen again.
  await until('attention', async () => (await player.health())?.verdict === 'attention');
  expect(JSON.stringify((await player.health())?.reasons)).toContain('hots');
});

test.each([
  ['its CMS', 'cms-never-reached'],
  ['its fleet', 'fleet-not-joined'],
])(
  'a player that has not reached %s ten minutes after the start says so first, with the reason',
  { tags: 'long' },
  async (_, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-verdict-'));
    const [display, cms] = [await startDisplay(640, 360), await startDemoCms()];
    const [nobody, later] = [`127.0.0.1:${await freePort()}`, join(folder, 'later')];
    const isFleet = code === 'fleet-not-joined';
    const dataDir = join(folder, 'data');
    const env = {
      ...demoScreen(
        display,
        { baseUrl: isFleet ? cms.baseUrl : `http://${nobody}/api/v1.0/`, token: cms.token },
        dataDir,
      ),
      ...(isFleet ? { VITRINE_FLEET_URL: `mqtt://${nobody}` } : {}),
    };
    const player = startPlayerProcess({
      ...env,
      VITRINE_TEST_LATER: later,
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('support/later.mjs', import.meta.url))}`,
    });
    onTestFinished(async () => {
      await player.stop();
      await Promise.all([display.stop(), cms.stop()]);
      rmSync(folder, { recursive: true, force: true });
    });
    const isFirst = async () =>
      JSON.stringify((await player.health())?.sentence ?? '').includes(`"health.${code}.why"`);

    const first = isFleet ? 'health.well' : 'health.no-show';
    await until(`the headline is ${first}`, async () => {
      const health = await player.health();
      return health?.engine.state === 'well' && JSON.stringify(health.sentence).includes(`"${first}"`);
    });
    expect((await player.health())?.reasons.map((reason) => reason.code)).not.toContain(code);
    writeFileSync(later, String(11 * 60_000));
    await until(`the headline is ${code}`, isFirst);
    const [reported, metrics] = [
      await runVitrine(['health'], env),
      await askPlayerForFile(dataDir, '/metrics', 10_000),
    ];
    expect(reported).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        isFleet ? 'unable to connect to the fleet’s broker' : 'able to fetch anything from the CMS',
      ),
    });
    expect(metrics?.bytes.toString()).toContain(`vitrine_health_reason{code="${code}"`);
  },
);
