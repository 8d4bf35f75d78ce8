import { until } from '../support/until.ts';
import { isPainting } from './demo.ts';
import type { Eye } from './eye.ts';
import { type Fault, hit, isAlive, processesOf, type Target } from './hits.ts';
import { type JournalLine, type Machine, signal } from './machine.ts';

/** One fault and its outcome. */
export interface Round {
  /** Time to recovery: the show moves, and the hit process was replaced. */
  readonly overSeconds: number;
  /** The longest time without motion on the display, and the time without a picture. */
  readonly stillSeconds: number;
  readonly blackSeconds: number;
  /** The recovery levels that acted. */
  readonly levels: readonly string[];
  /** The process survived, and the show goes on. */
  readonly stays: boolean;
}

/** A clip has a frame every 70 ms; a pause of this length is visible. */
const pauseMs = 700;
const freshMs = 1000;
/** Required motion before recovery counts: a browser outlives its player for a moment. */
const wellMs = 2500;
/** One pass of all clips: by then a process that only the next clip needs is missed. */
const staysMs = 20_000;
/** The player's record of its starts. */
const kept = ['starts.json', 'slowness.json', 'stretch.json'];
/** Faults that only a restart ends. */
const mustGo: ReadonlySet<Target> = new Set(['player', 'engine']);
const longestMs = 240_000;

/** The state in which the last fault left the player. */
const left = new WeakMap<Machine, 'untouched' | 'another player' | 'revived'>();

/** The player has restarted something: the next round needs a fresh player, except for its own death. */
export function isRevived(machine: Machine): boolean {
  return left.get(machine) === 'revived';
}

/** A freshly started player without history: repeated failures are restarted with growing delays. */
async function fresh(machine: Machine, eye: Eye, target: Target): Promise<void> {
  const state = left.get(machine);
  if (state === 'untouched') return;
  const forget = () => machine.run('rm', '-f', ...kept.map((name) => `/var/lib/vitrine/${name}`));
  if (state === 'another player' || (state === 'revived' && target === 'player')) {
    await forget();
    return;
  }
  await machine.run('systemctl', 'stop', 'vitrine');
  await forget();
  const since = Date.now();
  await machine.run('systemctl', 'start', '--no-block', 'vitrine', 'vitrine-display');
  await until('the show moves', async () => {
    const moving = eye.movingSince(pauseMs);
    if (moving === null || Date.now() - Math.max(moving, since) < freshMs) return false;
    const status = await machine.status();
    return status?.nowPlaying && isPainting(status, since);
  });
}

export async function round(machine: Machine, eye: Eye, fault: Fault, target: Target): Promise<Round> {
  await fresh(machine, eye, target);
  const player = processesOf(machine, 'player').join();
  // Hit at a random moment of an item.
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 4000));
  eye.forget();
  const at = Date.now();
  const pids = await hit(machine, fault, target);
  const isThread = target === 'engine';
  let goneAt: number | null = null;
  const end = await until(
    `the show goes on after ${fault} of the ${target}`,
    async () => {
      const isGone = isThread ? await hasNewEngine(machine, at) : !pids.some(isAlive);
      if (isGone) goneAt ??= Date.now();
      const since = Math.max(goneAt ?? at, eye.movingSince(pauseMs) ?? Date.now());
      if (Date.now() - since < wellMs) return null;
      if (!isGone && (Date.now() - at < staysMs || mustGo.has(target))) return null;
      const status = await machine.status();
      return status && isPainting(status, since) ? { over: since, stays: !isGone } : null;
    },
    longestMs,
  );
  for (const pid of pids) signal(pid, 'SIGCONT');
  const levels = levelsIn(await machine.journal(at));
  const isSamePlayer = processesOf(machine, 'player').join() === player;
  const isUntouched = levels.length === 0 && !end.stays;
  left.set(machine, !isSamePlayer ? 'another player' : isUntouched ? 'untouched' : 'revived');
  return {
    overSeconds: (end.over - at) / 1000,
    stillSeconds: eye.longestPause(at) / 1000,
    blackSeconds: eye.blackMs(at) / 1000,
    levels,
    stays: end.stays,
  };
}

async function hasNewEngine(machine: Machine, since: number): Promise<boolean> {
  const hasDied = levelsIn(await machine.journal(since)).includes('engine');
  return hasDied && (await machine.health())?.engine.state === 'well';
}

const signs: readonly (readonly [level: string, sign: RegExp])[] = [
  ['renderer', /The stage is being revived/],
  ['browser', /The browser (does not bring back the stage|ended)/],
  ['network service', /The network service of the browser does not answer/],
  ['engine', /the engine thread died/],
  ['player', /the player ends for a restart/],
  ['systemd', /^vitrine\.service: (Main process exited|Watchdog timeout|Scheduled restart)/],
  ['display', /The X server (has not answered|has ended)|^vitrine-display\.service: Scheduled restart/],
];

export function levelsIn(journal: readonly JournalLine[]): readonly string[] {
  return signs.filter(([, sign]) => journal.some(({ text }) => sign.test(text))).map(([level]) => level);
}
