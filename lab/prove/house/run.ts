// `npm run prove -- house [COMMIT …]`: the structure of the sources, now and in these commits: rooms, arrows, circles, lengths,
// the scripts of the pages, and the lines of every room.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figures, figuresOf } from './figures.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const commits = process.argv.slice(2);
const states: readonly (readonly [string, Figures])[] = [
  ...(await Promise.all(commits.map(async (commit) => [commit, await figuresAt(commit)] as const))),
  ['now', await figuresOf(root)],
];

const rows: readonly [string, (figures: Figures) => number | null][] = [
  ['rooms', ({ rooms }) => rooms],
  ['arrows between rooms', ({ arrows }) => arrows],
  ['upward imports', ({ upward }) => upward],
  ['circles of files', ({ circles }) => circles],
  ['TypeScript files', ({ files }) => files],
  ['median lines', ({ medianLines }) => medianLines],
  ['files over 300 lines', ({ over300 }) => over300.length],
  ['lines of app.ts', ({ linesOfApp }) => linesOfApp],
  ['npm scripts', ({ scripts }) => scripts],
  ['lines without demo', ({ lines }) => lines],
  ['status page, gzip kB', ({ pageScripts }) => pageScripts.status],
  ['fleet page, gzip kB', ({ pageScripts }) => pageScripts.fleet],
  ['phone page, gzip kB', ({ pageScripts }) => pageScripts.phone],
];
print(['', ...states.map(([name]) => name)]);
for (const [name, of] of rows) print([name, ...states.map(([, figures]) => `${of(figures) ?? '–'}`)]);
console.log();
const rooms = new Set(states.flatMap(([, { linesByRoom }]) => [...linesByRoom.keys()]));
for (const room of [...rooms].sort())
  print([room, ...states.map(([, { linesByRoom }]) => `${linesByRoom.get(room) ?? '–'}`)]);
console.log();
for (const [name, { over300 }] of states)
  for (const file of over300) console.log(`over 300, ${name}: ${file}`);

function print([name = '', ...figures]: readonly string[]): void {
  console.log(name.padEnd(26), ...figures.map((figure) => figure.padStart(10)));
}

/** Checks out its files into a folder, with the current packages: the order of its rooms is in its tests. */
async function figuresAt(commit: string): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-house-'));
  try {
    const archive = execFileSync(
      'git',
      ['archive', commit, 'src', 'deploy', 'scripts', 'test/architecture', 'package.json', 'tsconfig.json'],
      {
        cwd: root,
        maxBuffer: 1e9,
      },
    );
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return await figuresOf(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
