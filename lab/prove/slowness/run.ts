// Measures a machine with only some percent of one core: the player and its browser run in a cgroup with that quota. Prints the
// seconds until the first item is on the display and until it changes, the number of revived stages, and the stored factor of
// slowness. Needs root and cgroup v1. Usage: npm run prove -- slowness [25,10,5,3]
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Demo from '../../../src/demo/cms.ts';
import { type Color, middle, startDisplay } from '../../../test/e2e/support/display.ts';
import { picture } from '../../../test/e2e/support/pictures.ts';
import { startPlayerProcess } from '../../../test/e2e/support/player.ts';

const quotas = (process.argv[2] ?? '25,10,5,3').split(',').map(Number);
const groups = '/sys/fs/cgroup/cpu';
const periodUs = 100_000;
/** All quotas together stay below ten minutes. */
const longestMs = 280_000;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-slowness-'));
const { module: demo } = await runnerImport<typeof Demo>(
  fileURLToPath(new URL('../../../src/demo/cms.ts', import.meta.url)),
);
const cms = await demo.startDemoCms({ seed: 'empty' });
for (const colour of ['red', 'green', 'blue'] as const) {
  const file = { name: colour, fileName: `${colour}.png`, mimeType: 'image/png' };
  const { id } = cms.content.addFile(file, picture(colour));
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 10 });
}
const display = await startDisplay(1280, 720);

function limited(percent: number): { readonly path: string; remove(): Promise<void> } {
  const path = join(groups, `vitrine-slowness-${process.pid}-${percent}`);
  mkdirSync(path);
  writeFileSync(join(path, 'cpu.cfs_period_us'), String(periodUs));
  writeFileSync(join(path, 'cpu.cfs_quota_us'), String((periodUs * percent) / 100));
  return {
    path,
    async remove() {
      if (!existsSync(path)) return;
      // Without the quota the remaining processes end fast.
      writeFileSync(join(path, 'cpu.cfs_quota_us'), '-1');
      for (let attempt = 0; attempt < 50; attempt++) {
        try {
          rmdirSync(path);
          return;
        } catch {
          await wait(200);
        }
      }
    },
  };
}

const isItem = (colour: Color): boolean => colour === 'red' || colour === 'green' || colour === 'blue';

async function run(percent: number): Promise<object> {
  const group = limited(percent);
  const dataDir = join(folder, String(percent));
  const program = fileURLToPath(new URL('../../../dist/main/index.js', import.meta.url));
  const inGroup = `echo $$ > ${group.path}/cgroup.procs && exec "$0" "$@"`;
  const began = performance.now();
  const player = startPlayerProcess(
    {
      DISPLAY: display.name,
      VITRINE_DATA_DIR: dataDir,
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: cms.token,
      VITRINE_PLAYLIST: 'Welcome',
      XDG_CONFIG_HOME: folder,
    },
    {
      command: ['sh', '-c', inGroup, process.execPath, program],
      env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
    },
  );
  const seen = async (until: (colour: Color) => boolean): Promise<Color | null> => {
    while (performance.now() - began < longestMs) {
      const colour = middle(await display.grab());
      if (until(colour)) return colour;
      await wait(250);
    }
    return null;
  };
  const since = (): number => Math.round((performance.now() - began) / 100) / 10;
  const first = await seen(isItem);
  const firstSeconds = first === null ? null : since();
  const second = first === null ? null : await seen((colour) => isItem(colour) && colour !== first);
  const secondSeconds = second === null ? null : since();
  const log = player.log();
  const endedItself = !isAlive(player.pid);
  if (endedItself) console.error(log.slice(-3000));
  const count = (words: RegExp): number => log.match(words)?.length ?? 0;
  await group.remove().catch(() => undefined);
  await player.stop();
  await group.remove();
  const kept = (): string => readFileSync(join(dataDir, 'slowness.json'), 'utf8').trim().split(' ')[1] ?? '';
  return {
    'percent of a core': percent,
    'first item, s': firstSeconds,
    'second item, s': secondSeconds,
    'ended by itself': endedItself,
    revives: count(/The stage is being revived/g),
    'browser starts in vain': count(/The browser did not start/g),
    'factor kept': attempt(kept) ?? 1,
  };
}

function isAlive(pid: number): boolean {
  return attempt(() => process.kill(pid, 0)) ?? false;
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const rows: object[] = [];
try {
  for (const percent of quotas) {
    rows.push(await run(percent));
    console.log(JSON.stringify(rows.at(-1)));
  }
} finally {
  await display.stop();
  await cms.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.table(rows);
