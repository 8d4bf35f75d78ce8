/** @module-tag long */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { askPlayer } from '../../src/main/admin/client.ts';
import { version as ownVersion } from '../../src/main/ground/version.ts';
import type { Status } from '../../src/main/report/status.ts';
import { Builds } from '../machine/builds.ts';
import { passingFolder } from '../release/support/folder.ts';
import { until } from '../support/until.ts';
import { startDisplay } from './support/display.ts';
import { foreign, startFourZones } from './support/four-zones.ts';
import { demoScreen } from './support/player.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const newVersion = '99.0.1';

it("the portable package plays four zones on the system's Chromium, updates itself without another picture, and keeps the release", async () => {
  const folder = await passingFolder('zones-update');
  const builds = await Builds.make();
  onTestFinished(() => builds.throwAway());
  const sha = await builds.publish(newVersion, { minuteSeconds: 3 });
  execFileSync(process.execPath, ['packaging/portable/build.ts', '--out', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const portable = readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? '';
  const releases = join(folder, 'update');
  const factory = join(releases, 'factory');
  mkdirSync(factory, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, portable), '-C', factory, '--strip-components=1']);
  const launcher = join(releases, 'vitrine-launcher');
  copyFileSync(join(factory, 'resources/linux/vitrine-launcher'), launcher);
  copyFileSync(builds.site.root, join(releases, 'root.json'));

  const show = await startFourZones('update-token');
  onTestFinished(() => show.stop());
  const display = await startDisplay(480, 270);
  onTestFinished(() => display.stop());
  const dataDir = join(folder, 'data');
  let log = '';
  const { PATH = '' } = process.env;
  const player = spawn(launcher, ['run'], {
    env: {
      PATH,
      HOME: folder,
      VITRINE_ADMIN_PORT: '0',
      VITRINE_CHROMIUM_USER: 'nobody',
      ...demoScreen(display, show.cms, dataDir),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  player.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(player, 'exit');
  onTestFinished(async () => {
    player.kill('SIGTERM');
    await ended;
  });
  const isTrue = (name: string, holds: (status: Status) => boolean): Promise<unknown> =>
    until(name, async () => {
      const status = (await askPlayer(dataDir, 'GET', '/api/status').catch(() => null)) as Status | null;
      return status !== null && holds(status);
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${log.slice(-3000)}`);
    });
  const playsAll =
    (release: string) =>
    ({ version, screens }: Status): boolean =>
      version === release && screens[0]?.zones?.every(({ nowPlaying }) => nowPlaying !== null) === true;

  await isTrue('the first release plays', playsAll(ownVersion));
  await until('all four zones', async () => foreign(await display.grab()).length === 0);
  const recording = await display.record(30);
  const from = builds.site.path;
  const told = await askPlayer(dataDir, 'POST', '/api/actions/update-now', 60_000, { from });
  expect(told).toMatchObject({ state: 'ready', next: { version: newVersion } });
  await isTrue('the new release plays', playsAll(newVersion));
  await recording.stop();
  // The picture of the old release stays until all zones of the new one are in sight.
  expect(recording.frames.filter(({ frame }) => foreign(frame).length > 0)).toEqual([]);
  await isTrue('it is kept', ({ update }) => update.trial === null && update.state !== 'trying');
  expect(readFileSync(join(releases, 'update-state'), 'utf8')).toContain(`current ${sha}`);
});
