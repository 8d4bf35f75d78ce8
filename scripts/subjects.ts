/** One task of `npm run bench`, `npm run prove` or `npm run package`. */
export interface Subject {
  readonly takes: string;
  readonly what: string;
  /** Node's arguments: a file, with the arguments before and after it. */
  readonly run: readonly string[];
  /** What `scripts/setup.mjs` prepares first. */
  readonly needs: 'packages' | 'build' | 'test';
}

type Group = Readonly<Record<string, Subject>>;

const of =
  (folder: string, needs: Subject['needs'] = 'test') =>
  (name: string, takes: string, what: string, more: Partial<Subject> = {}): [string, Subject] => [
    name,
    { takes, what, run: [`${folder}/${name}/run.ts`], needs, ...more },
  ];
const bench = of('lab/bench');
const prove = of('lab/prove');
const computes = { needs: 'packages' } as const;
const machines = (file: string) => ({ ...computes, run: [`test/machine/${file}.ts`] });

/** Arguments after the name are passed on. */
export const groups: Readonly<Record<'bench' | 'prove' | 'package', Group>> = {
  bench: Object.fromEntries([
    bench('start', '3 min', 'first painted frame beside bare Chromium; memory. PAIRS'),
    bench('light', '5 min', 'processor, wakeups, memory and start beside bare Chromium. ROW …'),
    bench('budget', '10 min', 'what boards of 1, 2 and 4 GB carry, by control groups; as root. SHOW …'),
    bench('curtain', '15 min for 20 times', 'what the display shows at starts and deaths. TIMES'),
    bench('stage', '23 min', 'black, foreign and held frames, from recordings. --rounds N'),
    bench('load', '4 min', 'frames lost and held beside a sync, a backup, and other work. --seconds N'),
    bench('step', '8 min', 'how far two screens are apart that follow the clock. --seconds N'),
    bench('sync', '3 min', 'downloads beside curl and sha256sum'),
    bench('cms', '30 s', 'large accounts over real HTTP', computes),
    bench('schedule', '30 s', 'large playlists', computes),
    bench('peers', '10 min', 'schedule, downloads and transitions beside packages of peers. PART …'),
    bench(
      'fleet',
      '1 to 5 min each',
      'what a fleet costs, and what happens when something dies. links, rest, simulate, week, commands or page',
      { run: ['--expose-gc', 'lab/bench/fleet/run.ts'] },
    ),
  ]),
  prove: Object.fromEntries([
    prove('faults', '10 min', 'the fault matrix, as a table. ROW …'),
    prove('conformance', '5 s', 'what the CMS client accepts and refuses, as a table', computes),
    prove('corpus', '2 min', '500 odd media files: what the browser shows, and how the player judges them'),
    prove('fuzz', '2 min', 'bad bytes for every parser of foreign bytes. MINUTES SEED TARGET', {
      ...computes,
      run: ['test/fuzz/fuzz.ts'],
    }),
    prove('hostile', '10 min', '150 hostile web pages in the real browser. WORDS, or 1/4 for a part', {
      ...computes,
      run: ['test/hostile/run.ts'],
    }),
    prove('soak', '5 min', 'a thousand editions with faults and kills. EDITIONS SEED', {
      run: ['test/soak/soak.ts'],
    }),
    prove(
      'mutants',
      '10 min',
      'small faults in a room that its unit tests must notice. ROOM … --count N',
      computes,
    ),
    prove(
      'long',
      '25 min',
      'what the gate shows by examples: guides, interrupts in each fault, tries of touch pages one by one, all packages, axe of every state. FILE …',
    ),
    prove('house', '5 s', 'structure of the sources and sizes of the page scripts. COMMIT …', computes),
    prove('slowness', '5 min', 'a player at 25, 10, 5 and 3 % of a processor; as root. PERCENT,…'),
    prove('update-kills', '3 min', 'an update killed at every write. SECONDS'),
    prove(
      'installer',
      '1 min',
      'sets players up by code, PIN, keyboard, terminal and file: seconds and taps',
    ),
    prove('questions', '2 min', "reads the answers to a shop owner's questions off a player's page: taps"),
    prove('guessing', '3 min', "guesses a page's password 160,000 times: rate, lockout, lost frames"),
    prove('page-week', '2 min', 'what a page that is open for a week leaves in its tab and in the player'),
    prove(
      'alerts',
      '2 min',
      'brings players into the states of the alerts, watched by a real Prometheus; as root',
    ),
    prove(
      'prometheus',
      '3 min',
      "deploy/prometheus with Debian's own programs, from a silent player to a webhook",
    ),
    prove(
      'fleet',
      '5 min',
      'three players on a broker: topics, commands, last will, frames during 1,000 commands',
    ),
    prove(
      'rollout',
      '3 min',
      'a rollout over 500 screens of a release that fails on 8 %, its runner killed. SCREENS',
    ),
    prove(
      'releases',
      '4 min',
      'three portable players enrol by file, take a good release, and refuse a bad one',
    ),
    prove(
      'repository',
      '5 min',
      'apt of Debian 12 and 13 on the signed repository: install, upgrade, way back, exchanged key, tampering; as root. --only 12',
      { needs: 'build' },
    ),
    prove(
      'reproducible',
      '10 min',
      'builds the packages of the commit twice, in different folders and circumstances: equal bytes. --image, --quick',
      computes,
    ),
    prove('gallery', '5 min', "a picture of every state of page, setup and the stage's own screens. WORD …"),
    prove('demo-zones', '3 min', "pictures of the demo's four zones, landscape and upright. LANGUAGE …"),
    prove(
      'touch-way',
      '6 min',
      'a touch, a page, a typed word and back, recorded in each language, landscape and upright. LANGUAGE …',
    ),
    prove('contact-sheet', '1 min', 'one picture of everything the stage can show. FOLDER'),
    prove('pictures', '2 min', 'the pictures of README and docs, taken from running players'),
    prove(
      'dry-run',
      '20 min',
      "the workflow's Linux jobs, each in a fresh container; as root. JOB …, --short: 5 min",
      computes,
    ),
    prove(
      'pc',
      '3 hours',
      'the disk image on an emulated PC, with pictures: setup, first item, power cuts in mid-sync, failing disks, dd to another disk, hangs, an update and its way back, 1 GiB of memory, the display unplugged and outside its hours; as root. IMAGE --only PART --cuts N',
    ),
    prove('machine', 'an hour', 'the packages on booted Debian machines; as root. FILE …', {
      ...computes,
      run: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/machine/vitest.config.ts'],
    }),
    prove(
      'machine-faults',
      'an hour, in slices',
      'every process of a booted machine stopped, killed, starved. --next',
      machines('fault-slices'),
    ),
    prove(
      'machine-cuts',
      '5 min a slice',
      'power cuts of a booted machine while its CMS changes',
      machines('power-cuts'),
    ),
    prove(
      'machine-update-cuts',
      '5 min a slice',
      'power cuts of a booted machine during an update',
      machines('update-cuts'),
    ),
    prove(
      'machine-days',
      '40 min',
      'three days of a booted machine. --minutes 5 for a part of them',
      machines('days'),
    ),
  ]),
  package: Object.fromEntries([
    of('packaging', 'build')(
      'kiosk',
      '3 min',
      'the deb for a bare Debian. --arch ARCH, --out FOLDER, --version VERSION',
      {
        run: ['packaging/kiosk/build.ts'],
      },
    ),
    of('packaging', 'build')(
      'image',
      '15 min',
      'the disk image of a whole machine, Debian 13 with the kiosk, for amd64; as root. --out FOLDER, --version VERSION, --quick',
      {
        run: ['packaging/image/build.ts'],
      },
    ),
    of('packaging', 'build')(
      'portable',
      '1 min',
      "a tar.gz that runs from any folder, on the system's Chromium. --arch ARCH",
      {
        run: ['packaging/portable/build.ts'],
      },
    ),
    of('packaging', 'packages')(
      'repository',
      '5 s',
      'a signed apt repository of packages, for any web server. DEB …, --out FOLDER',
      { run: ['packaging/repository/build.ts'] },
    ),
  ]),
};

/** The tasks of a group, one per line. */
export function listOf(name: keyof typeof groups): string {
  const rows = Object.entries(groups[name]);
  const width = Math.max(...rows.map(([subject]) => subject.length));
  return [
    `npm run ${name} -- NAME [ARGUMENT …]`,
    ...rows.map(([subject, { takes, what }]) => `  ${subject.padEnd(width)}  ${what} (${takes})`),
  ].join('\n');
}

/** The task of this name, or why there is none. */
export function subjectOf(group: keyof typeof groups, name: string): Subject | string {
  const found = Object.hasOwn(groups[group], name) ? groups[group][name] : undefined;
  return (
    found ?? `There is no ${group} "${name}". Did you mean "${nearest(name, Object.keys(groups[group]))}"?`
  );
}

function nearest(word: string, names: readonly string[]): string {
  const [first = ''] = names.toSorted((one, other) => distance(word, one) - distance(word, other));
  return first;
}

/** The number of inserted, omitted and replaced letters. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
