// Records what the display shows instead of the show: at cold and warm starts, and when renderer, browser or player are
// killed. The show is pure red and pure green; the display is recorded from outside, 60 pictures a second.
// Usage: npm run bench -- curtain [TIMES] [--only WORDS] [--busy PROCESSES] [--pictures FOLDER] [--program FILE]
//   --only: only situations whose name contains these words, for example "renderer"
//   --busy: number of processes that keep the processors busy, each in its own session, as services are
//   --program: another build's main/index.js
//   --pictures: a folder for every picture that is not the show, as .ppm
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import type * as Demo from '../../../src/demo/cms.ts';
import { type Frame, kindOf, startDisplay, type TestDisplay } from '../../../test/e2e/support/display.ts';
import { picture } from '../../../test/e2e/support/pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from '../../../test/e2e/support/player.ts';
import { median } from '../../support/median.ts';
import { isRed, staleOf } from './stale.ts';

const { values: requested, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    busy: { type: 'string', default: '0' },
    program: { type: 'string' },
    pictures: { type: 'string' },
  },
});
const times = Number(positionals[0] ?? 20);
/** Length of each colour. */
const itemMs = 2000;
/** After a death, until the curtain is gone again. */
const leastAfterDeathMs = 1.5 * itemMs;

interface Outcome {
  readonly white: number;
  /** After the first picture. */
  readonly black: number;
  readonly other: number;
  /** Pictures of the other item in the middle of one. */
  readonly stale: number;
  /** From the fault, or the start, until the show changes to another item. */
  readonly stillMs: number;
}

/** The name contains the situation, its turn, the milliseconds since its beginning, and the kind of picture. */
function keepPictures(name: string, since: number, frames: readonly { at: number; frame: Frame }[]): void {
  if (requested.pictures === undefined) return;
  mkdirSync(requested.pictures, { recursive: true });
  for (const { at, frame } of frames) {
    const kind = kindOf(frame);
    if (kind === 'show') continue;
    const file = `${name.replaceAll(/\W+/g, '-')}_${Math.round(at - since)}_${kind}.ppm`;
    const head = Buffer.from(`P6 ${frame.width} ${frame.height} 255\n`);
    writeFileSync(join(requested.pictures, file), Buffer.concat([head, frame.rgb]));
  }
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-curtain-'));
const { module: demo } = await runnerImport<typeof Demo>(
  fileURLToPath(new URL('../../../src/demo/cms.ts', import.meta.url)),
);
const cms = await demo.startDemoCms({ seed: 'empty' });
for (const colour of ['red', 'green'] as const) {
  const file = { name: colour, fileName: `${colour}.png`, mimeType: 'image/png' };
  const { id } = cms.content.addFile(file, picture(colour));
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: itemMs / 1000 });
}
const envFor = (display: TestDisplay, dataDir: string) => ({
  DISPLAY: display.name,
  VITRINE_DATA_DIR: dataDir,
  VITRINE_CMS_URL: cms.baseUrl,
  VITRINE_CMS_TOKEN: cms.token,
  VITRINE_PLAYLIST: 'Welcome',
  XDG_CONFIG_HOME: folder,
});

/** Records from just before `act` until the show has changed to another item, and at least for so long. */
async function watched(
  name: string,
  display: TestDisplay,
  act: () => Promise<void> | void,
  leastMs = 0,
): Promise<Outcome> {
  const recording = await display.record(60);
  const since = performance.now();
  await act();
  const moved = (): number | null => {
    const after = recording.frames.filter(({ at, frame }) => at > since && kindOf(frame) === 'show');
    const change = after.findIndex(
      ({ frame }, index) => index > 0 && isRed(frame) !== isRed((after[index - 1] ?? { frame }).frame),
    );
    return change < 0 ? null : (after[change]?.at ?? null);
  };
  while (moved() === null || performance.now() - since < leastMs) {
    if (performance.now() - since > 60_000) throw new Error('The show did not go on within a minute.');
    await wait(50);
  }
  await recording.stop();
  keepPictures(name, since, recording.frames);
  const kinds = recording.frames.map(({ frame }) => kindOf(frame));
  const firstShown = kinds.indexOf('show');
  return {
    white: kinds.filter((kind) => kind === 'white').length,
    black: kinds.filter((kind, index) => kind === 'black' && index > firstShown).length,
    other: kinds.filter((kind) => kind === 'other').length,
    stale: staleOf(recording.frames, itemMs),
    stillMs: (moved() ?? since) - since,
  };
}

/** The processes below this one whose command line matches. */
function processesBelow(pid: number, matches: RegExp): readonly number[] {
  const parents = new Map<number, number>();
  const lines = new Map<number, string>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      lines.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {
      // It has already ended.
    }
  }
  const isBelow = (each: number): boolean => {
    for (let at: number | undefined = each; at !== undefined && at > 1; at = parents.get(at))
      if (at === pid) return each !== pid;
    return false;
  };
  return [...lines].filter(([each, line]) => matches.test(line) && isBelow(each)).map(([each]) => each);
}

/** Empty once it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function kill(pid: number, matches: RegExp): void {
  const found = processesBelow(pid, matches);
  if (found.length === 0) throw new Error(`Nothing runs that matches ${matches}.`);
  for (const each of found) process.kill(each, 'SIGKILL');
}

const browser = /chromium.*--remote-debugging-pipe/;
const renderer = /--type=renderer/;
const graphics = /--type=gpu-process/;
/** The start in a checkout. */
const wrapped = {
  command: ['npm', 'run', '-s', 'vitrine', '--'],
  env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
};

const ours =
  requested.program === undefined
    ? undefined
    : {
        command: [process.execPath, requested.program],
        env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
      };

const killsOfOnePlayer = 4;

type Row = readonly [what: string, outcomes: readonly Outcome[]];

async function starts(what: string, warm: boolean): Promise<Row> {
  const outcomes: Outcome[] = [];
  for (let turn = 0; turn < times; turn++) {
    const dataDir = join(folder, `${warm ? 'warm' : 'cold'}-${turn}`);
    const display = await startDisplay(1280, 720);
    const env = envFor(display, dataDir);
    if (warm) await runVitrine(['sync', '--once'], env);
    let player: PlayerProcess | null = null;
    outcomes.push(
      await watched(`${what} ${turn}`, display, () => {
        player = startPlayerProcess(env, ours);
      }),
    );
    await (player as PlayerProcess | null)?.stop();
    await display.stop();
  }
  return [what, outcomes];
}

async function kills(
  what: string,
  act: (player: PlayerProcess, env: ReturnType<typeof envFor>) => Promise<PlayerProcess>,
  host: Parameters<typeof startPlayerProcess>[1] = ours,
): Promise<Row> {
  const display = await startDisplay(1280, 720);
  let env = envFor(display, join(folder, what));
  let player = startPlayerProcess(env, host);
  const outcomes: Outcome[] = [];
  for (let turn = 0; turn < times; turn++) {
    // Repeated deaths are revived after growing waits, which are not measured here.
    if (turn > 0 && turn % killsOfOnePlayer === 0) {
      await player.stop();
      env = envFor(display, join(folder, `${what} ${turn}`));
      player = startPlayerProcess(env, host);
    }
    if (turn % killsOfOnePlayer === 0) await watched(`${what} before`, display, () => undefined);
    // At a random moment of an item, long enough after the previous death.
    await wait(5000 + Math.random() * itemMs);
    outcomes.push(
      await watched(
        `${what} ${turn}`,
        display,
        async () => {
          player = await act(player, env);
        },
        leastAfterDeathMs,
      ),
    );
  }
  await player.stop();
  await display.stop();
  return [what, outcomes];
}

const situations: Readonly<Record<string, () => Promise<Row>>> = {
  'start, cold': () => starts('start, cold', false),
  'start, warm': () => starts('start, warm', true),
  'renderer killed': () =>
    kills('renderer killed', async (player) => {
      kill(player.pid, renderer);
      return player;
    }),
  'browser killed': () =>
    kills('browser killed', async (player) => {
      kill(player.pid, browser);
      return player;
    }),
  'graphics killed': () =>
    kills('graphics killed', async (player) => {
      kill(player.pid, graphics);
      return player;
    }),
  'wrapper killed': () =>
    kills(
      'wrapper killed',
      async (player, env) => {
        const left = processesBelow(player.pid, /./);
        await player.kill();
        for (const shell of left.filter((pid) => commandOf(pid).startsWith('sh ')))
          process.kill(shell, 'SIGKILL');
        const next = startPlayerProcess(env, wrapped);
        // Only then it notices that its document is gone, and another one must load.
        while (left.some((pid) => /index\.js run/.test(commandOf(pid)))) await wait(100);
        await wait(4000);
        return next;
      },
      wrapped,
    ),
  'player killed': () =>
    kills('player killed', async (player, env) => {
      await player.kill();
      return startPlayerProcess(env, ours);
    }),
};

const busy = Array.from({ length: Number(requested.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { detached: true }),
);
const rows: Row[] = [];
try {
  for (const [name, measure] of Object.entries(situations))
    if (name.includes(requested.only)) {
      const row = await measure();
      rows.push(row);
      const [, outcomes] = row;
      process.stderr.write(`${name}: ${JSON.stringify(outcomes)}\n`);
    }
} finally {
  for (const each of busy) each.kill('SIGKILL');
  await cms.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
const sum = (outcomes: readonly Outcome[], of: 'white' | 'black' | 'other' | 'stale'): number =>
  outcomes.reduce((total, outcome) => total + outcome[of], 0);
console.log(`frames of ${times} times each, at 60 a second; items last ${itemMs / 1000} s\n`);
console.log('                   white  black  other  stale   still, median and worst');
let clean = true;
for (const [what, outcomes] of rows) {
  const [white, black, other, stale] = (['white', 'black', 'other', 'stale'] as const).map((of) =>
    sum(outcomes, of),
  );
  const still = outcomes.map(({ stillMs }) => stillMs / 1000);
  console.log(
    `${what.padEnd(18)} ${String(white).padStart(5)} ${String(black).padStart(6)} ${String(other).padStart(6)} ${String(stale).padStart(6)}   ` +
      `${median(still).toFixed(1)} s, ${Math.max(...still).toFixed(1)} s`,
  );
  clean &&= white === 0 && black === 0 && other === 0;
}
process.exit(clean ? 0 : 1);
