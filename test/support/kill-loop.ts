import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A program is killed with SIGKILL on entry to the 1st, 2nd, 3rd … system call that writes to the paths given, each
 * time on a fresh folder, until a run survives unkilled. So every state of the disk between two writes is seen.
 *
 * The child is a script that gets the folder as its first argument, runs the real code and exits with 0:
 *
 *     const store = await openStore({ dataDir: process.argv[2] ?? '', … });
 *     await store.put(…);
 *     await store.close();
 */
export interface KillLoop {
  readonly child: URL;
  /** Handed to the child after the folder. */
  readonly args?: readonly string[];
  /** Makes the state that the child starts from. Not killed. */
  readonly prepare?: (folder: string) => Promise<void>;
  /**
   * Only calls on these files count. Exact paths: a folder does not stand for what is in it. Calls are counted for each
   * thread: SQLite's files and those of the thread pool belong into loops of their own, or one hides the other.
   */
  readonly paths: (folder: string) => readonly string[];
  readonly calls?: readonly WritingCall[];
  /** What must hold wherever it was killed. `point` names the call for messages, `survived` is the last round. */
  readonly check: (folder: string, point: KillPoint) => Promise<void>;
}

export interface KillPoint {
  readonly call: WritingCall;
  readonly number: number;
  readonly survived: boolean;
}

export interface KillLoopResult {
  readonly kills: number;
  /** Times killed at each kind of call: shows that the loop met what it was meant to meet. */
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
  // The system counts calls of each kind for itself, so each kind is a loop of its own.
  for (const call of loop.calls ?? everyCall) {
    const kills = await killAtEach(loop, call);
    if (kills > 0) byCall[call] = kills;
  }
  return { kills: Object.values(byCall).reduce((sum, count) => sum + count, 0), byCall };
}

/** Two runs at a time: most of a run is waiting for a process to start. */
async function killAtEach(loop: KillLoop, call: WritingCall): Promise<number> {
  let number = 0;
  let kills = 0;
  let over = false;
  const run = async (): Promise<void> => {
    try {
      while (!over) {
        if (await killOnce(loop, { call, number: ++number })) over = true;
        else kills++;
        if (number > 1_000) throw new Error(`1000 runs were killed at ${call} and none survived`);
      }
    } finally {
      over = true;
    }
  };
  const [first, second] = await Promise.allSettled([run(), run()]);
  for (const ended of [first, second]) if (ended.status === 'rejected') throw ended.reason;
  return kills;
}

/** Answers whether the child survived. */
async function killOnce(loop: KillLoop, { call, number }: Omit<KillPoint, 'survived'>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-kill-'));
  try {
    await loop.prepare?.(folder);
    const survived = await runKilled(loop, folder, call, number);
    await checked(loop, folder, { call, number, survived });
    return survived;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checked(loop: KillLoop, folder: string, point: KillPoint): Promise<void> {
  try {
    await loop.check(folder, point);
  } catch (cause) {
    const where = point.survived ? 'unkilled' : `killed at ${point.call} number ${point.number}`;
    throw new Error(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** True: it ran to its end. Anything but that or the kill is a mistake of the test. */
function runKilled(loop: KillLoop, folder: string, call: WritingCall, number: number): Promise<boolean> {
  const trace = [
    ...['-f', '-qq', '-o', '/dev/null'],
    ...loop.paths(folder).flatMap((path) => ['-P', path]),
    ...['-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${number}`],
  ];
  const child = spawn(
    'strace',
    [...trace, process.execPath, fileURLToPath(loop.child), folder, ...(loop.args ?? [])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      // One thread for all file work: the count is kept for each thread.
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    },
  );
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(true);
      else if (signal === 'SIGKILL' || code === 137) resolve(false);
      else reject(new Error(`the child failed by itself (${code ?? signal}): ${said}`));
    });
  });
}

/** Several loops as one figure. */
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
