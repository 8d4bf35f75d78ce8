// The time from the start of the Node process to the first painted media frame with a warm store, compared with bare
// Chromium showing the same image: paired runs on one display, both measured by its pixels.
// Usage: npm run bench -- start [PAIRS]
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Demo from '../../../src/demo/cms.ts';
import { startDisplay } from '../../../test/e2e/support/display.ts';
import { runVitrine, startPlayerProcess } from '../../../test/e2e/support/player.ts';
import { startBareChromium } from '../../support/bare-chromium.ts';
import { learnPicture, type Started, untilShown } from '../../support/first-picture.ts';
import { median } from '../../support/median.ts';
import { residentMemory } from '../../support/process-tree.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const pairs = Number(process.argv[2] ?? 8);
const image = at('src/demo/media/hills.jpg');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
const display = await startDisplay(1920, 1080);

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

// The unprivileged browser user must be able to read the page of the comparison.
chmodSync(folder, 0o755);
copyFileSync(image, join(folder, 'hills.jpg'));
writeFileSync(
  join(folder, 'bare.html'),
  '<!doctype html><body style="margin:0;background:#000"><img src="hills.jpg" style="width:100vw;height:100vh;object-fit:contain">',
);

const startPlayer = (): Started => startPlayerProcess(env);
const startBare = (): Started => startBareChromium(display, join(folder, 'bare.html'));

/** Processor time of the process with main and engine, without the browser's processes. */
async function idleMemory(): Promise<number> {
  const player = startPlayerProcess(env);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  const bytes = residentMemory(player.pid);
  await player.stop();
  return bytes / 1e6;
}

try {
  const shows = await learnPicture(display, startPlayer);
  await cms.stop();
  await untilShown(display, startBare, shows);
  const rows: { player: number; bare: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? 'player' : 'bare';
    const one = await untilShown(display, first === 'player' ? startPlayer : startBare, shows);
    const two = await untilShown(display, first === 'player' ? startBare : startPlayer, shows);
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
