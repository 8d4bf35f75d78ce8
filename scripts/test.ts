// `npm test [-- ROOM … | ARGUMENT …]`: the tests; those of a room (a folder of test/) alone, or with any argument that
// vitest knows.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseCLI, startVitest } from 'vitest/node';
import { setup as build } from '../test/support/built.ts';

const words = process.argv.slice(2);
/** A niceness: who has it gets what a display leaves. */
const standsBack = 9;
// Whatever a test leaves lying about lies here, and goes with the run. Browsers of another account come in too.
const temporary = mkdtempSync(join(memoryDisk() ?? tmpdir(), 'vitrine-tests-'));
chmodSync(temporary, 0o1777);
process.env.TMPDIR = temporary;
// Programs that tests bundle lie below the npm packages, which they need.
process.env.VITRINE_TESTS_RUN = basename(temporary);
const children = fileURLToPath(
  new URL(`../node_modules/.vitrine-children/${basename(temporary)}`, import.meta.url),
);
const failed = join(temporary, 'failed-files');
const fewFiles = 8;
/** They run by `npm run prove -- long`. */
const withoutLong = ['--tags-filter', '!long'];
// Some hundred programs start on Node in a run, and most read the same source: compiled once for all of them.
process.env.NODE_COMPILE_CACHE ??= join(temporary, 'compiled');
process.on('exit', () => {
  try {
    for (const folder of [temporary, children])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    console.warn(`What the tests left in ${temporary} cannot be removed: ${String(error)}`);
  }
});
if (words.length > 0) await some(words);
else process.exitCode = await everything();

/** The tests flush some hundred thousand times, and none looks at what a disk then holds. TMPDIR has the last word. */
function memoryDisk(): string | null {
  const [folder, wanted] = ['/dev/shm', 4 * 1024 ** 3];
  if (process.env.TMPDIR !== undefined || process.availableMemory() < 2 * wanted) return null;
  const mounted = readFileSync('/proc/mounts', 'utf8').split('\n');
  // Tests run programs that they write.
  const isFit = mounted.some((line) => /^\S+ \/dev\/shm tmpfs /.test(line) && !/\bnoexec\b/.test(line));
  if (!isFit) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < wanted ? null : folder;
}

async function some(asked: readonly string[]): Promise<void> {
  const rooms = new Set(
    readdirSync(new URL('../test', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  );
  // The bare word would also stand for every other path that has it in it, as `host` is in e2e/hosts.
  const paths = asked.map((word) => (rooms.has(word) ? `test/${word}/` : word));
  const { filter, options } = parseCLI(['vitest', 'run', ...paths]);
  const vitest = await startVitest(filter, options);
  if (!vitest.shouldKeepServer()) await vitest.exit();
}

/**
 * Tests with a display mostly wait for it. The other tests run beside them, at a lower priority. Tests that measure frames run
 * one at a time, after the others.
 */
async function everything(): Promise<number> {
  build();
  const units = row(['--project', 'unit', ...withoutLong], true);
  standBack(units);
  const computed = ended(units);
  const shown = await ended(row(['--project', 'display', '--project', 'alone', ...withoutLong]));
  // No display tests are left to yield to.
  if (units.exitCode === null) weigh(units, 0);
  const code = Math.max(shown, await computed);
  return code === 0 ? 0 : again(code);
}

/**
 * A machine that is shared may stop for seconds while a test measures. A few files that failed beside all others get one more run with
 * the machine to themselves, which decides; the run names them, for a file that appears here often has a fault. More than a few
 * are a fault of the code.
 */
async function again(code: number): Promise<number> {
  const files = existsSync(failed) ? [...new Set(readFileSync(failed, 'utf8').trim().split('\n'))] : [];
  if (files.length === 0 || files.length > fewFiles) return code;
  console.warn(`\nUnsteady, and run once more alone: ${files.join(', ')}`);
  return ended(row([...files, ...withoutLong]));
}

function standBack(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  setPriority(pid, standsBack);
  // What a terminal ends does not reach another session.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      if (child.exitCode === null) process.kill(-pid, signal);
      process.exit(1);
    });
  weigh(child, standsBack);
}

/** Where the kernel schedules by session (autogroup), a process's niceness has no effect on other sessions. */
function weigh({ pid }: ChildProcess, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    // A kernel that shares among processes has no such file, and what has just ended is in no session.
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** One of a session of its own is a group of its own for the kernel: browsers are such groups too, and it competes with them. */
function row(args: readonly string[], isOfItsOwn = false): ChildProcess {
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isOfItsOwn,
    env: {
      ...process.env,
      VITRINE_FAILED_FILES: failed,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
  });
  // By whole lines, for two of them speak at a time.
  createInterface(child.stdout).on('line', (line) => process.stdout.write(`${line}\n`));
  createInterface(child.stderr).on('line', (line) => process.stderr.write(`${line}\n`));
  return child;
}

async function ended(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}
