import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { isEveryWrite } from './every-write.ts';

/**
 * Kills a program with SIGKILL on entry to the 1st, 2nd, 3rd … system call that writes to the given paths, each time on a
 * fresh folder, until a run ends unkilled. So the program is tested in every state of the disk between two writes; in the
 * gate in the first four of each kind and then every twelfth.
 *
 * The child is a script that gets the folder as its first argument, runs the real code and exits with 0:
 *
 *     waitUntilFollowed();
 *     const store = await openStore({ dataDir: process.argv[2] ?? '', … });
 *     await store.put(…);
 *     await store.close();
 */
export interface KillLoop {
  readonly child: URL;
  /** Further arguments of the child, after the folder. */
  readonly args?: readonly string[];
  /** Makes the child's initial state once, unkilled; every run gets a copy of the folder. */
  readonly template?: (folder: string) => Promise<void>;
  /** As `template`, but for every run: for state outside the folder. */
  readonly prepare?: (folder: string) => Promise<void>;
  /**
   * Only calls on these files count. Exact paths: a folder does not include its content. Calls are counted per thread,
   * so SQLite's files and those of the thread pool need separate loops, or one hides the other.
   */
  readonly paths: (folder: string) => readonly string[];
  readonly calls?: readonly WritingCall[];
  /** The check after every run, killed or not. */
  readonly check: (folder: string, point: KillPoint) => Promise<void>;
}

export interface KillPoint {
  /** Null: not killed. */
  readonly call: WritingCall | null;
  readonly number: number;
  /** The run ended unkilled: there is no call with this number any more. */
  readonly survived: boolean;
}

export interface KillLoopResult {
  readonly kills: number;
  /** Kills by kind of call: proof that the loop reached its targets. */
  readonly byCall: Readonly<Partial<Record<WritingCall, number>>>;
}

export type WritingCall =
  | 'write'
  | 'pwrite64'
  | 'ftruncate'
  | 'fsync'
  | 'fdatasync'
  | 'rename'
  | 'unlink'
  | 'mkdir';

const everyCall: readonly WritingCall[] = [
  'write',
  'pwrite64',
  'ftruncate',
  'fsync',
  'fdatasync',
  'rename',
  'unlink',
  'mkdir',
];

export async function killLoop(loop: KillLoop): Promise<KillLoopResult> {
  const byCall: Partial<Record<WritingCall, number>> = {};
  const built = await bundled(loop.child);
  const run: Run = {
    loop,
    program: join(built, 'child.mjs'),
    compiled: join(built, 'compiled'),
    template: await mkdtemp(join(tmpdir(), 'vitrine-template-')),
  };
  try {
    await loop.template?.(run.template);
    // The unkilled run leaves its compiled code, which halves the start time of the others.
    await killOnce(run, null);
    // strace counts each kind of call separately, so each kind has its own loop.
    for (const call of loop.calls ?? everyCall) {
      const kills = await killAtEach(run, call);
      if (kills > 0) byCall[call] = kills;
    }
  } finally {
    await rm(run.template, { recursive: true, force: true });
  }
  return { kills: Object.values(byCall).reduce((sum, count) => sum + count, 0), byCall };
}

interface Run {
  readonly loop: KillLoop;
  readonly program: string;
  /** Node's compile cache for all runs. */
  readonly compiled: string;
  readonly template: string;
}

/** Below `node_modules`, so that external packages are found. `npm test` removes it at its end. */
async function builtChildren(): Promise<string> {
  const { VITRINE_TESTS_RUN } = process.env;
  const name = VITRINE_TESTS_RUN ?? `process-${process.pid}`;
  const folder = fileURLToPath(new URL(`../../node_modules/.vitrine-children/${name}`, import.meta.url));
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  if (isNew && VITRINE_TESTS_RUN === undefined)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The child as one file, so that a hundred starts do not read a hundred modules each; made once for a whole run of tests. */
async function bundled(child: URL): Promise<string> {
  const folder = await builtChildren();
  const made = join(folder, child.pathname.replaceAll('/', '-'));
  if (existsSync(made)) return made;
  const own = await mkdtemp(join(folder, 'making-'));
  await bundle(child, join(own, 'child.mjs'));
  // Another file may have been faster.
  await rename(own, made).catch((error: unknown) => {
    if (!existsSync(made)) throw error;
    return rm(own, { recursive: true });
  });
  return made;
}

async function bundle(child: URL, file: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: fileURLToPath(child),
      outDir: join(file, '..'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: basename(file), codeSplitting: false } },
    },
  });
}

/** The gate kills at the first writes of a kind and at each twelfth one after them, `npm run prove -- faults` at every one. */
const killsAtFirst = 4;
const step = isEveryWrite ? 1 : 12;

/** Two runs at a time: a run mostly waits for a process to start. */
async function killAtEach(run: Run, call: WritingCall): Promise<number> {
  let number = 0;
  let kills = 0;
  let over = false;
  const lane = async (): Promise<void> => {
    try {
      while (!over) {
        number += number < killsAtFirst ? 1 : step;
        if (await killOnce(run, { call, number })) over = true;
        else kills++;
        if (number > 1_000) throw new Error(`killed at ${call} number ${number}, and no run survived`);
      }
    } finally {
      over = true;
    }
  };
  const [first, second] = await Promise.allSettled([lane(), lane()]);
  for (const ended of [first, second]) if (ended.status === 'rejected') throw ended.reason;
  return kills;
}

/** The number of the call at whose entry it is killed; null: none. */
type Aim = { readonly call: WritingCall; readonly number: number } | null;

/** Returns whether the child ended unkilled. */
async function killOnce(run: Run, aim: Aim): Promise<boolean> {
  const { prepare, check } = run.loop;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-kill-'));
  try {
    await cp(run.template, folder, { recursive: true });
    await prepare?.(folder);
    const survived = await runChild(run, folder, aim);
    try {
      await check(folder, { call: aim?.call ?? null, number: aim?.number ?? 0, survived });
    } catch (cause) {
      const where = survived || !aim ? 'unkilled' : `killed at ${aim.call} number ${aim.number}`;
      throw new Error(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
    return survived;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** True: ended normally. Anything other than that or the kill is an error in the test. */
async function runChild({ loop, program, compiled }: Run, folder: string, aim: Aim): Promise<boolean> {
  const child = spawn(process.execPath, [program, folder, ...(loop.args ?? [])], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // One thread for all file work, because calls are counted per thread.
      UV_THREADPOOL_SIZE: '1',
      NODE_COMPILE_CACHE: compiled,
      ...(aim ? { KILL_LOOP_READY: '3' } : {}),
    },
  });
  const complaints = heard(child.stderr);
  const ended = once(child, 'close');
  if (aim) await followed(child, killing(loop, folder, aim));
  const [code, signal] = await ended;
  if (code === 0) return true;
  if (aim && signal === 'SIGKILL') return false;
  throw new Error(`the child failed by itself (${code ?? signal}): ${complaints()}`);
}

/** Runs strace on the waiting child until nothing is left to trace. */
async function followed(child: ChildProcess, orders: readonly string[]): Promise<void> {
  const ready = child.stdio[3];
  if (!(ready instanceof Readable)) throw new Error('the child has no way to say that it waits');
  const waits = await Promise.race([
    once(ready, 'data').then(() => true),
    once(ready, 'end').then(() => false),
  ]);
  if (!waits) return;
  const strace = spawn('strace', [...orders, '-p', String(child.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints = heard(strace.stderr);
  const [code] = await once(strace, 'close');
  if (code === 0) return;
  child.kill('SIGTERM');
  throw new Error(`strace does not follow the child: ${complaints()}`);
}

function heard(stream: Readable | null): () => string {
  let text = '';
  stream?.on('data', (chunk) => {
    text += String(chunk);
  });
  return () => text;
}

function killing(loop: KillLoop, folder: string, { call, number }: NonNullable<Aim>): readonly string[] {
  return [
    ...['-f', '-qq', '-o', '/dev/null'],
    ...loop.paths(folder).flatMap((path) => ['-P', path]),
    ...['-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${number}`],
  ];
}

/** Combines several loops into one figure. */
export function together(results: readonly KillLoopResult[]): KillLoopResult {
  const byCall: Partial<Record<WritingCall, number>> = {};
  for (const result of results) {
    for (const call of everyCall) {
      const kills = (byCall[call] ?? 0) + (result.byCall[call] ?? 0);
      if (kills > 0) byCall[call] = kills;
    }
  }
  return { kills: results.reduce((sum, { kills }) => sum + kills, 0), byCall };
}
