// The costs of the player, compared with bare Chromium that shows the same. Both run side by side, each on its own display, and
// are measured over the same seconds: a busy machine disturbs both alike. CPU is processor time of the whole process tree, in
// percent of one core; memory is PSS.
// Usage: npm run bench -- light [ROW …] [OPTION …]
//   ROW          still, touch, video, zones, fades, ticker, standby, closed, start (all)
//   --windows N  number of measured pairs (3), each over --seconds S (8), after --settle S (20)
//   --threads    also lists the threads
//   --starts N   number of pairs of starts (4)
//   --player F   the dist/main/index.js of another checkout, to compare before and after
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDisplay, type TestDisplay } from '../../../test/e2e/support/display.ts';
import { type PlayerProcess, startPlayerProcess } from '../../../test/e2e/support/player.ts';
import { startBareChromium } from '../../support/bare-chromium.ts';
import { learnPicture, type Started, untilShown } from '../../support/first-picture.ts';
import { median } from '../../support/median.ts';
import {
  proportionalMemory,
  readTree,
  residentMemory,
  type TreeUse,
  useBetween,
} from '../../support/process-tree.ts';
import { type LightShow, LightShows, type ShowName } from './shows.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    windows: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    settle: { type: 'string', default: '20' },
    starts: { type: 'string', default: '4' },
    threads: { type: 'boolean', default: false },
    player: { type: 'string' },
  },
});
const playerEnv = { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' };
const host = options.player && { command: [process.execPath, options.player], env: playerEnv };
const startPlayer = (display: TestDisplay, { env }: LightShow): PlayerProcess =>
  startPlayerProcess({ DISPLAY: display.name, ...env }, host || undefined);

/** Age of the player when its memory is measured. */
const oldMs = 60_000;

/** The limit for the player's CPU, absolute or relative to bare Chromium. */
const wanted: Record<ShowName, { readonly times?: number; readonly percent?: number }> = {
  still: { percent: 0.7 },
  touch: { percent: 0.7 },
  video: { times: 1.05 },
  zones: { times: 1.1 },
  fades: { times: 1.5 },
  ticker: { times: 1.2 },
  standby: { percent: 0.3 },
  closed: { percent: 0.3 },
};
const rows: readonly string[] = [...Object.keys(wanted), 'start'];
const chosen = positionals.length > 0 ? positionals : rows;
const unknown = chosen.find((row) => !rows.includes(row));
if (unknown !== undefined) throw new Error(`There is no row ${unknown}: ${rows.join(', ')}.`);

/** Limits for the player's process tree, by row. */
const memory = new Map<ShowName, number>();

let isLight = true;
const judge = (good: boolean, text: string): void => {
  isLight &&= good;
  console.log(`${good ? 'reached    ' : 'NOT reached'}  ${text}`);
};
const percent = (value: number): string => `${value.toFixed(2)} %`;

async function measure(show: LightShow): Promise<void> {
  const displays = [await startDisplay(1920, 1080), await startDisplay(1920, 1080)] as const;
  const player = startPlayer(displays[0], show);
  const bare = startBareChromium(displays[1], show.page);
  const since = performance.now();
  const pairs: { player: TreeUse; bare: TreeUse }[] = [];
  try {
    // The browser defers much of its start, and the player requests the CMS.
    await wait(Number(options.settle) * 1000);
    for (let pair = 0; pair < Number(options.windows); pair++) {
      const before = [readTree(player.pid), readTree(bare.pid)] as const;
      await wait(Number(options.seconds) * 1000);
      const use = {
        player: useBetween(before[0], readTree(player.pid)),
        bare: useBetween(before[1], readTree(bare.pid)),
      };
      pairs.push(use);
      console.log(
        `${show.name} ${pair + 1}: player ${percent(use.player.cpu)}, bare ${percent(use.bare.cpu)}, ` +
          `ratio ${(use.player.cpu / use.bare.cpu).toFixed(2)}, main and engine wake ${use.player.wakeups.toFixed(1)} times a second`,
      );
    }
    if (options.threads)
      for (const side of ['player', 'bare'] as const) printThreads(side, pairs.at(-1)?.[side]);
    const cpu = median(pairs.map((pair) => pair.player.cpu));
    const ratio = median(pairs.map((pair) => pair.player.cpu / pair.bare.cpu));
    const { percent: most, times } = wanted[show.name];
    judge(
      most === undefined ? ratio <= (times ?? 0) : cpu <= most,
      `${show.name}: player ${percent(cpu)}, bare ${percent(median(pairs.map((pair) => pair.bare.cpu)))}, ` +
        `ratio ${ratio.toFixed(2)} (wanted: ${most === undefined ? `${times} ×` : percent(most)})`,
    );
    if (show.name === 'video' || show.name === 'zones') await judgeZones(show.name, player.pid, since);
    if (show.name !== 'still') return;
    const wakeups = median(pairs.map((pair) => pair.player.wakeups));
    judge(wakeups <= 5, `wakeups of main and engine: ${wakeups.toFixed(1)} a second (wanted: 5)`);
    await wait(Math.max(0, since + oldMs - performance.now()));
    const [own, other] = [proportionalMemory(player.pid) / 1e6, proportionalMemory(bare.pid) / 1e6];
    judge(
      own - other <= 90,
      `memory of the tree: player ${own.toFixed(0)} MB, bare ${other.toFixed(0)} MB, ${(own - other).toFixed(0)} more (wanted: 90)`,
    );
    const main = residentMemory(player.pid) / 1e6;
    judge(main <= 80, `main process after a minute: ${main.toFixed(0)} MB RSS (wanted: 80)`);
  } finally {
    await Promise.all([player.stop(), bare.stop()]);
    await Promise.all(displays.map((display) => display.stop()));
  }
}

/** Compares four zones with the show that has one: both rows must be measured. */
async function judgeZones(name: ShowName, pid: number, since: number): Promise<void> {
  if (!chosen.includes('video') || !chosen.includes('zones')) return;
  await wait(Math.max(0, since + oldMs - performance.now()));
  memory.set(name, proportionalMemory(pid) / 1e6);
  const [one, four] = [memory.get('video'), memory.get('zones')];
  if (one === undefined || four === undefined) return;
  judge(
    four - one <= 40,
    `memory of the tree: four zones ${four.toFixed(0)} MB, one ${one.toFixed(0)} MB, ${(four - one).toFixed(0)} more (wanted: 40)`,
  );
}

function printThreads(side: string, use: TreeUse | undefined): void {
  for (const { name, cpu, wakeups } of use?.byThread ?? [])
    console.log(
      `  ${side} ${name.padEnd(44)} ${percent(cpu).padStart(8)} ${wakeups.toFixed(1).padStart(7)}/s`,
    );
}

/** One after the other: simultaneous starts would delay each other. */
async function measureStart(show: LightShow): Promise<void> {
  const display = await startDisplay(1920, 1080);
  const ours = (): Started => startPlayer(display, show);
  const theirs = (): Started => startBareChromium(display, show.page);
  const ratios: number[] = [];
  try {
    const shows = await learnPicture(display, ours);
    for (let pair = 0; pair < Number(options.starts); pair++) {
      const bareFirst = pair % 2 === 0;
      const early = bareFirst ? await untilShown(display, theirs, shows) : 0;
      const player = await untilShown(display, ours, shows);
      const bare = bareFirst ? early : await untilShown(display, theirs, shows);
      ratios.push(player / bare);
      console.log(
        `start ${pair + 1}: player ${player.toFixed(0)} ms, bare ${bare.toFixed(0)} ms, ratio ${(player / bare).toFixed(2)}`,
      );
    }
  } finally {
    await display.stop();
  }
  judge(
    median(ratios) <= 1.3,
    `start to first painted frame: ratio ${median(ratios).toFixed(2)} (wanted: 1.3 ×)`,
  );
}

const shows = await LightShows.open();
try {
  for (const row of chosen) {
    if (row === 'start') await measureStart(await shows.show('still'));
    else await measure(await shows.show(row as ShowName));
  }
} finally {
  await shows.close();
}
process.exit(isLight ? 0 : 1);
