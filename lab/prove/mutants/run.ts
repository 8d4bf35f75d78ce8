// Plants small faults into a room, one at a time and drawn by a seed, and tells which of them the room's own unit tests notice.
// Works in a copy of the tree. Fails below 85 % of a room, without the equivalents of equivalents.json, which change nothing.
// Usage: npm run prove -- mutants ROOM … [--count 40] [--seed 1] [--file PART-OF-A-PATH]   (about five seconds for each fault)
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawn, type Fault, faultsIn, lineOf, planted, randomFrom } from './plant.ts';

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

const copy = mkdtempSync(join(tmpdir(), 'vitrine-mutants-'));
let endTests = (): void => undefined;
process.once('exit', () => {
  // Tests that still run would make folders again below what is removed.
  endTests();
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
for (const path of git('ls-files', '--cached', '--others', '--exclude-standard')) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  cpSync(join(root, path), join(copy, path));
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** Null: they hang. */
function testsPass(room: string, timeoutMs: number): Promise<boolean | null> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'unit', '--bail', '1', '--reporter', 'dot', `test/${room}`];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', detached: true });
  endTests = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of the group have ended.
    }
  };
  return new Promise((resolve) => {
    const end = (result: boolean | null): void => {
      clearTimeout(limit);
      // What a fault has left running goes with it.
      endTests();
      resolve(result);
    };
    const limit = setTimeout(() => end(null), timeoutMs);
    child.once('exit', (code) => end(code === 0));
  });
}

function faultsOf(room: string): readonly Planted[] {
  return git('ls-files', `src/main/${room}/*.ts`, `src/${room}/*.ts`)
    .filter((file) => file.includes(values.file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return faultsIn(file, source).map((fault) => ({ ...fault, file, source }));
    });
}

function isEquivalent({ file, source, ...fault }: Planted): boolean {
  const { before, after } = lineOf(source, fault);
  return equivalents.some((one) => one.file === file && one.before === before && one.after === after);
}

async function proveRoom(room: string): Promise<string> {
  const faults = faultsOf(room);
  const chosen = drawn(
    faults.filter((fault) => !isEquivalent(fault)),
    Number(values.count),
    randomFrom(Number(values.seed)),
  );
  const begun = Date.now();
  if (chosen.length === 0) throw new Error(`no fault can be planted into ${room}`);
  if ((await testsPass(room, 300_000)) !== true) throw new Error(`the tests of ${room} fail without a fault`);
  const timeoutMs = 4 * (Date.now() - begun) + 15_000;
  let noticed = 0;
  for (const { file, source, ...fault } of chosen) {
    writeFileSync(join(copy, file), planted(source, fault));
    const result = await testsPass(room, timeoutMs);
    writeFileSync(join(copy, file), source);
    const { number, before, after } = lineOf(source, fault);
    if (result !== true) noticed++;
    say(
      `${result === true ? 'SURVIVED' : 'noticed '} ${file}:${number} (${fault.kind})\n    ${before}\n    ${after}`,
    );
  }
  const share = noticed / chosen.length;
  if (share < wantedShare) process.exitCode = 1;
  return `${room}: ${noticed} of ${chosen.length} noticed, ${Math.round(share * 100)} % (of ${faults.length} that can be planted)`;
}

const table: string[] = [];
for (const room of rooms) table.push(await proveRoom(room));
say(table.join('\n'));
