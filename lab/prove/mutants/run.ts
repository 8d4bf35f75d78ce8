// Plants small faults in a room, one at a time and drawn by a seed, and reports which of them the room's own unit tests notice.
// Works in a copy of the tree. Fails below 85 % of a room, not counting equivalents.json, whose faults change no behaviour.
// Usage: npm run prove -- mutants ROOM … [--count 40] [--seed 1] [--file PART-OF-A-PATH]   (a few seconds for each fault)
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawn, type Fault, faultsIn, lineOf, planted } from './plant.ts';
import { Tests } from './tests.ts';

interface Equivalent {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

interface Planted extends Fault {
  readonly file: string;
  readonly source: string;
}

const wantedShare = 0.85;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values, positionals: rooms } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', [...args], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
const equivalents: readonly Equivalent[] = JSON.parse(
  readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'),
);

const temporary = mkdtempSync(join(tmpdir(), 'vitrine-mutants-'));
// Tests run programs of another account in it.
chmodSync(temporary, 0o1777);
const copy = join(temporary, 'tree');
const tests = new Tests(copy, temporary);
process.once('exit', () => {
  // Tests that still run would create new folders during the removal.
  tests.end();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
for (const path of git('ls-files', '--cached', '--others', '--exclude-standard')) {
  if (!existsSync(join(root, path))) continue;
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  cpSync(join(root, path), join(copy, path));
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

function faultsOf(room: string): readonly Planted[] {
  return git('ls-files', `src/main/${room}/*.ts`, `src/${room}/*.ts`)
    .filter((file) => file.includes(values.file))
    .flatMap((file) => {
      const source = readFileSync(join(copy, file), 'utf8');
      return faultsIn(file, source).map((fault) => ({ ...fault, file, source }));
    });
}

function isEquivalent({ file, source, ...fault }: Planted): boolean {
  const { before, after } = lineOf(source, fault);
  return equivalents.some((one) => one.file === file && one.before === before && one.after === after);
}

/** Null: all pass. A timeout counts only if the same tests pass in time without the fault. */
async function noticedBy(
  room: string,
  { file, source, ...fault }: Planted,
  limitMs: number,
): Promise<string | null> {
  const path = join(copy, file);
  writeFileSync(path, planted(source, fault));
  const failure = await tests.firstFailure({ room, file }, limitMs);
  writeFileSync(path, source);
  if (failure !== 'hung') return failure;
  const isSlow = (await tests.firstFailure({ room, file }, limitMs)) === 'hung';
  if (isSlow) throw new Error(`the tests of ${room} take longer than ${limitMs} ms on this machine now`);
  return 'the time limit';
}

async function proveRoom(room: string): Promise<string> {
  const faults = faultsOf(room);
  const chosen = drawn(
    faults.filter((fault) => !isEquivalent(fault)),
    Number(values.count),
    values.seed,
    ({ file, source, ...fault }) => `${file} ${JSON.stringify(lineOf(source, fault))}`,
  );
  const first = chosen[0];
  if (first === undefined) throw new Error(`no fault can be planted into ${room}`);
  const begun = Date.now();
  const failure = await tests.firstFailure({ room, file: first.file }, 300_000);
  if (failure !== null) throw new Error(`the tests of ${room} fail without a fault: ${failure}`);
  // A wait in a test ends after 48 s at the latest, and its test fails.
  const limitMs = 2 * (Date.now() - begun) + 60_000;
  let [noticed, late] = [0, 0];
  for (const fault of chosen) {
    const by = await noticedBy(room, fault, limitMs);
    if (by !== null) noticed++;
    if (by === 'the time limit') late++;
    const { number, before, after } = lineOf(fault.source, fault);
    say(
      `${by === null ? 'SURVIVED' : 'noticed '} ${fault.file}:${number} (${fault.kind})\n    ${before}\n    ${after}`,
    );
    if (by !== null) say(`    by: ${by}`);
  }
  const share = noticed / chosen.length;
  if (share < wantedShare) process.exitCode = 1;
  return `${room}: ${noticed} of ${chosen.length} noticed, ${Math.round(share * 100)} %, ${late} of them by the time limit (of ${faults.length} that can be planted)`;
}

const table: string[] = [];
for (const room of rooms) table.push(await proveRoom(room));
say(table.join('\n'));
// The exit ends the tests' process.
process.exit();
