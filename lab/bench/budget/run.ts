// What a board of a certain size can carry: runs the player and all its processes within limits of memory and processor.
// Needs root, for control groups. The results are in docs/lab/budget.md.
// Usage: npm run bench -- budget [SHOW …] [OPTION …]
//   SHOW         demo, 1080p, 2160p (all)
//   --memory L   memory of the board, in MiB (1024,2048,4096)
//   --percent L  of one processor (100,50)
//   --seconds S  length of each measurement, after the first item (40)
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import type * as Demo from '../../../src/demo/cms.ts';
import { startDisplay } from '../../../test/e2e/support/display.ts';
import { runVitrine, startPlayerProcess } from '../../../test/e2e/support/player.ts';
import { type ControlGroup, makeControlGroup } from '../../support/control-group.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    memory: { type: 'string', default: '1024,2048,4096' },
    percent: { type: 'string', default: '100,50' },
    seconds: { type: 'string', default: '40' },
  },
});
const numbers = (list: string): readonly number[] => list.split(',').map(Number);
/** Memory of the kernel, its services and the X server on a small system. */
const systemMiB = 256;

type Cms = Awaited<ReturnType<typeof Demo.startDemoCms>>;
const { module: demo } = await runnerImport<typeof Demo>(at('src/demo/cms.ts'));

async function clipShow(size: string): Promise<Cms> {
  const cms = await demo.startDemoCms({ seed: 'empty' });
  const fileName = `h264-${size}.mp4`;
  const bytes = readFileSync(at(`src/main/doctor/measure/clips/${fileName}`));
  const { id } = cms.content.addFile({ name: size, fileName, mimeType: 'video/mp4' }, bytes);
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id });
  return cms;
}

const shows: Readonly<Record<string, () => Promise<Cms>>> = {
  demo: () => demo.startDemoCms({}),
  '1080p': () => clipShow('1080p'),
  '2160p': () => clipShow('2160p'),
};

interface Seen {
  readonly firstMs: number;
  readonly items: number;
  readonly restarts: number;
  readonly ownBytes: number;
}

async function watch(env: Parameters<typeof startPlayerProcess>[0], group: ControlGroup): Promise<Seen> {
  const since = performance.now();
  const player = startPlayerProcess(env, {
    command: [...group.enter, process.execPath, at('dist/main/index.js')],
    env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
  });
  const started = new Set<string>();
  let [firstMs, restarts, ownBytes] = [Number.NaN, 0, 0];
  try {
    while (performance.now() - since < Number(options.seconds) * 1000 + (firstMs || 60_000)) {
      await wait(500);
      const status = await player.status().catch(() => null);
      const [screen] = status?.screens ?? [];
      restarts = Math.max(restarts, screen?.restarts ?? 0);
      ownBytes = Math.max(ownBytes, group.ownBytes());
      if (!screen?.nowPlaying) continue;
      started.add(screen.nowPlaying.startedAt);
      if (Number.isNaN(firstMs)) firstMs = performance.now() - since;
    }
  } finally {
    await player.stop();
  }
  return { firstMs, items: started.size, restarts, ownBytes };
}

let holds = true;
const chosen = positionals.length > 0 ? positionals : Object.keys(shows);
const display = await startDisplay(1920, 1080);
try {
  for (const name of chosen) {
    const start = shows[name];
    if (start === undefined) throw new Error(`There is no show ${name}: ${Object.keys(shows).join(', ')}.`);
    const cms = await start();
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-budget-'));
    chmodSync(folder, 0o755);
    const env = {
      DISPLAY: display.name,
      VITRINE_DATA_DIR: join(folder, 'data'),
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: cms.token,
      VITRINE_PLAYLIST: String(cms.playlistId),
      XDG_CONFIG_HOME: folder,
    };
    const synced = await runVitrine(['sync', '--once'], env);
    if (synced.code !== 0) throw new Error(`The store could not be filled: ${synced.log}`);
    for (const memory of numbers(options.memory))
      for (const percent of numbers(options.percent)) {
        const bytes = (memory - systemMiB) * 2 ** 20;
        const group = makeControlGroup(`vitrine-budget-${process.pid}`, { bytes, percent });
        try {
          const { firstMs, items, restarts, ownBytes } = await watch(env, group);
          const kills = group.kills();
          const good = kills === 0 && restarts === 0 && items > 0;
          holds &&= good;
          const mebibytes = (value: number): string => `${Math.round(value / 2 ** 20)} MiB`;
          console.log(
            `${good ? 'holds    ' : 'NOT HELD '} ${name}, board of ${memory} MiB, ${percent} % of a core: first item after ` +
              `${(firstMs / 1000).toFixed(1)} s, ${items} items in ${options.seconds} s, ${kills} kills, ${restarts} restarts, ` +
              `own memory at most ${mebibytes(ownBytes)}, with files ${mebibytes(group.peakBytes())}`,
          );
        } finally {
          await wait(500);
          group.remove();
        }
      }
    await cms.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
} finally {
  await display.stop();
}
process.exit(holds ? 0 : 1);
