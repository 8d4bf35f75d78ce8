// Three days of a screen in forty minutes, on a booted machine: 10,000 changes of item and 500 editions, with a CMS that
// fails in every way, and with killed processes. Only what was hit may be restarted; memory, open files, journal and disk
// stay bounded. A shorter run does its share of both numbers.
// Usage: npm run prove -- machine-days [--minutes 40] [--seed N]
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../../lab/support/median.ts';
import { chanceFrom } from '../soak/chance.ts';
import { Editor } from '../soak/editor.ts';
import { storm } from '../soak/weather.ts';
import { playing } from './demo.ts';
import { hit, processesOf, type Target } from './hits.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';
import { buildPackages } from './package.ts';

const { values: requested } = parseArgs({
  options: {
    minutes: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(requested.minutes);
const wanted = { items: (10_000 * minutes) / 40, editions: (500 * minutes) / 40 };
/** Faster than the goal: hits interrupt the show for seconds, and during outages several changes become one edition. */
const itemSeconds = 0.2;
const editionMs = (minutes * 60_000) / wanted.editions / 2;
const sampleMs = 10_000;
const betweenHitsMs = 120_000;
const mayDie: readonly Target[] = ['renderer', 'browser', 'GPU process', 'network service'];
/** A restart so soon after a hit is expected. */
const askedForMs = 30_000;

interface Sample {
  readonly at: number;
  /** Memory of all processes of the machine, shared memory counted once. */
  readonly memoryMiB: number;
  /** Memory of the player alone. */
  readonly playerMiB: number;
  readonly rendererMiB: number;
  readonly browserMiB: number;
  readonly files: number;
  readonly journalMiB: number;
  readonly dataMiB: number;
  readonly logMiB: number;
}

const packages = buildPackages();
const machine = new Machine('installed', packages.current);
const cms = await OutsideCms.start();
const chance = chanceFrom(Number(requested.seed));
process.stdout.write(`${minutes} minutes, seed ${requested.seed}\n`);
const editor = new Editor(cms.demo, chance, () => itemSeconds);
cms.configure(machine);
const samples: Sample[] = [];
const hits: { at: number; target: Target }[] = [];
const editions = new Set<string>();
let dark = 0;
try {
  await machine.boot();
  await cms.connect(machine);
  await playing(machine);
  const began = Date.now();
  const player = processesOf(machine, 'player').join();
  const jobs = [every(editionMs, edit), every(sampleMs, sample), every(betweenHitsMs, strike)];
  for (const end = began + minutes * 60_000; Date.now() < end; await wait(1000)) {
    const status = await machine.status();
    if (status?.edition?.id) editions.add(status.edition.id);
    if ((await machine.health())?.verdict === 'dark') dark++;
  }
  for (const stop of jobs) await stop();
  report(began, player === processesOf(machine, 'player').join(), await shownItems(), await revives(began));
} finally {
  await machine.throwAway();
  await cms.stop();
  packages.remove();
}

/** Repeats an action. The returned function ends it. */
function every(ms: number, act: () => Promise<void>): () => Promise<void> {
  const over = new AbortController();
  const running = (async () => {
    while (!over.signal.aborted) {
      await wait(ms, null, { signal: over.signal }).catch(() => undefined);
      if (!over.signal.aborted) await act();
    }
  })();
  return () => {
    over.abort();
    return running;
  };
}

async function edit(): Promise<void> {
  storm(cms.demo, chance, chance.of(0.3) ? 0.3 : 0, chance.of(0.15) ? 0.3 : 0);
  for (let changes = 1 + chance.below(3); changes > 0; changes--) editor.change();
  await machine.post('sync');
}

async function strike(): Promise<void> {
  const target = chance.pick(mayDie) ?? 'renderer';
  hits.push({ at: Date.now(), target });
  await hit(machine, 'SIGKILL', target);
}

async function sample(): Promise<void> {
  const size = (path: string): number => {
    const [bytes] = execFileSync('du', ['-sb', join(`/proc/${machine.init}/root`, path)], {
      encoding: 'utf8',
    }).split('\t');
    return Number(bytes) / 2 ** 20;
  };
  const [player = 0] = processesOf(machine, 'player');
  const held = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + proportionalMiB(pid), 0);
  const one: Sample = {
    at: Date.now(),
    playerMiB: held([player]),
    rendererMiB: held(processesOf(machine, 'renderer')),
    browserMiB: held(processesOf(machine, 'browser')),
    memoryMiB: held(machine.processes(/vitrine|chromium/)),
    files: readdirSync(`/proc/${player}/fd`).length,
    journalMiB: size('var/log/journal'),
    dataMiB: size('var/lib/vitrine'),
    logMiB: size('var/lib/vitrine/logs'),
  };
  samples.push(one);
  const whole = Object.entries(one).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`);
  process.stdout.write(`${whole.slice(1).join(', ')}, ${editions.size} editions\n`);
}

function proportionalMiB(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}

async function shownItems(): Promise<number> {
  const rows = await machine.run('vitrine', 'proof', 'export', '--format', 'jsonl');
  return rows.trim().split('\n').length;
}

async function revives(since: number): Promise<readonly { at: number; text: string }[]> {
  const signs =
    /The stage is being revived|the engine thread died|the player ends|Scheduled restart|Safe mode/;
  return (await machine.journal(since)).filter(({ text }) => signs.test(text));
}

function report(
  began: number,
  isSamePlayer: boolean,
  items: number,
  revived: readonly { at: number; text: string }[],
): void {
  const unasked = revived.filter(
    ({ at }) => !hits.some((one) => at >= one.at - 1000 && at - one.at < askedForMs),
  );
  // Measure once the browser has warmed up.
  const warm = samples.slice(Math.floor(samples.length / 5));
  const [first, last] = [warm.slice(0, warm.length / 3), warm.slice((-warm.length / 3) | 0)];
  const middle = (of: readonly Sample[], name: keyof Sample): number => median(of.map((one) => one[name]));
  const grown = (name: keyof Sample): number => middle(last, name) - middle(first, name);
  const hours = (Date.now() - began) / 3_600_000;
  const facts = {
    'changes of item': `${items} (wanted ${Math.round(wanted.items)})`,
    editions: `${editions.size} (wanted ${Math.round(wanted.editions)})`,
    hits: hits.map(({ target }) => target).join(', '),
    'brought back unasked': unasked.length,
    'memory, MiB': `${middle(first, 'memoryMiB').toFixed(0)} → ${middle(last, 'memoryMiB').toFixed(0)}, ${(grown('memoryMiB') / (hours * 0.53)).toFixed(0)} an hour`,
    'of it': (['playerMiB', 'rendererMiB', 'browserMiB'] as const)
      .map((name) => `${name} ${middle(first, name).toFixed(0)} → ${middle(last, name).toFixed(0)}`)
      .join(', '),
    'open files': `${middle(first, 'files')} → ${middle(last, 'files')}`,
    'journal, MiB': `${samples.at(0)?.journalMiB.toFixed(1)} → ${samples.at(-1)?.journalMiB.toFixed(1)}`,
    'data folder, MiB': `${middle(first, 'dataMiB').toFixed(1)} → ${middle(last, 'dataMiB').toFixed(1)}, at most ${Math.max(...samples.map(({ dataMiB }) => dataMiB)).toFixed(1)}`,
    'its logs, MiB': `${samples.at(-1)?.logMiB.toFixed(1)}`,
    'seconds dark': dark,
  };
  for (const [name, value] of Object.entries(facts)) process.stdout.write(`${name.padEnd(22)} ${value}\n`);
  const failures = [
    ...unasked.map(({ text }) => `unasked: ${text}`),
    ...(items < wanted.items * 0.9 ? ['too few changes of item'] : []),
    ...(editions.size < wanted.editions * 0.8 ? ['too few editions'] : []),
    ...(grown('memoryMiB') > 40 ? ['memory grows'] : []),
    ...(grown('files') > 12 ? ['files stay open'] : []),
    ...((samples.at(-1)?.logMiB ?? 0) > 16 ? ['the logs are not bounded'] : []),
    ...((samples.at(-1)?.journalMiB ?? 0) > 64 ? ['the journal is not bounded'] : []),
    ...(grown('dataMiB') > 40 ? ['the data folder grows'] : []),
    ...(isSamePlayer ? [] : ['the player was started again']),
  ];
  for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
