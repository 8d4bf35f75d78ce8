import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Clock, sleep } from '../ground/clock.ts';
import { systemCode } from '../ground/errors.ts';
import { type ExclusiveFile, takeExclusively } from '../ground/exclusive-file.ts';
import { doubledMs } from '../ground/retry.ts';
import { asTheDiskAllows } from './launched.ts';
import { completeMark, program, versionIn } from './shelf.ts';
import {
  factory,
  failuresOf,
  laidOver,
  mostFailures,
  overVariable,
  type ReleaseId,
  releaseVariable,
  type UpdateState,
  wantedEnd,
} from './state.ts';
import { readState } from './state-file.ts';

export interface LauncherNeeds {
  readonly root: string;
  /** The program that was installed manually: it never changes, and runs when nothing else can. */
  readonly factory: string;
  /** Its version, where a package manager may change that; null: nobody but a person's hand does. */
  readonly over: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** A trial without a sign of life for this long is ended. */
  readonly silenceMs: number;
  /** Exit code of a player that requests a restart. */
  readonly startAgain: number;
}

const trialPauseMs = 200;
const againPauseMs = 1000;
const crashPause = { firstMs: 500, mostMs: 60_000 };
/** After this uptime the count of crashes in a row restarts. */
const steadyMs = 60_000;

/**
 * Does what `build/linux/vitrine-launcher` does where there is no shell: starts the current release, and tries a new one. It is the
 * factory release's program, so it changes as rarely. It ends on a signal, or after its player's requested end.
 */
export async function launch(
  needs: LauncherNeeds,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const lock = await onlyLauncher(needs.root);
  // This player brings the other launcher's one to the front and ends. Restarted, it would be refused for ever.
  if (lock === 'taken') return exitOf(started(needs.factory, args, needs.env));
  try {
    return await keepRunning(needs, args, signal, () => lock?.release());
  } finally {
    lock?.release();
  }
}

/** Null on a disk without locks: then the lock of the data folder decides. */
async function onlyLauncher(root: string): Promise<ExclusiveFile | 'taken' | null> {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    return (await takeExclusively(join(root, 'launcher.lock'))) ?? 'taken';
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return null;
  }
}

async function keepRunning(
  needs: LauncherNeeds,
  args: readonly string[],
  signal: AbortSignal,
  /** To another launcher in this one's place. */
  letGo: () => void,
): Promise<number> {
  const { root, clock, env, startAgain, over } = needs;
  const pause = (ms: number): Promise<void> => sleep(clock, ms, signal).catch(() => undefined);
  const own = over === null ? null : identityOf(needs.factory);
  let crashes = 0;
  for (let asked: ReleaseId | null = null; ; ) {
    // A package installed while this launcher runs brings its own, which knows the order of the releases.
    const isReplaced = own !== null && identityOf(needs.factory) !== own;
    if (isReplaced) letGo();
    const { release, isTrial } = isReplaced ? { release: factory, isTrial: false } : chosen(needs);
    // A player that requests another release in a loop must not take the whole processor.
    if (release === asked) await pause(againPauseMs);
    asTheDiskAllows(() => rmSync(join(root, wantedEnd), { force: true }));
    const since = clock.monotonic();
    if (isTrial) asTheDiskAllows(() => writeFileSync(join(root, 'alive'), '\n'));
    const playerEnv = {
      ...env,
      VITRINE_UPDATE_ROOT: root,
      VITRINE_SUPERVISED: '1',
      [releaseVariable]: release,
      ...(over === null ? {} : { [overVariable]: over }),
    };
    const child = started(
      programOf(needs, release),
      isReplaced ? ['launch', ...args.slice(1)] : args,
      playerEnv,
    );
    const end = (): void => void child?.kill('SIGTERM');
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const stopGuarding = isTrial && child !== null ? guard(needs, release, child) : () => undefined;
    const code = await exitOf(child);
    stopGuarding();
    signal.removeEventListener('abort', end);
    if (signal.aborted) return code;
    if (code === 0 && existsSync(join(root, wantedEnd))) return code;
    const hasFailed = code !== 0 && code !== startAgain;
    asked = hasFailed ? null : release;
    if (!hasFailed) continue;
    if (!isTrial) noteFailure(needs, release);
    crashes = clock.monotonic() - since < steadyMs ? crashes + 1 : 1;
    await pause(isTrial ? trialPauseMs : doubledMs(crashes - 1, crashPause));
    if (signal.aborted) return code;
  }
}

/** Null: it is not there, as between two steps of an installation. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs}` : null;
}

/** Null: it could not be started. `spawn` reports some failures later and throws others, such as missing memory. */
function started(player: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess | null {
  try {
    return spawn(player, args, { stdio: 'inherit', env });
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return null;
  }
}

async function exitOf(child: ChildProcess | null): Promise<number> {
  if (child === null) return 1;
  try {
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : 1;
  } catch {
    // The program did not start.
    return 1;
  }
}

function chosen(needs: LauncherNeeds): { readonly release: ReleaseId; readonly isTrial: boolean } {
  const state = stateOf(needs);
  const { trial = null, current = factory, previous = null } = state ?? {};
  if (trial !== null && trial.release !== factory && isWhole(needs, trial.release) && count(needs, trial))
    return { release: trial.release, isTrial: true };
  const ways = [current, previous ?? factory];
  const release = ways.find((one) => isWhole(needs, one) && !hasFailed(needs, one)) ?? factory;
  return { release, isTrial: false };
}

/** Files rot. A release that keeps ending before it comes up, when it removes this count, is damaged. */
function hasFailed({ root }: LauncherNeeds, release: ReleaseId): boolean {
  return linesIn(join(root, failuresOf(release)), 'failed') >= mostFailures;
}

function noteFailure({ root }: LauncherNeeds, release: ReleaseId): void {
  if (release === factory) return;
  try {
    appendFileSync(join(root, failuresOf(release)), 'failed\n', { mode: 0o600 });
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
  }
}

function linesIn(path: string, line: string): number {
  return textOf(path)
    .split('\n')
    .filter((each) => each === line).length;
}

function stateOf({ root, over }: LauncherNeeds): UpdateState | null {
  const state = readState(textOf(join(root, 'update-state')));
  const versionOf = (release: ReleaseId): string | null =>
    versionIn(textOf(join(root, 'releases', release, completeMark)));
  return state && laidOver(state, over, versionOf);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return '';
  }
}

function programOf({ root, factory: own }: LauncherNeeds, release: ReleaseId): string {
  return release === factory ? own : join(root, 'releases', release, program);
}

function isWhole(needs: LauncherNeeds, release: ReleaseId): boolean {
  const isThere = existsSync(programOf(needs, release));
  return isThere && (release === factory || existsSync(join(needs.root, 'releases', release, completeMark)));
}

type Counted = { readonly release: ReleaseId; readonly attempts: number };

/** The attempt is on the disk before the trial begins: power cuts cannot prolong it for ever. */
function count({ root }: LauncherNeeds, { release, attempts }: Counted): boolean {
  const path = join(root, `starts-${release}`);
  if (linesIn(path, 'start') >= attempts) return false;
  try {
    const file = openSync(path, 'a', 0o600);
    try {
      writeSync(file, 'start\n');
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    syncFolder(root);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return false;
  }
}

/** Windows has no way to open a folder for this; its file systems journal names by themselves. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Ends a trial without signs of life for good: each retry would mean minutes of a dark screen. */
function guard(needs: LauncherNeeds, release: ReleaseId, child: ChildProcess): () => void {
  const { root, clock, silenceMs } = needs;
  const tickMs = Math.min(silenceMs, 10_000);
  // By the monotonic clock: the wall clock may be set.
  let seen = { alive: aliveAt(), at: clock.monotonic() };
  let cancel = clock.after(tickMs, look);
  return () => cancel();

  function look(): void {
    const trial = stateOf(needs)?.trial;
    if (trial?.release !== release) return;
    const alive = aliveAt();
    if (alive !== seen.alive) seen = { alive, at: clock.monotonic() };
    if (clock.monotonic() - seen.at < silenceMs) {
      cancel = clock.after(tickMs, look);
      return;
    }
    while (count(needs, trial));
    child.kill('SIGTERM');
    cancel = clock.after(tickMs, () => void child.kill('SIGKILL'));
  }

  function aliveAt(): number {
    return statSync(join(root, 'alive'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}
