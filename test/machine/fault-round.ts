import { until } from '../support/until.ts';
import { isPainting } from './demo.ts';
import type { Eye } from './eye.ts';
import { type Fault, hit, isAlive, processesOf, type Target } from './hits.ts';
import { type JournalLine, type Machine, signal } from './machine.ts';

/** One fault, and what became of it. */
export interface Round {
  /** Until all was as before: the show moves, and what was hit is another one. */
  readonly overSeconds: number;
  /** The longest time in which nothing moved on the display, and how long there was nothing on it. */
  readonly stillSeconds: number;
  readonly blackSeconds: number;
  /** Who acted. */
  readonly levels: readonly string[];
  /** It still is what it was, and the show goes on. */
  readonly stays: boolean;
}

/** A clip has a picture every 70 ms; a pause as long as this is one that somebody may see. */
const pauseMs = 700;
const freshMs = 1000;
/** So long it moves before all is well again: a browser outlives its player for a moment. */
const wellMs = 2500;
/** All clips: what only the next one needs is missed by then. */
const staysMs = 20_000;
/** What a player keeps of how its starts went. */
const kept = ['starts.json', 'slowness.json'];
/** Nothing else would mend them. */
const mustGo: ReadonlySet<Target> = new Set(['player', 'engine']);
const longestMs = 240_000;

/** What the last fault has left of the player of that machine. */
const left = new WeakMap<Machine, 'untouched' | 'another player' | 'revived'>();

/** The player has brought something back: all but its own death begin with another one. */
export function isRevived(machine: Machine): boolean {
  return left.get(machine) === 'revived';
}

/** A player that has only just started, as if nothing had ever happened to it: what dies again and again comes back ever later. */
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
  // What goes wrong does so at any moment of an item.
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
