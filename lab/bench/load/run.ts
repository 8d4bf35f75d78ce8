// What load takes from the show: a whole player plays clips of 720p30 on a display that is recorded from outside, first alone,
// then beside its own work (a sync of 1 GiB every 20 s, backups during each, an open status page), then beside a program that wants
// both processors.
// Usage: npm run bench -- load [--seconds N] [--rounds N] [--player FILE]
//   --seconds N  length of each part (60)
//   --rounds N   all parts, by turns (1)
//   --player F   the dist/main/index.js of another checkout, to compare before and after
// Exit code 1: with its own work the show loses more frames than alone, or beside foreign work it stands still for more than
// 100 ms more than once a minute. The time in which the machine itself stood still is taken off.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startDisplay } from '../../../test/e2e/support/display.ts';
import { runVitrine, startPlayerProcess } from '../../../test/e2e/support/player.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { until } from '../../../test/support/until.ts';
import { describePauses } from '../../support/machine-pauses.ts';
import { watchMachine } from '../../support/machine-watch.ts';
import { analyse, outside, type ShownItem } from '../stage/analysis.ts';
import { record } from '../stage/recording.ts';
import { foreignWork, ownWork, syncsIn } from './beside.ts';
import { clipFrames, clipIds, type LoadCms } from './cms.ts';
import { holdsOf } from './holds.ts';
import { servicesOf } from './services.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '1' },
    player: { type: 'string' },
  },
});
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
const [width, height] = [1280, 720];
const longHoldMs = 100;
/** Of the player, printed for each part. */
const mostWarnings = 10;
/** A browser defers much of its start. */
const settleMs = 15_000;
/** A late recorder would see nothing of the holds: no other program can delay this one. */
const recorder = process.getuid?.() === 0 ? ['chrt', '--rr', '10'] : [];

const clips = new Map<number, ShownItem>(
  clipIds.map((id) => {
    const durationMs = (clipFrames * 1000) / 30;
    return [id, { id, kind: 'video', transition: 'cut', transitionMs: 0, durationMs, frames: clipFrames }];
  }),
);

interface Seen {
  readonly lost: number;
  readonly longHolds: number;
  readonly minutes: number;
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-load-'));
const machine = await watchMachine();
const display = await startDisplay(width, height);
const cms = fork(new URL('cms.ts', import.meta.url), [folder, String(rounds * syncsIn(seconds))], {
  detached: true,
});
const [{ baseUrl, token }] = (await once(cms, 'message')) as [LoadCms];
const port = await freePort();
const dataDir = join(folder, 'data');
const env = {
  DISPLAY: display.name,
  VITRINE_DATA_DIR: dataDir,
  VITRINE_CMS_URL: baseUrl,
  VITRINE_CMS_TOKEN: token,
  VITRINE_PLAYLIST: 'Welcome',
  VITRINE_ADMIN_PORT: String(port),
  XDG_CONFIG_HOME: folder,
};
const program = options.player ?? fileURLToPath(new URL('../../../dist/main/index.js', import.meta.url));
const host = {
  command: [process.execPath, program],
  env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
};

const parts: Readonly<Record<'alone' | 'own' | 'foreign', readonly [string, () => Promise<string>]>> = {
  alone: ['alone', () => wait(seconds * 1000, '')],
  own: ['beside its own work', () => ownWork({ cms, dataDir, port, folder, services }, seconds)],
  foreign: ['beside foreign work', () => foreignWork(services, seconds)],
};
const seen: Record<keyof typeof parts, Seen[]> = { alone: [], own: [], foreign: [] };

console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
const synced = await runVitrine(['sync', '--once'], env, host);
if (synced.code !== 0) throw new Error(`The store could not be filled: ${synced.log}`);
const services = servicesOf(join(dirname(program), '../..'));
console.log(`the player has the processor weight of its unit: ${services.weight}`);
const player = services.starting('player', () => startPlayerProcess(env, host));
try {
  await until('the show', async () => (await player.status().catch(() => null))?.nowPlaying);
  await wait(settleMs);
  for (let round = 0; round < rounds; round++)
    for (const part of ['alone', 'own', 'foreign'] as const) seen[part].push(await measure(...parts[part]));
} finally {
  await player.stop();
  services.remove();
  await display.stop();
  machine.stop();
  cms.disconnect();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(judge() ? 0 : 1);

async function measure(title: string, beside: () => Promise<string>): Promise<Seen> {
  const [busy, logged] = [busyMs(), player.log().length];
  const recording = await record(display.name, `${width}x${height}`, recorder);
  const from = Date.now();
  const did = await beside();
  const passed = Date.now() - from;
  const used = Math.min(100, (100 * (busyMs() - busy)) / (passed * cpus().length));
  await recording.stop();
  const all = await machine.pauses();
  const pauses = { ...all, pauses: all.pauses.filter(({ until }) => until > from) };
  const verdict = outside(analyse(recording.sights, clips, from), pauses);
  const lostWithin = sum(verdict.lostWithin.map(({ frames, unrecorded }) => (unrecorded ? 0 : frames)));
  const lostAtChanges = sum(
    verdict.transitions.map(({ lostAtEnd, lostAtStart }) => (lostAtEnd ?? 0) + (lostAtStart ?? 0)),
  );
  const holds = holdsOf(recording.sights, pauses);
  const long = holds.filter(({ ms }) => ms > longHoldMs);
  const longest = Math.max(...holds.map(({ ms }) => ms));
  const frames = verdict.framesWithin;
  console.log(
    `${title}: lost ${lostWithin} of ${frames} frames in clips and ${lostAtChanges} at ${verdict.transitions.length} changes; ` +
      `holds over ${longHoldMs} ms: ${long.length} in ${(passed / 1000).toFixed(0)} s, the longest ${longest.toFixed(0)} ms; ` +
      `black ${verdict.black.length}, foreign or stale ${verdict.foreign.length}`,
  );
  console.log(
    `  processors ${used.toFixed(0)} % busy, load ${(loadavg()[0] ?? 0).toFixed(1)}, longest gap of the recording ` +
      `${verdict.worstGapMs.toFixed(0)} ms. ${describePauses(pauses)}${did === '' ? '' : ` ${did}.`}`,
  );
  const warnings = player
    .log()
    .slice(logged)
    .split('\n')
    .filter((line) => / (warn|error) /.test(line));
  for (const line of warnings.slice(0, mostWarnings)) console.log(`  ${line}`);
  return { lost: lostWithin + lostAtChanges, longHolds: long.length, minutes: passed / 60_000 };
}

function judge(): boolean {
  const of = (part: keyof typeof parts, what: keyof Seen): number => sum(seen[part].map((one) => one[what]));
  const rate = (part: keyof typeof parts, what: keyof Seen): number => of(part, what) / of(part, 'minutes');
  const [alone, own, holds] = [rate('alone', 'lost'), rate('own', 'lost'), rate('foreign', 'longHolds')];
  const shows = (good: boolean, text: string): boolean => {
    console.log(`${good ? 'reached    ' : 'NOT reached'}  ${text}`);
    return good;
  };
  const lostFew = shows(
    own <= alone,
    `lost frames beside its own work ${own.toFixed(1)} a minute (wanted: ${alone.toFixed(1)} as alone, or fewer)`,
  );
  const heldFew = shows(
    holds <= 1,
    `holds over ${longHoldMs} ms beside foreign work ${holds.toFixed(1)} a minute (wanted: 1)`,
  );
  return lostFew && heldFew;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Of all processors. */
function busyMs(): number {
  return sum(cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq));
}
