/** @module-tag long */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { askPlayer } from '../../../src/main/admin/client.ts';
import { version as ownVersion } from '../../../src/main/ground/version.ts';
import type { Status } from '../../../src/main/report/status.ts';
import { startDisplay } from '../../e2e/support/display.ts';
import { foreign, startFourZones } from '../../e2e/support/four-zones.ts';
import { makeArchive, readArchive } from '../../packaging/archive.ts';
import { fuses, packageInto } from '../../packaging/packager.ts';
import { makeStandIn } from '../../packaging/stand-in.ts';
import { passingFolder } from '../../release/support/folder.ts';
import { publisher } from '../../release/support/publisher.ts';
import { until } from '../../support/until.ts';
import { publish } from '../../update/support/site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const newVersion = '99.0.1';
/** Length of a minute of the trial: a trial of ten minutes takes half a minute. */
const minuteSeconds = 3;

/** Its program and everything else that the packager would download are placeholders. */
const packed = mkdtempSync(join(tmpdir(), 'vitrine-packed-'));
const unpacked = join(packed, 'out', process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked');
beforeAll(async () => {
  makeStandIn(join(packed, 'electron'), fuses);
  await packageInto(packed, '--linux', 'dir', `--${process.arch}`);
});
afterAll(() => rmSync(packed, { recursive: true, force: true }));

/** A package as the packager makes it, with another program and version: the whole player is in its archive. */
function layPackage(folder: string, version: string): void {
  cpSync(unpacked, folder, { recursive: true });
  const archive = join(folder, 'resources/app.asar');
  const files = readArchive(archive).map(({ path, unpacked: isUnpacked, read }) => {
    const bytes = read();
    if (!/^dist\/main\/.*\.js$/.test(path)) return { path, isUnpacked, bytes };
    const text = bytes
      .toString()
      .replaceAll(`version: "${ownVersion}"`, `version: "${version}"`)
      .replaceAll('var minute = 6e4;', `var minute = ${minuteSeconds * 1000};`);
    return { path, isUnpacked, bytes: Buffer.from(text) };
  });
  const beside = files.filter(({ isUnpacked }) => isUnpacked).map(({ path }) => path);
  const contents = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  writeFileSync(archive, makeArchive(contents, new Set(beside)));
  const runner = join(root, 'test/host/electron-like/run.ts');
  const lines = [
    '#!/bin/sh',
    'export ELECTRON_LIKE="$0" ELECTRON_LIKE_APP="$(dirname "$0")/resources/app.asar"',
    `exec '${process.execPath}' '${runner}' "$@"`,
  ];
  writeFileSync(join(folder, 'vitrine'), `${lines.join('\n')}\n`);
  chmodSync(join(folder, 'vitrine'), 0o755);
}

it('a package in the Electron made of the real Chromium plays four zones from its archive alone, updates itself without another picture, and keeps the release', async () => {
  const folder = await passingFolder('electron-update');
  const made = await publisher();
  const fresh = join(folder, `vitrine-${newVersion}`);
  layPackage(fresh, newVersion);
  const file = join(folder, 'package.tar.gz');
  execFileSync('tar', ['-I', 'gzip -1', '-cf', file, '-C', folder, `vitrine-${newVersion}`]);
  const sha = await publish(made, newVersion, file);

  const releases = join(folder, 'releases');
  layPackage(join(releases, 'factory'), ownVersion);
  const launcher = join(releases, 'vitrine-launcher');
  copyFileSync(join(root, 'build/linux/vitrine-launcher'), launcher);
  writeFileSync(join(releases, 'root.json'), made.root);
  const show = await startFourZones('update-token');
  const { cms } = show;
  onTestFinished(() => show.stop());
  const display = await startDisplay(480, 270);
  onTestFinished(() => display.stop());
  const dataDir = join(folder, 'data');
  let log = '';
  const player = spawn(launcher, ['run'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      DISPLAY: display.name,
      VITRINE_DATA_DIR: dataDir,
      VITRINE_ADMIN_PORT: '0',
      VITRINE_HOST: 'electron',
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: cms.token,
      VITRINE_DEVICE: 'Demo screen',
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
  const status = () => askPlayer(dataDir, 'GET', '/api/status').then((reported) => reported as Status | null);
  const isTrue = async (name: string, holds: (status: Status) => boolean): Promise<void> =>
    void (await until(
      name,
      async () => {
        const reported = await status().catch(() => null);
        return reported !== null && holds(reported);
      },
      120_000,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${log.slice(-3000)}`);
    }));

  await isTrue(
    'the first release plays',
    ({ version, nowPlaying }) => version === ownVersion && nowPlaying != null,
  );
  await until('all four zones', async () => foreign(await display.grab()).length === 0);
  const recording = await display.record(30);
  const from = made.needs.folder.path;
  const reported = await askPlayer(dataDir, 'POST', '/api/actions/update-now', 60_000, { from });
  expect(reported).toMatchObject({ state: 'ready', next: { version: newVersion } });
  await isTrue(
    'the new release plays',
    ({ version, nowPlaying }) => version === newVersion && nowPlaying != null,
  );
  await until('four zones of the new release', async () => {
    const reported = await status().catch(() => null);
    return reported?.screens[0]?.zones?.every(({ nowPlaying }) => nowPlaying !== null) === true;
  });
  await recording.stop();
  // The picture of the old release stays until all zones of the new one are visible.
  expect(recording.frames.filter(({ frame }) => foreign(frame).length > 0)).toEqual([]);
  await isTrue('it is kept', ({ update }) => update.trial === null && update.state !== 'trying');
  expect(readdirSync(join(releases, 'releases'))).toEqual([sha]);
  expect(readdirSync(releases)).not.toContain('unpacking');
  expect(readFileSync(join(releases, 'update-state'), 'utf8')).toContain(`current ${sha}`);
});
