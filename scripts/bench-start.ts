// How long from the start of the Node process to the first painted media frame with a warm store, beside bare
// Chromium showing the same image: paired runs on one display, both judged by its pixels.
// Usage: npm run bench:start [-- PAIRS]
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Demo from '../src/demo/cms.ts';
import { browserAccount } from '../src/main/host/chromium/account.ts';
import { findChromium } from '../src/main/host/chromium/executable.ts';
import { windowFlags } from '../src/main/host/chromium/launch.ts';
import { type Frame, startDisplay } from '../test/e2e/support/display.ts';
import { runVitrine, startPlayerProcess } from '../test/e2e/support/player.ts';
import { median } from './median.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const pairs = Number(process.argv[2] ?? 8);
const image = at('src/demo/media/hills.jpg');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
const chromium = findChromium(null);
if (chromium === null) throw new Error('There is no Chromium to compare with.');
const display = await startDisplay(1920, 1080);
const account = await browserAccount(null);

const env = {
  DISPLAY: display.name,
  VITRINE_DATA_DIR: join(folder, 'data'),
  VITRINE_CMS_URL: '',
  VITRINE_CMS_TOKEN: '',
  VITRINE_PLAYLIST: 'Welcome',
  XDG_CONFIG_HOME: folder,
};
const { module: demo } = await runnerImport<typeof Demo>(at('src/demo/cms.ts'));
const cms = await demo.startDemoCms({ seed: 'empty' });
const file = cms.content.addFile(
  { name: 'hills', fileName: 'hills.jpg', mimeType: 'image/jpeg' },
  readFileSync(image),
);
cms.content.addEntry(Number(cms.playlistId), { media_file_id: file.id, duration: 3600 });
env.VITRINE_CMS_URL = cms.baseUrl;
env.VITRINE_CMS_TOKEN = cms.token;
const synced = await runVitrine(['sync', '--once'], env);
if (synced.code !== 0) throw new Error(`The store could not be filled: ${synced.log}`);

// The comparison's page lies where the unprivileged browser user can read it.
chmodSync(folder, 0o755);
copyFileSync(image, join(folder, 'hills.jpg'));
writeFileSync(
  join(folder, 'bare.html'),
  '<!doctype html><body style="margin:0;background:#000"><img src="hills.jpg" style="width:100vw;height:100vh;object-fit:contain">',
);

/** Milliseconds until the display shows the picture. */
async function timed(start: () => () => Promise<void>, shows: (frame: Frame) => boolean): Promise<number> {
  const recording = display.record(60);
  while (recording.frames.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const since = performance.now();
  const stop = start();
  try {
    for (;;) {
      const seen = recording.frames.find(({ at: time, frame }) => time >= since && shows(frame));
      if (seen) return seen.at - since;
      if (performance.now() - since > 30_000) throw new Error('The picture did not appear within 30 s.');
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  } finally {
    await recording.stop();
    await stop();
  }
}

function startPlayer(): () => Promise<void> {
  const player = startPlayerProcess(env);
  return async () => {
    await player.stop();
  };
}

function startBare(): () => Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'vitrine-bare-'));
  chmodSync(profile, 0o777);
  const child = spawn(
    chromium as string,
    [
      ...windowFlags({ width: 1920, height: 1080 }),
      `--app=file://${folder}/bare.html`,
      `--user-data-dir=${profile}/p`,
      '--no-first-run',
      '--password-store=basic',
    ],
    {
      env: { PATH: process.env.PATH, HOME: profile, DISPLAY: display.name },
      stdio: 'ignore',
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    },
  );
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** What the display shows when all is there, learnt from the player itself, and never of one colour. */
async function learn(): Promise<(frame: Frame) => boolean> {
  const stop = startPlayer();
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const { rgb: wanted } = await display.grab();
  await stop();
  const spread = Math.max(...wanted) - Math.min(...wanted);
  if (spread < 100) throw new Error('The picture did not appear at all.');
  return ({ rgb }) =>
    rgb.reduce((sum, value, index) => sum + Math.abs(value - (wanted[index] ?? 0)), 0) / rgb.length < 12;
}

/** Of the process in which main and engine run; the browser's processes are its own. */
async function idleMemory(): Promise<number> {
  const player = startPlayerProcess(env);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${player.pid}/status`, 'utf8'))?.[1];
  await player.stop();
  return Number(kilobytes) / 1000;
}

try {
  const shows = await learn();
  await cms.stop();
  await timed(startBare, shows);
  const rows: { player: number; bare: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? 'player' : 'bare';
    const one = await timed(first === 'player' ? startPlayer : startBare, shows);
    const two = await timed(first === 'player' ? startBare : startPlayer, shows);
    const row = first === 'player' ? { player: one, bare: two } : { player: two, bare: one };
    rows.push(row);
    console.log(
      `pair ${pair + 1}: player ${row.player.toFixed(0)} ms, bare Chromium ${row.bare.toFixed(0)} ms, ratio ${(row.player / row.bare).toFixed(2)}`,
    );
  }
  const player = median(rows.map((row) => row.player));
  const bare = median(rows.map((row) => row.bare));
  const ratio = median(rows.map((row) => row.player / row.bare));
  console.log(
    `median: player ${player.toFixed(0)} ms, bare Chromium ${bare.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (wanted: at most 2.0)`,
  );
  const megabytes = await idleMemory();
  console.log(`main process after a minute of playing: ${megabytes.toFixed(0)} MB RSS (wanted: at most 120)`);
  process.exitCode = ratio <= 2 && megabytes <= 120 ? 0 : 1;
} finally {
  await display.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
