// Cuts the power of a booted machine at random moments while its CMS changes, and checks disk and display each time. All
// processes end at once; unlike on a real machine, data in the kernel's cache is not lost. Three starts in a row without a
// minute of painting lead to safe mode, as designed. So while the machine is off, its recorded starts are moved back by
// eleven minutes, as if it had been off for that long. Not with --in-a-row.
// Usage: npm run prove -- machine-cuts [--cuts 50] [--seconds 270] [--seed N] [--in-a-row]; --table

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../../lab/support/median.ts';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { parseStarts } from '../../src/main/supervise/starts.ts';
import { type Chance, chanceFrom } from '../soak/chance.ts';
import { Editor } from '../soak/editor.ts';
import { storm } from '../soak/weather.ts';
import { violationsOn } from '../support/store-violations.ts';
import { playing } from './demo.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';
import { buildPackages } from './package.ts';
import { cache, hashOf } from './roots.ts';

const { values: requested } = parseArgs({
  options: {
    cuts: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '270' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'in-a-row': { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    results: { type: 'string', default: join(cache, 'results', 'power-cuts.json') },
  },
});

/** Longer than the gap between starts of one row. */
const offMs = 11 * 60_000;

interface Cut {
  /** The package's hash; absent in the first records. */
  readonly build?: string;
  /** Milliseconds after the start of systemd. */
  readonly cutAfterSeconds: number;
  readonly violations: readonly string[];
  /** The recovery before this outage; null: not reached. */
  readonly back: { readonly seconds: number; readonly mode: string; readonly edition: string | null } | null;
}

const read = (): readonly Cut[] =>
  existsSync(requested.results) ? (JSON.parse(readFileSync(requested.results, 'utf8')) as Cut[]) : [];

if (!requested.table) await measure();
print();

async function measure(): Promise<void> {
  process.stdout.write(`seed ${requested.seed}\n`);
  const chance = chanceFrom(Number(requested.seed));
  const packages = buildPackages();
  const build = hashOf(packages.current).slice(0, 8);
  const machine = new Machine('installed', packages.current);
  const cms = await OutsideCms.start();
  const editor = new Editor(cms.demo, chance);
  cms.configure(machine);
  const until = performance.now() + Number(requested.seconds) * 1000;
  try {
    await machine.boot();
    await cms.connect(machine);
    await playing(machine);
    for (let count = 0; count < Number(requested.cuts) && performance.now() < until; count++) {
      // Some outages happen during the boot.
      const back = chance.of(0.25) ? null : await backAgain(machine);
      cms.demo.intercept = null;
      await changing(machine, cms, editor, chance, chance.below(back === null ? 2500 : 4000));
      const after = (Date.now() - machine.bootedAt) / 1000;
      await machine.cutPower();
      const violations = await violationsOn(join(machine.root, 'var/lib/vitrine'));
      keep({ build, cutAfterSeconds: after, violations, back });
      if (!requested['in-a-row']) backDate(machine);
      await machine.boot();
      await cms.connect(machine);
    }
    // Also after the last outage.
    await backAgain(machine);
  } finally {
    await machine.throwAway();
    await cms.stop();
    packages.remove();
  }
}

/** A visible item: time since the start of systemd, mode and edition. */
async function backAgain(machine: Machine): Promise<NonNullable<Cut['back']>> {
  const { nowPlaying, edition } = await playing(machine);
  return {
    seconds: (Date.parse(nowPlaying?.startedAt ?? '') - machine.bootedAt) / 1000,
    mode: (await machine.health())?.mode ?? 'unknown',
    edition: edition?.id.slice(0, 8) ?? null,
  };
}

/** Changes the CMS, disturbs the network and requests syncs, for this long. */
async function changing(
  machine: Machine,
  cms: OutsideCms,
  editor: Editor,
  chance: Chance,
  forMs: number,
): Promise<void> {
  storm(cms.demo, chance, chance.of(0.5) ? 0.2 : 0, 0);
  for (const since = Date.now(); Date.now() - since < forMs; ) {
    editor.change();
    void machine.post('sync');
    await wait(Math.min(150 + chance.below(300), Math.max(0, forMs - (Date.now() - since))));
  }
}

function backDate(machine: Machine): void {
  const starts = new KeptFile(join(machine.root, 'var/lib/vitrine'), 'starts.json', parseStarts);
  starts.write({ ...starts.value, at: starts.value.at - offMs });
  // Root writes it from outside; the player stays its owner.
  machine.own('var/lib/vitrine/starts.json', 'var/lib/vitrine');
}

function keep(one: Cut): void {
  mkdirSync(join(requested.results, '..'), { recursive: true });
  writeFileSync(requested.results, JSON.stringify([...read(), one], null, 1));
  process.stdout.write(`${JSON.stringify(one)}\n`);
}

function print(): void {
  const cuts = read();
  const back = cuts.flatMap((cut) => cut.back ?? []);
  const seconds = back.map((one) => one.seconds);
  const builds = new Set(cuts.map(({ build = 'unknown' }) => build));
  const safe = back.filter(({ mode }) => mode !== 'normal').length;
  const violations = cuts.flatMap((cut) => cut.violations);
  process.stdout.write(
    `${cuts.length} power cuts of ${builds.size} builds (${[...builds].join(', ')}), ${cuts.length - back.length} of them before anything was in sight; ` +
      `${new Set(back.map(({ edition }) => edition)).size} editions seen; an item in sight after ` +
      `${median(seconds).toFixed(1)} s, at worst ${Math.max(...seconds).toFixed(1)} s; ` +
      `${safe} boots in safe mode; ${violations.length} violations of the store\n`,
  );
  for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
