// `npm run prove -- rollout [SCREENS]`: a rollout over this many screens on a real mosquitto with a release that fails on 8 %, run by
// the real command, which is killed repeatedly. Prints one JSON document; exits with 1 if a result is wrong.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../../src/main/config/config.ts';
import type { Plan } from '../../../src/main/fleet/rollout.ts';
import { judged, type Progress, progressOf } from '../../../src/main/operator/rollout-judge.ts';
import type { FleetScreen } from '../../../src/main/operator/screens.ts';
import { standing } from '../../../src/main/release/release.ts';
import { mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';
import { newVersion, SimulatedScreen } from '../../../test/fleet/rollout/screen.ts';
import { fastClock } from '../../support/fast-clock.ts';

const count = Number(process.argv[2] ?? 500);
const failing = 0.08;
const times = 10;
const fast = fastClock(times);
const vitrine = fileURLToPath(new URL('../../../src/main/index.ts', import.meta.url));
const bundled = new URL('../../../scripts/bundled.ts', import.meta.url).href;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const since = performance.now();
const seconds = (): number => Math.round((performance.now() - since) / 1000);

const broker = await mosquittoUntilRemoved({ lines: ['max_queued_messages 0'] });
const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
const fleet = { ...config.fleet, url: broker.url, name: 'vitrine', spreadSeconds: 30 };
const trials = { failing, fetchMs: 10_000, trialMs: 30_000 };
const screens = Array.from(
  { length: count },
  (_, at) =>
    new SimulatedScreen({
      fleet,
      clock: fast,
      trials,
      device: `shop-${at}`,
      settings: { groups: at % 25 === 0 ? ['pilot'] : [] },
    }),
);
while (screens.some(({ isConnected }) => !isConnected)) await pause(100);
const connectedAfter = seconds();

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function command(...words: readonly string[]): {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
} {
  const env = { ...process.env, VITRINE_FLEET_URL: broker.url, VITRINE_DATA_DIR: '/nowhere' };
  const child = spawn(
    process.execPath,
    ['--import', bundled, vitrine, 'fleet', 'rollout', ...words, '--json'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    },
  );
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk;
  });
  return {
    child,
    ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, out, error })),
  };
}

async function status(): Promise<{ readonly plan: Plan; readonly progress: Progress }> {
  const { out, error } = await command('status').ended;
  if (out === '') throw new Error(error);
  return JSON.parse(out) as { readonly plan: Plan; readonly progress: Progress };
}

const standingOf = (share: number): string =>
  `${screens.filter(({ device }) => standing('does it fail', device) < share).length} of ${count}`;
const kills: number[] = [];
/** Runs it to its end; this many of its runners are killed, and others continue. */
async function toItsEnd(words: readonly string[], killed: number, isForgotten = false): Promise<Ended> {
  let running = command(...words);
  for (let left = killed; left > 0; left--) {
    const over = await Promise.race([running.ended, pause(3_000 + Math.random() * 5_000).then(() => null)]);
    if (over !== null) return over;
    running.child.kill('SIGKILL');
    await running.ended;
    kills.push(seconds());
    running = command('run');
    if (!isForgotten || left !== killed) continue;
    // A broker without persistence forgets players and plan: the running rollout publishes both again.
    await pause(3_000);
    await broker.kill();
    await broker.start();
    await pause(25_000);
  }
  return running.ended;
}

/** Repeats the same decisions with other screens: where the rollout stops, and how many have tried the release by then. */
function decided(rollouts: number) {
  const triedBy: number[] = [];
  let toTheEnd = 0;
  for (let at = 0; at < rollouts; at++) {
    let plan: Plan = {
      ...atStop.plan,
      id: `rollout-${at}`,
      step: 0,
      state: 'running',
      settledAt: null,
      restSeconds: 0,
    };
    for (;;) {
      const faked = screens.map(({ device, groups }): FleetScreen => {
        const is = standing(`fails ${at}`, device) < failing ? ('failed' as const) : ('kept' as const);
        const rollout = { id: plan.id, is, code: null };
        const state = { rollout } as unknown as FleetScreen['state'];
        return { device, online: true, state, about: { groups: [...groups], screens: [] } };
      });
      const progress = progressOf(plan, faked, () => false);
      const verdict = judged({ ...plan, settledAt: plan.startedAt }, progress, Date.parse(plan.startedAt));
      if (verdict.is === 'next') {
        plan = { ...plan, step: plan.step + 1 };
        continue;
      }
      if (verdict.is === 'done') toTheEnd++;
      triedBy.push(progress.all.asked);
      break;
    }
  }
  triedBy.sort((one, other) => one - other);
  const of = (share: number): number => triedBy[Math.floor(share * (triedBy.length - 1))] ?? 0;
  return { rollouts, toTheEnd, screensThatTriedIt: { median: of(0.5), ninetyFifth: of(0.95), most: of(1) } };
}

const tried = (): number => screens.filter((screen) => screen.trials > 0).length;
const steps = 'pilot,10%,25%,50%,100%';
const stopped = await toItsEnd(
  ['start', newVersion, '--steps', steps, '--limit', '5%', '--rest', '1s', '--spread', '1m', '--yes'],
  2,
);
const stoppedAt = Date.now();
const atStop = { ...(await status()), tried: tried(), seconds: seconds() };
// Selected players that have not begun must not begin.
await pause(15_000);
const begunAfterStop = screens.filter(({ beganAt }) => beganAt > stoppedAt + 1_000).length;
const again = await command('resume', '--yes').ended;
const resumed = await toItsEnd(['resume', '--limit', '30%', '--yes'], 3, true);
// The last ones may report after enough have finished.
await pause(15_000);
const atEnd = await status();
const failedTrials = screens.filter(({ trials: done, version }) => done > 0 && version !== newVersion).length;

const { all } = atEnd.progress;
const broken = [
  ...(stopped.code === 1 && atStop.plan.state === 'stopped' ? [] : [`it did not stop: ${stopped.error}`]),
  ...(begunAfterStop === 0 ? [] : ['players began after it had stopped']),
  ...(again.code === 1 && again.error.includes('more than 5 %') ? [] : ['it was resumed above its limit']),
  ...(resumed.code === 0 && atEnd.plan.state === 'done'
    ? []
    : [`it did not come to its end: ${resumed.error}`]),
  ...(screens.every((screen) => screen.trials <= 1) ? [] : ['a screen tried it twice']),
  ...(all.kept + all.failed >= 0.8 * count && all.failed === failedTrials ? [] : ['the counts are not true']),
];
process.stdout.write(
  `${JSON.stringify(
    {
      screens: count,
      failing: standingOf(failing),
      connectedAfterSeconds: connectedAfter,
      kills,
      stopped: {
        seconds: atStop.seconds,
        step: `${atStop.plan.step + 1} of ${atStop.plan.steps.length}`,
        why: atStop.plan.why,
        counts: atStop.progress.all,
        screensThatTriedIt: atStop.tried,
        begunAfterStop,
      },
      resumedWithoutAHigherLimit: again.error.trim().split('\n')[0],
      end: {
        seconds: seconds(),
        state: atEnd.plan.state,
        counts: all,
        codes: atEnd.progress.codes,
        mostTrialsOfOneScreen: Math.max(...screens.map((screen) => screen.trials)),
      },
      decidedAnew: decided(400),
      broken,
    },
    null,
    2,
  )}\n`,
);
await Promise.all(screens.map((screen) => screen.stop()));
await broker.remove();
process.exit(broken.length === 0 ? 0 : 1);
