// Two players with one edition on two displays, kept in step by the clock alone: how far apart they are, in frames
// at 30 a second, judged by one recording of both displays.
// Usage: npm run bench:step [-- [--seconds N] [--json] [--program FILE]]   FILE: another build's main/index.js
//   N: how long to measure with both running (300); a late start and a death are measured for a fifth of it each.

import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import type * as Demo from '../src/demo/cms.ts';
import { type PlayerProcess, until } from '../test/e2e/support/player.ts';
import { recordPair } from './bench-step-recording.ts';
import { openStepShow } from './bench-step-show.ts';
import { quantile, type Skew, type SkewVerdict, skewsOf } from './bench-step-skew.ts';

const wantedFrames = 2;
const settlingMs = 3_000;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
    program: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const { module: demo } = await runnerImport<typeof Demo>(
  fileURLToPath(new URL('../src/demo/cms.ts', import.meta.url)),
);
const host = options.program
  ? { command: [process.execPath, options.program], env: { VITRINE_HOST: 'chromium' } }
  : undefined;
const show = await openStepShow(demo.startDemoCms, 'whole', host);
const running: (PlayerProcess | null)[] = [null, null];
const verdicts: Record<string, SkewVerdict> = {};

function start(screen: 0 | 1, sync: 'free' | 'wallclock'): void {
  running[screen] = show.start(screen, sync);
}

async function stop(screen: 0 | 1): Promise<void> {
  await running[screen]?.stop();
  running[screen] = null;
}

/** Records from now on until both displays have shown something for so long. */
async function measure(name: string, forSeconds: number): Promise<void> {
  const recording = recordPair([show.displays[0].name, show.displays[1].name], show.size);
  try {
    const began = await until('items on both displays', 60_000, async () =>
      recording.pairs().find(({ left, right }) => left !== null && right !== null),
    );
    const left = began.at + forSeconds * 1000 - Date.now();
    await new Promise((resolve) => setTimeout(resolve, left));
  } finally {
    await recording.stop();
  }
  const verdict = skewsOf(recording.pairs(), show.reading);
  verdicts[name] = verdict;
  if (!options.json) print(name, verdict);
}

async function playing(screen: 0 | 1): Promise<string> {
  return until('a complete edition', 60_000, async () => {
    const status = await running[screen]?.status().catch(() => null);
    return status?.edition?.complete && status.nowPlaying ? status.edition.id : null;
  });
}

function print(name: string, verdict: SkewVerdict): void {
  const { skews } = verdict;
  const of = (from: Skew['from']): readonly Skew[] => skews.filter((skew) => skew.from === from);
  const line = (counted: readonly Skew[]): string => {
    const frames = counted.map((skew) => skew.frames);
    return counted.length === 0
      ? 'none'
      : `median ${quantile(frames, 0.5).toFixed(1)} · p99 ${quantile(frames, 0.99).toFixed(1)} · worst ${Math.max(...frames).toFixed(1)} frames (${counted.length})`;
  };
  console.log(`\n${name}: ${verdict.seconds.toFixed(0)} s, ${verdict.pairs} pictures of both displays`);
  console.log(`  same clip on both      ${line(of('frame'))}`);
  console.log(`  change to another item ${line(of('change'))}`);
  console.log(`  all                    ${line(skews)}`);
  // A browser that starts takes the processors from the one that plays, where both are on one machine.
  const settled = skews.filter(({ at }) => at >= verdict.from + settlingMs);
  console.log(`  after the first ${settlingMs / 1000} s    ${line(settled)}`);
  console.log(
    `  not counted: same still item ${verdict.alike} · recording itself late ${verdict.unsure} · unreadable ${verdict.unreadable}`,
  );
  console.log(
    `  longest that a frame of a clip stood: ${verdict.stood.map((frames) => frames.toFixed(1)).join(' and ')} frames · load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`,
  );
  const items = Map.groupBy(skews, ({ item, from }) => `${from} ${item}`);
  for (const [item, of] of items) {
    const worst = of.reduce((one, other) => (other.frames > one.frames ? other : one));
    if (worst.frames > wantedFrames)
      console.log(
        `  beyond ${wantedFrames} frames: ${item}: ${of.filter(({ frames }) => frames > wantedFrames).length} of ${of.length}, worst ${worst.frames.toFixed(1)} at ${new Date(worst.at).toISOString()}`,
      );
  }
}

try {
  start(0, 'wallclock');
  start(1, 'wallclock');
  const editions = [await playing(0), await playing(1)];
  if (editions[0] !== editions[1])
    throw new Error(`The players have different editions: ${editions.join(', ')}`);
  await measure('both running', seconds);
  await stop(1);
  start(1, 'wallclock');
  await measure('one joined late', seconds / 5);
  await running[1]?.kill();
  start(1, 'wallclock');
  await measure('one killed and started again', seconds / 5);
  await stop(0);
  await stop(1);
  // The negative control: without the clock, and one started in the middle of the other's loop.
  start(0, 'free');
  await playing(0);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  start(1, 'free');
  await measure('control: each in a loop of its own, one later', Math.min(seconds / 5, 30));
} finally {
  await Promise.all([stop(0), stop(1)]);
  await show.stop();
}
if (options.json) console.log(JSON.stringify(verdicts));
const worst = (verdict: SkewVerdict): number => Math.max(0, ...verdict.skews.map(({ frames }) => frames));
const [together, control] = [Object.values(verdicts).slice(0, 3), Object.values(verdicts)[3]];
const inStep = Math.max(...together.map(worst));
const seen = control === undefined ? 0 : worst(control);
console.log(
  `\nworst in step ${inStep.toFixed(1)} frames at 30 a second (wanted: at most ${wantedFrames}); the control shows ${seen.toFixed(0)}`,
);
process.exitCode = inStep <= wantedFrames && seen > 10 * wantedFrames ? 0 : 1;
process.exit();
